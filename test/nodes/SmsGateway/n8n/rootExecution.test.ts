import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { rootExecutionOf } from '../../../../nodes/SmsGateway/n8n/rootExecution';

const OWN = 'n8n-nodes-sms-gateway.smsGateway';

type Given = {
	type?: string;
	mode?: string;
	/** The node before this one, which ran unless it is called otherwise. */
	before?: Partial<INode>;
	settings?: object;
	parentExecution?: object;
	isOlderN8n?: boolean;
};

function contextOf(given: Given): IExecuteFunctions {
	const { type = OWN, mode = 'trigger', before, settings = {}, parentExecution } = given;
	const parents = before ? [{ name: 'Before', disabled: false, ...before }] : [];
	return {
		getNode: () => ({ name: 'SMS Gateway', type }),
		getMode: () => mode,
		getExecutionId: () => '12',
		getWorkflowSettings: () => settings,
		getParentNodes: (name: string) => (name === 'SMS Gateway' ? parents : []),
		getChildNodes: () => [],
		runExecutionData: { resultData: { runData: { Before: [{}] } }, parentExecution },
		...(!given.isOlderN8n && { isToolExecution: () => false }),
	} as unknown as IExecuteFunctions;
}

const beforeOf = (given: Given, hasSent = false) =>
	rootExecutionOf(contextOf(given), hasSent).before;

describe('who has sent before in the root execution', () => {
	it('is nobody where the node sees all of it', () => {
		expect(beforeOf({})).toBe('nobody');
	});

	it('is this node where an earlier turn has sent', () => {
		expect(beforeOf({}, true)).toBe('thisNode');
	});

	it.each([
		['another SMS Gateway node', OWN, { operation: 'send' }],
		['one that asks and waits', OWN, { operation: 'sendAndWait' }],
		['one whose operation an expression gives', OWN, { operation: '={{ $json.how }}' }],
		['a tool of this package', `${OWN}Tool`, { operation: 'bulkSend' }],
		['a sub-workflow', 'n8n-nodes-base.executeWorkflow', {}],
		['a sub-workflow that an agent called', '@n8n/n8n-nodes-langchain.toolWorkflow', {}],
		['an MCP server', '@n8n/n8n-nodes-langchain.mcpClientTool', {}],
		['an SMS node of another service', 'n8n-nodes-base.twilio', { resource: 'sms' }],
		['one of another package', 'n8n-nodes-textmagic-sms.sender', {}],
		['one whose name begins like a trigger', 'n8n-nodes-triggerhappy-sms.sender', {}],
		['an SMS Gateway node that tells no operation', OWN, undefined],
		['a request that is no GET', 'n8n-nodes-base.httpRequest', { method: 'POST' }],
		['a request that an agent made', 'n8n-nodes-base.httpRequestTool', { method: '={{ 1 }}' }],
	])('may be %s', (_, type, parameters) => {
		expect(beforeOf({ before: { type, parameters } })).toBe('otherNodes');
		expect(beforeOf({ before: { type, parameters } }, true)).toBe('otherNodes');
		expect(beforeOf({ before: { type, parameters, disabled: true } })).toBe('nobody');
		expect(beforeOf({ before: { type, parameters, name: 'Not Reached' } })).toBe('nobody');
	});

	it.each([
		['previews', OWN, { operation: 'preview' }],
		['previews as a tool', `${OWN}Tool`, { operation: 'preview' }],
		['checks numbers', OWN, { operation: 'check' }],
		['reads the balance', OWN, { operation: 'get' }],
		['started the workflow', `${OWN}Trigger`, {}],
		['makes a GET request', 'n8n-nodes-base.httpRequest', { method: 'GET' }],
		['makes a request by default', 'n8n-nodes-base.httpRequest', undefined],
		['changes items', 'n8n-nodes-base.set', {}],
	])('is no node that %s', (_, type, parameters) => {
		expect(beforeOf({ before: { type, parameters } })).toBe('nobody');
	});

	it('is nobody as far as n8n shows', () => {
		const ctx = { ...contextOf({ before: { type: OWN } }), runExecutionData: null };
		expect(rootExecutionOf(ctx as never, false).before).toBe('nobody');
	});

	it.each<[string, Given]>([
		['a sub-workflow', { mode: 'integrated' }],
		['the retry of a sub-workflow', { mode: 'retry', parentExecution: { executionId: '11' } }],
		['a tool', { type: `${OWN}Tool` }],
		['Engine 2.0', { settings: { engineType: 'v2' } }],
	])('is not seen from %s', (_, given) => {
		expect(beforeOf(given)).toBe('unseen');
	});
});

describe('an execution', () => {
	it.each<[boolean, string, object]>([
		[true, 'trigger', {}],
		[true, 'trigger', { saveDataErrorExecution: 'all', saveManualExecutions: false }],
		[false, 'trigger', { saveDataErrorExecution: 'none' }],
		[true, 'manual', { saveDataErrorExecution: 'none' }],
		[true, 'manual', { saveManualExecutions: 'DEFAULT' }],
		[false, 'manual', { saveManualExecutions: false }],
	])('is saved: %s, by %s with %j', (isSaved, mode, settings) => {
		expect(rootExecutionOf(contextOf({ mode, settings }), false).isSaved).toBe(isSaved);
	});

	it('is saved as far as an n8n tells that does not tell its settings', () => {
		const ctx = { ...contextOf({}), getWorkflowSettings: undefined };
		expect(rootExecutionOf(ctx as never, false).isSaved).toBe(true);
	});

	it.each([
		[true, true],
		[false, false],
	])('has a button to save the workflow: %s', (hasSaveButton, isOlderN8n) => {
		expect(rootExecutionOf(contextOf({ isOlderN8n }), false).hasSaveButton).toBe(hasSaveButton);
	});
});
