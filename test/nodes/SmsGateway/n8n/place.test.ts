import 'reflect-metadata';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { tellAgent } from '../../../../nodes/SmsGateway/output/errors';
import { execute } from '../../../../nodes/SmsGateway/actions/execute';
import {
	isEngine2,
	leavesItemsOut,
	placeOf,
	readOnError,
	readOwnValues,
	runsInsideAgent,
	workflowZone,
	zoneOf,
} from '../../../../nodes/SmsGateway/n8n/place';

/** As n8n's classes have it; nothing else of them is asked. */
const node = { name: 'SMS Gateway', type: 'smsGatewayTool' } as INode;
const contextOf = (type: object) =>
	Object.assign(Object.create(type), { node, getNode: () => node }) as IExecuteFunctions;
const insideAgent = contextOf(SupplyDataContext.prototype);
const inEngine = contextOf(ExecuteContext.prototype);
const error = new NodeOperationError(node, 'Timeout. Do not send this again.');

it('tells a tool that an agent runs itself from one that n8n runs', () => {
	expect([runsInsideAgent(insideAgent), runsInsideAgent(inEngine)]).toStrictEqual([true, false]);
});

it('returns an error to the agent as an item, and throws it everywhere else', () => {
	expect(tellAgent(insideAgent, error)).toStrictEqual([
		{ json: { error: 'Timeout. Do not send this again.' } },
	]);
	expect(() => tellAgent(inEngine, error)).toThrow(error);
});

const UUID = '019ab1c2-7d3e-7f40-8a51-b6c7d8e9f012';

it.each([
	[UUID.toUpperCase(), {}, true],
	['12', { engineType: 'v2' }, true],
	['12', { engineType: 'v1' }, false],
	[UUID.replace('-7f40', '-4f40'), {}, false],
	[`${UUID}0`, {}, false],
])('knows an execution of Engine 2.0 by its id %s or its settings %j: %s', (id, settings, is) => {
	const ctx = { getWorkflowSettings: () => settings, getExecutionId: () => id };
	expect(isEngine2(ctx as unknown as IExecuteFunctions)).toBe(is);
});

it.each([
	['smsGatewayTool', 'integrated', 'tool'],
	['smsGateway', 'integrated', 'subWorkflow'],
	['smsGateway', 'trigger', 'workflow'],
])('a %s started as %s is in a %s', (type, mode, place) => {
	const ctx = { getNode: () => ({ type }), getMode: () => mode };
	expect(placeOf(ctx as unknown as IExecuteFunctions)).toBe(place);
	const ended = { ...ctx, getExecutionCancelSignal: () => ({ aborted: true }) };
	const hasNoRetry = place === 'tool' ? 'tool' : 'ended';
	expect(placeOf(ended as unknown as IExecuteFunctions)).toBe(hasNoRetry);
});

it("knows the retry of a sub-workflow's own execution by its parent, where n8n shows it", () => {
	const retry = { getNode: () => ({ type: 'smsGateway' }), getMode: () => 'retry' };
	const runExecutionData = { parentExecution: { executionId: '7' } };
	expect(placeOf({ ...retry, runExecutionData } as never)).toBe('subWorkflow');
	expect(placeOf({ ...retry, runExecutionData: null } as never)).toBe('workflow');
});

it.each([
	['stopWorkflow', false, 'stop'],
	[undefined, false, 'stop'],
	['continueRegularOutput', true, 'continue'],
	[undefined, true, 'continue'],
	['continueErrorOutput', true, 'errorOutput'],
])('with On Error %s, which n8n takes for going on: %s, does %s', (onError, goesOn, expected) => {
	const ctx = { getNode: () => ({ onError }), continueOnFail: () => goesOn };
	expect(readOnError(ctx as never)).toBe(expected);
});

it.each([
	['Africa/Porto-Novo', 'Africa/Porto-Novo', 'Africa/Porto-Novo', '12'],
	['Mars/Base', 'UTC', undefined, '12'],
	['Africa/Porto-Novo', 'Africa/Porto-Novo', undefined, UUID],
])("takes %s to tell times by %s, and as the workflow's for %s", (zone, told, expected, id) => {
	const ctx = { getTimezone: () => zone, getExecutionId: () => id };
	expect(zoneOf(ctx as never)).toBe(told);
	expect(workflowZone(ctx as never)).toBe(expected);
});

const all = '={{ $("A").all().map((one) => one.json.phone) }}';

it.each<[string, boolean, number | Error, object?]>([
	['all but one', true, 12],
	['none of one', false, 1],
	['some where they cannot be counted', true, new Error('No such node')],
	['some where n8n does not tell', true, NaN],
	['none where it is off', false, 12, { executeOnce: false }],
	['none where an expression reads all', false, 12, { parameters: { recipients: all } }],
])('Execute Once leaves out %s', (_, expected, count, node = {}) => {
	const ctx = {
		getNode: () => ({ executeOnce: true, parameters: { recipients: 'x' }, ...node }),
		evaluateExpression(expression: string) {
			if (count instanceof Error) throw count;
			return expression.startsWith('{{ $($prevNode.name).all(') ? count : 77;
		},
	};
	expect(leavesItemsOut(ctx as never)).toBe(expected);
});

describe('a call of a tool by an agent that works on several items at once', () => {
	const call = (given: object) => ({ inputOverride: { ai_tool: given } });
	const context = (own: unknown, calls: unknown[] | undefined, more: object = {}) => ({
		getNextRunIndex: () => 9,
		getNode: () => node,
		runIndex: 7,
		inputData: { ai_tool: own },
		runExecutionData: { resultData: { runData: calls ? { 'SMS Gateway': calls } : {} } },
		...more,
	});
	const indexOf = (ctx: object) => {
		readOwnValues(ctx as never);
		return (ctx as { runIndex?: number }).runIndex;
	};
	const [first, second] = [[[{ json: { a: 1 } }]], [[{ json: { a: 1 } }]]];

	it('reads what the model filled in for it, and for no other', () => {
		const calls = [call(first), undefined, {}, call(second)];
		expect(indexOf(context(first, calls))).toBe(0);
		expect(indexOf(context(second, calls))).toBe(3);
	});

	it('does so in each operation', async () => {
		const parameters: Record<string, string> = { resource: 'phoneNumber', operation: 'check' };
		const getNodeParameter = (name: string) => parameters[name];
		const ctx = context(second, [call(first), call(second)], { getNodeParameter });
		await execute(ctx as never).catch(() => undefined);
		expect(ctx.runIndex).toBe(1);
	});

	it.each<[string, object]>([
		['nothing of it is known', context([], [call(first)])],
		['it has no input', context(undefined, [{}, undefined])],
		['no call is known', context(first, undefined)],
		['n8n tells nothing', context(first, [], { inputData: undefined, runExecutionData: null })],
	])('is left as it is where %s', (_, ctx) => {
		expect(indexOf(ctx)).toBe(7);
	});
});
