import {
	manualTrigger,
	noOp,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';
import { dataOf } from '../../support/error-data';
import {
	bulkSend,
	listOf,
	loopOver,
	outcomesOf,
	people,
	REFUSED_ONCE,
	send,
} from '../support/campaign';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const [first, second, third] = people(3) as [string, string, string];

describe('over several turns of an execution', () => {
	const n8n = sharedN8n();

	it('a loop sends in every turn, to the same person as well, and by Retry goes on where one failed', async () => {
		const phones = [first, second, first, REFUSED_ONCE, first, third];
		const loop = loopOver(2);
		const node = smsGateway(bulkSend({ batchSize: 1, concurrency: 1 }));
		const failed = await n8n().run(
			workflow(
				'loop',
				[manualTrigger(), listOf(phones), loop],
				[
					[loop, 0, noOp('Done')],
					[loop, 1, node],
					[node, 0, loop],
				],
			),
		);
		expect(failed.status).toBe('error');
		const run = await n8n().rest.retry(String(failed.id));

		expect(run.status).toBe('success');
		expect(outcomesOf(run, 'Done')).toHaveLength(phones.length);
		expect(textsOf(n8n().sandbox)).toStrictEqual({
			[first]: 3,
			[second]: 1,
			[REFUSED_ONCE]: 1,
			[third]: 1,
		});
	});

	/** A parent that calls a sub-workflow with this node. */
	async function parentOf(phones: readonly string[], safeguards: object) {
		const called: WorkflowNode = {
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const child = workflow('child', [called, smsGateway({ ...send, safeguards })]);
		const id = await n8n().rest.createWorkflow(child);
		// Else n8n refuses to run it for a Retry.
		await n8n().rest.activate(id);
		const call: WorkflowNode = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
		};
		return workflow('parent', [manualTrigger(), listOf(phones), call]);
	}

	it('a sub-workflow of one that is started by hand sends to its Test Recipients only', async () => {
		await n8n().run(await parentOf([first, second], { testRecipients: second }));
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([second]));
	});

	it('a sub-workflow that fails tells its parent, and with a key the Retry of that is safe', async () => {
		const phones = [first, second, REFUSED_ONCE, third];
		const failed = await n8n().run(await parentOf(phones, { deduplicationKey: 'saturday' }));
		// n8n wraps it.
		const { description, errorResponse } = failed.data.resultData.error!;
		expect(description).not.toContain('would send twice');
		expect(dataOf(errorResponse).recipients).toMatchObject({
			accepted: 2,
			rejected: 1,
			notSent: 1,
		});

		const retried = await n8n().rest.retry(String(failed.id));
		expect(retried.status).toBe('success');
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach(phones));
	});
});
