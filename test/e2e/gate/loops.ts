import { itemsOf } from '../../../host';
import {
	manualTrigger,
	noOp,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';
import { causesOf, dataOf } from '../../support/error-data';
import {
	ADA,
	bulkSend,
	failureOf,
	listOf,
	loopOver,
	NODE,
	outcomesOf,
	people,
	REFUSED_ONCE,
	RETRY_ON_FAIL,
	send,
	SENT_BUT_500,
} from '../support/campaign';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const [first, second, third] = people(3) as [string, string, string];

describe('over several turns of an execution', () => {
	const n8n = sharedN8n();

	const looping = (phones: string[], parameters: object, settings: object = {}) => {
		const loop = loopOver(2);
		const node = smsGateway({ ...parameters }, { ...settings });
		return workflow(
			'loop',
			[manualTrigger(), listOf(phones), loop],
			[
				[loop, 0, noOp('Done')],
				[loop, 1, node],
				[node, 0, loop],
			],
		);
	};
	const inParts = bulkSend({ batchSize: 1, concurrency: 1 });

	it('sends in every turn of a loop, to the same person as well', async () => {
		const run = await n8n().run(looping([first, second, first, third, first, second], inParts));

		expect(run.status).toBe('success');
		expect(textsOf(n8n().sandbox)).toStrictEqual({ [first]: 3, [second]: 2, [third]: 1 });
		expect(outcomesOf(run, 'Done').map(({ replayed }) => replayed)).toStrictEqual(
			Array(6).fill(false),
		);
	});

	it.each(['Retry On Fail', 'Retry'])('goes on where a later turn failed, by %s', async (how) => {
		const phones = [first, second, first, REFUSED_ONCE, first, third];
		const saved = looping(phones, inParts, how === 'Retry' ? {} : RETRY_ON_FAIL);
		let run = await n8n().run(saved);
		if (how === 'Retry') run = await n8n().rest.retry(String(run.id));

		expect(run.status).toBe('success');
		expect(textsOf(n8n().sandbox)).toStrictEqual({
			[first]: 3,
			[second]: 1,
			[REFUSED_ONCE]: 1,
			[third]: 1,
		});
	});

	it('counts Max SMS over all turns', async () => {
		const failed = await n8n().run(looping(people(6), { ...send, safeguards: { maxSms: 4 } }));

		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach(people(4)));
		expect(causesOf(failureOf(failed))).toMatchObject([expect.stringContaining('overMaxSms')]);
	});

	it('sends once to one whose SMS comes back from the error output in doubt', async () => {
		const again: WorkflowNode = {
			name: 'Again?',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: '1',
							leftValue: '={{ $runIndex < 2 }}',
							rightValue: '',
							operator: { type: 'boolean', operation: 'true', singleValue: true },
						},
					],
					combinator: 'and',
				},
				options: {},
			},
		};
		const node = smsGateway(send, { onError: 'continueErrorOutput' });
		const ended = await n8n().run(
			workflow(
				'again',
				[manualTrigger(), listOf([SENT_BUT_500, ADA]), node],
				[
					[node, 1, again],
					[again, 0, node],
				],
			),
		);

		expect(ended.status).toBe('success');
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, SENT_BUT_500]));
		expect(n8n().sandbox.requests()).toHaveLength(2);
		expect(itemsOf(ended, NODE, { output: 1 })).toMatchObject([
			{ json: { details: { status: 'unknown', replayed: true } } },
		]);
	});

	it('a sub-workflow that fails tells its parent, and with a key the Retry of that is safe', async () => {
		const child = workflow('child', [
			{
				name: 'Called',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			},
			smsGateway({ ...send, safeguards: { deduplicationKey: 'saturday' } }),
		]);
		const id = await n8n().rest.createWorkflow(child);
		// Else n8n refuses to run it for the Retry.
		await n8n().rest.activate(id);
		const call: WorkflowNode = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
		};
		const phones = [first, second, REFUSED_ONCE, third];
		const failed = await n8n().run(workflow('parent', [manualTrigger(), listOf(phones), call]));
		// n8n wraps it.
		const { description, errorResponse } = failed.data.resultData.error!;
		expect(description).not.toContain('sends to all again');
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
