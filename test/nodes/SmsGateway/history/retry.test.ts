import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { noteExecution, withRetryKeys } from '../../../../nodes/SmsGateway/history/retry';
import { runIndexOf } from '../../../../nodes/SmsGateway/n8n/nodeContext';
import { entriesOf } from '../delivery/plans';
import { memoryDatabase } from './processes';
import { nodeIn } from './node';

type Given = Readonly<{
	mode?: string;
	executionId?: string;
	runIndex?: number;
	workflowId?: string;
	type?: string;
}>;

/** The node in an execution, with what n8n has saved of the one before. */
function inExecution(
	saved: IDataObject,
	{ mode = 'retry', executionId = '8', runIndex = 0, workflowId = 'workflow', type }: Given = {},
): IExecuteFunctions {
	const ctx = nodeIn(memoryDatabase(), { workflowId });
	const own = { ...ctx.getNode(), ...(type && { type }) };
	return {
		...ctx,
		getNode: () => own,
		getMode: () => mode,
		getExecutionId: () => executionId,
		getContext: (of: string) => (of === 'node' ? saved : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	} as unknown as IExecuteFunctions;
}

/** What n8n saves of an execution in which the node ran. */
function savedBy(executionId: string): IDataObject {
	const saved: IDataObject = {};
	noteExecution(inExecution(saved, { mode: 'trigger', executionId }));
	return saved;
}

const TIMEOUT = 30;
const THREE = planRequests(entriesOf('1', ['2', 'Hi', 'order-1'], '3'), {});
/** In items that come from no earlier turn. */
const keyed = (ctx: IExecuteFunctions, plan = THREE, timeout = TIMEOUT) =>
	withRetryKeys(ctx, plan, timeout, ({ item }) => ({ turn: runIndexOf(ctx), item }));
const keysIn = ({ entries }: Plan) => entries.map(({ key }) => key);
const keysOfRetry = (given: Given = {}, plan = THREE, timeout = TIMEOUT, first = '7') =>
	keysIn(keyed(inExecution(savedBy(first), given), plan, timeout));

const OWN = ['', 'order-1', ''];
const FOR_RETRY = ['retry 7 0 0', 'order-1', 'retry 7 0 2'];

it('gives a key to those who have none, and a second one to the others', () => {
	const plan = keyed(inExecution(savedBy('7')));
	expect(keysIn(plan)).toStrictEqual(FOR_RETRY);
	expect(plan.entries.map(({ madeFor }) => madeFor)).toStrictEqual(['retry', undefined, 'retry']);
	expect(plan).toStrictEqual({ ...THREE, entries: plan.entries });
	expect(plan.entries[0]).toStrictEqual({
		...THREE.entries[0],
		key: 'retry 7 0 0',
		madeFor: 'retry',
	});
	expect(plan.entries[1]).toStrictEqual({ ...THREE.entries[1], retryKey: 'retry 7 0 1' });
});

it('gives the same keys in each retry of an execution, and others in each turn of a loop', () => {
	expect(keysOfRetry({ executionId: '9' })).toStrictEqual(FOR_RETRY);
	expect(keysOfRetry({ runIndex: 3 })).toStrictEqual(['retry 7 3 0', 'order-1', 'retry 7 3 2']);
	expect(keysOfRetry({}, THREE, TIMEOUT, '6')).toStrictEqual([
		'retry 6 0 0',
		'order-1',
		'retry 6 0 2',
	]);
});

it('gives several items that come from one keys of their own', () => {
	const plan = planRequests(entriesOf('1', ['1', 'More'], '2'), {});
	const ctx = inExecution(savedBy('7'), { runIndex: 1 });
	const { entries } = withRetryKeys(ctx, plan, TIMEOUT, () => ({ turn: 0, item: 5 }));
	expect(entries.map(({ key }) => key)).toStrictEqual([
		'retry 7 0 5',
		'retry 7 0 5 more',
		'retry 7 0 5',
	]);
});

it('notes the first execution only, beside what else the node keeps', () => {
	const saved: IDataObject = { smsGateway: {} };
	for (const executionId of ['7', '8']) noteExecution(inExecution(saved, { executionId }));
	expect(saved).toStrictEqual({ smsGateway: {}, smsGatewayExecution: '7' });
	expect(keysIn(keyed(inExecution(saved, { executionId: '9' })))).toStrictEqual(FOR_RETRY);
});

describe('gives none', () => {
	it.each<[string, Given]>([
		['in an execution that is no retry', { mode: 'trigger' }],
		['in the execution that first ran the node, as it tries again itself', { executionId: '7' }],
		['to a tool', { type: 'smsGatewayTool' }],
		['in a workflow that is not saved', { workflowId: '' }],
	])('%s', (_, given) => {
		expect(keysOfRetry(given)).toStrictEqual(OWN);
	});

	it('where the node had not run before', () => {
		expect(keysIn(keyed(inExecution({})))).toStrictEqual(OWN);
	});

	it('in an n8n that cannot keep them', () => {
		const ctx = inExecution(savedBy('7'));
		expect(keyed({ ...ctx, helpers: {} } as typeof ctx)).toBe(THREE);
	});

	it.each([
		[60, 'retry 7 0 0'],
		[61, ''],
	])('where requests take longer than keys are waited for: timeout of %i s', (timeout, key) => {
		expect(keysOfRetry({}, THREE, timeout)[0]).toBe(key);
	});
});
