import { until, type Run } from '../../../host';
import { manualTrigger, smsGateway, workflow, type WorkflowNode } from '../../../host/workflow';
import { dataOf } from '../../support/error-data';
import {
	ALWAYS_REFUSED,
	ALSO_REFUSED_ONCE,
	bulkSend,
	campaign,
	failureOf,
	HANGS,
	listOf,
	outcomesOf,
	pairingOf,
	people,
	reasonsOf,
	REFUSED_ONCE,
	RETRY_ON_FAIL,
	send,
	SENT_BUT_500,
} from '../support/campaign';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const withTime = { message: '=It is {{ $now.toISO() }}.' };
const replayedOf = (run: Run) => outcomesOf(run).map(({ replayed }) => replayed);

describe('retries', () => {
	const n8n = sharedN8n();
	const sent = () => textsOf(n8n().sandbox);

	it('Retry On Fail sends to nobody twice: neither who was accepted, nor whose SMS may have been sent', async () => {
		const phones = [...people(2), REFUSED_ONCE, SENT_BUT_500, ...people(4).slice(2)];
		const run = await n8n().run(campaign(phones, {}, RETRY_ON_FAIL));

		expect(run.status).toBe('error');
		expect(dataOf(failureOf(run))).toMatchObject({
			causes: [{ reason: 'serverError' }],
			recipients: { accepted: 5, unknown: 1 },
		});
		expect(sent()).toStrictEqual(onceEach(phones));
		expect(n8n().sandbox.requests()).toHaveLength(phones.length + 1);
	});

	describe('Retry of a failed execution', () => {
		it.each([{ loadWorkflow: false }, { loadWorkflow: true }])(
			'sends only what is missing, although the text has changed since, with %j',
			async (how) => {
				const phones = [...people(3), REFUSED_ONCE, ...people(5).slice(3)];
				const failed = await n8n().run(campaign(phones, withTime));
				expect(failed.status).toBe('error');
				expect(sent()).toStrictEqual(onceEach(people(3)));
				const retried = await n8n().rest.retry(String(failed.id), how);

				expect(retried.status).toBe('success');
				expect(sent()).toStrictEqual(onceEach(phones));
				expect(replayedOf(retried)).toStrictEqual(phones.map((_, index) => index < 3));
				expect(pairingOf(retried)).toStrictEqual(phones.map((_, index) => index));
			},
		);

		it('remembers across a retry of a retry, with requests of changing text', async () => {
			const phones = [...people(2), REFUSED_ONCE, ...people(4).slice(2), ALSO_REFUSED_ONCE];
			const parameters = { ...bulkSend({ batchSize: 1, concurrency: 1 }), ...withTime };
			const failed = await n8n().run(campaign(phones, parameters));
			const again = await n8n().rest.retry(String(failed.id));
			const last = await n8n().rest.retry(String(again.id));

			expect([again.status, last.status]).toStrictEqual(['error', 'success']);
			expect(sent()).toStrictEqual(onceEach(phones));
			expect(replayedOf(last)).toStrictEqual([...Array(5).fill(true), false]);
		});

		it('sends to the others once On Error is Continue, as the error says', async () => {
			const phones = [people(1)[0]!, ALWAYS_REFUSED, ...people(3).slice(1)];
			const { workflowId, executionId } = await n8n().launch(campaign(phones));
			const failed = await n8n().rest.waitForExecution(executionId);
			expect(failureOf(failed)!.description).toMatch(/Retry with currently saved.*Continue'/);
			expect(dataOf(failureOf(failed)).ended).toMatchObject([
				{ item: 0, status: 'accepted' },
				{ item: 1, status: 'rejected' },
				{ item: 2, status: 'notSent' },
				{ item: 3, status: 'notSent' },
			]);

			const { nodes } = campaign(phones, {}, { onError: 'continueRegularOutput' });
			await n8n().rest.changeWorkflow(workflowId, { nodes });
			const retried = await n8n().rest.retry(executionId, { loadWorkflow: true });
			expect(sent()).toStrictEqual(onceEach(people(3)));
			expect(outcomesOf(retried).map(({ status }) => status)).toStrictEqual([
				'accepted',
				'rejected',
				'accepted',
				'accepted',
			]);
		});
	});

	describe('Retries of an execution that failed before the node', () => {
		const [before, after] = [
			{ type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'Sheet not found' } },
			{ type: 'n8n-nodes-base.noOp', parameters: {} },
		];
		const behind = (sheet: Pick<WorkflowNode, 'type' | 'parameters'>, phones: readonly string[]) =>
			workflow('behind', [
				manualTrigger(),
				listOf(phones),
				{ name: 'Sheet', typeVersion: 1, ...sheet },
				smsGateway(send),
			]);

		async function failBefore(phones: readonly string[]): Promise<string> {
			const { rest } = n8n();
			const { workflowId, executionId } = await n8n().launch(behind(before, phones));
			expect((await rest.waitForExecution(executionId)).status).toBe('error');
			await rest.changeWorkflow(workflowId, { nodes: behind(after, phones).nodes });
			return executionId;
		}

		const how = { loadWorkflow: true };

		it('know of each other', async () => {
			const phones = [...people(2), REFUSED_ONCE, ...people(4).slice(2)];
			const id = await failBefore(phones);
			const first = await n8n().rest.retry(id, how);
			expect(sent()).toStrictEqual(onceEach(people(2)));
			const second = await n8n().rest.retry(id, how);
			const third = await n8n().rest.retry(id, how);

			const ends = [first.status, second.status, third.status];
			expect(ends.join()).toBe('error,success,success');
			expect(sent()).toStrictEqual(onceEach(phones));
		});

		it('share the recipients where two people press it at once', async () => {
			const id = await failBefore(people(8));
			const retry = async () =>
				await n8n()
					.rest.request('POST', `/executions/${id}/retry`, how)
					.catch(() => undefined);
			await Promise.all([retry(), retry()]);
			await until('the end of both', () =>
				n8n().sandbox.requests().length >= 8 &&
				!n8n()
					.sandbox.requests()
					.some(({ outcome }) => outcome === 'pending')
					? true
					: undefined,
			);
			expect(sent()).toStrictEqual(onceEach(people(8)));
		});
	});

	describe('an execution that n8n ends', () => {
		afterEach(() => n8n().sandbox.setLatency(0));

		it('by its time limit keeps who was sent to', async () => {
			const saved = campaign([...people(3), HANGS, ...people(6).slice(3)]);
			const settings = { ...saved.settings, executionTimeout: 4 };
			const ended = await n8n().run({ ...saved, settings });

			expect(ended.status).toBe('canceled');
			expect(dataOf(failureOf(ended)).recipients).toMatchObject({
				accepted: 3,
				unknown: 1,
				notSent: 3,
			});
		});

		it('by hand starts no further request, and running it again with its key sends to the others', async () => {
			const { sandbox, rest } = n8n();
			const phones = people(100);
			const safeguards = { deduplicationKey: 'saturday' };
			sandbox.setLatency(300);
			const { workflowId, executionId } = await n8n().launch(
				campaign(phones, { ...send, options: { concurrency: 2 }, safeguards }),
			);
			await sandbox.until(() => sandbox.requests().length >= 6);
			await rest.request('POST', `/executions/${executionId}/stop`);
			expect((await rest.waitForExecution(executionId)).status).toBe('canceled');
			await until('the end of what was in progress', () =>
				sandbox.requests().some(({ outcome }) => outcome === 'pending') ? undefined : true,
			);
			const started = sandbox.requests().length;
			expect(started).toBeLessThan(phones.length / 2);

			sandbox.setLatency(0);
			const again = await rest.waitForExecution(await rest.runWorkflow(workflowId));
			const reasons = reasonsOf(again);
			const accepted = reasons.filter((reason) => reason === 'accepted');
			expect(accepted).toHaveLength(phones.length - started);
			expect(sent()).toStrictEqual(onceEach(phones));
		});
	});
});
