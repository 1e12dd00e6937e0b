import { itemsOf, type Run } from '../../../host';
import { ALWAYS_REFUSED, campaign, NODE, people, send } from '../support/campaign';
import { change, onceEach, sharedN8n, textsOf } from '../support/served';

const REFUSED_ONCE = '12145550100';
const ALSO_REFUSED_ONCE = '12705550108';
const SENT_BUT_500 = '12255550100';
const LOST_ONCE = '12155550100';

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const bulkSend = (options: object) => ({
	operation: 'bulkSend',
	recipients: '={{ $json.phone }}',
	options,
});
const withTime = { message: '=It is {{ $now.toISO() }}.' };

const outcomesOf = (run: Run) => itemsOf(run, NODE).map(({ json }) => json);

const pairingOf = (run: Run) =>
	itemsOf(run, NODE).map(({ pairedItem }) => (pairedItem as { item: number }).item);

describe('retries', () => {
	const n8n = sharedN8n();

	describe('Retry On Fail', () => {
		const [first, second, fourth, fifth] = people(4) as [string, string, string, string];
		const phones = [first, second, REFUSED_ONCE, fourth, fifth];

		it('sends to nobody twice when one of five messages is refused at first', async () => {
			const run = await n8n.run(campaign(phones, RETRY_ON_FAIL));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(phones));
			expect(n8n.sandbox.requests()).toHaveLength(6);
			expect(outcomesOf(run).map(({ recipient, status }) => [recipient, status])).toStrictEqual(
				phones.map((phone) => [`+${phone}`, 'accepted']),
			);
			expect(outcomesOf(run).map(({ replayed }) => replayed)).toStrictEqual([
				true,
				true,
				false,
				false,
				false,
			]);
			expect(pairingOf(run)).toStrictEqual([0, 1, 2, 3, 4]);
		});

		it('sends to nobody twice when one of several bulk requests is refused at first', async () => {
			const many = [...people(8), REFUSED_ONCE, ...people(12).slice(8)];
			const run = await n8n.run(campaign(many, RETRY_ON_FAIL, bulkSend({ batchSize: 3 })));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(many));
			// The refused one in its parts, which are three recipients.
			expect(n8n.sandbox.requests()).toHaveLength(Math.ceil(many.length / 3) + 3);
			expect(pairingOf(run)).toStrictEqual(many.map((_, index) => index));
		});

		it('does not repeat a message that may have been sent, and still sends the others', async () => {
			const many = [first, SENT_BUT_500, second, fourth];
			const run = await n8n.run(campaign(many, RETRY_ON_FAIL));

			expect(run.status).toBe('error');
			expect(run.data.resultData.error).toMatchObject({
				message: expect.stringContaining('HTTP 500'),
				description: expect.stringMatching(
					/3 accepted.*1 unknown.*Unknown \(may have been sent\): \d+\. A retry ends here again, .* Do not use 'Execute workflow'/,
				),
			});
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(many));
			expect(n8n.sandbox.requests()).toHaveLength(many.length);
		});

		it('repeats it where the user chose to resend', async () => {
			const many = [first, LOST_ONCE, second];
			const options = { uncertain: 'resend' };
			const run = await n8n.run(campaign(many, RETRY_ON_FAIL, { options }));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(many));
			expect(n8n.sandbox.requests()).toHaveLength(many.length + 1);
		});
	});

	describe('Retry of a failed execution', () => {
		it.each([{ loadWorkflow: false }, { loadWorkflow: true }])(
			'sends only what is missing, although the text has changed since, with %j',
			async (how) => {
				const phones = [...people(3), REFUSED_ONCE, ...people(5).slice(3)];
				const failed = await n8n.run(campaign(phones, {}, withTime));
				expect(failed.status).toBe('error');
				expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(3)));

				const retried = await n8n.rest.retry(String(failed.id), how);

				expect(retried.status).toBe('success');
				expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(phones));
				expect(n8n.sandbox.requests()).toHaveLength(phones.length + 1);
				const texts = new Set(n8n.sandbox.messages().map(({ text }) => text));
				expect(texts.size).toBeGreaterThan(1);
				expect(
					outcomesOf(retried).map(({ recipient, replayed }) => [recipient, replayed]),
				).toStrictEqual(phones.map((phone, index) => [`+${phone}`, index < 3]));
				expect(outcomesOf(retried).every(({ status }) => status === 'accepted')).toBe(true);
				expect(pairingOf(retried)).toStrictEqual(phones.map((_, index) => index));
			},
		);

		it('remembers across a retry of a retry, with bulk requests of changing text', async () => {
			const phones = [...people(2), REFUSED_ONCE, ...people(4).slice(2), ALSO_REFUSED_ONCE];
			const parameters = { ...bulkSend({ batchSize: 1, concurrency: 1 }), ...withTime };
			const failed = await n8n.run(campaign(phones, {}, parameters));
			const again = await n8n.rest.retry(String(failed.id));
			const last = await n8n.rest.retry(String(again.id));

			expect([failed.status, again.status, last.status]).toStrictEqual([
				'error',
				'error',
				'success',
			]);
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(phones));
			expect(outcomesOf(last).map(({ replayed }) => replayed)).toStrictEqual([
				...Array(5).fill(true),
				false,
			]);
			const requests = outcomesOf(last).map(({ request }) => request);
			expect(new Set(requests).size).toBe(phones.length);
		});

		it('sends the rest once the user has fixed the workflow', async () => {
			const phones = [...people(2), ALWAYS_REFUSED, ...people(4).slice(2)];
			const { workflowId, executionId } = await n8n.launch(campaign(phones));
			expect((await n8n.rest.waitForExecution(executionId)).status).toBe('error');

			const parameters = { ...send, safeguards: { excludedRecipients: ALWAYS_REFUSED } };
			await change(n8n, workflowId, { parameters });
			const retried = await n8n.rest.retry(executionId, { loadWorkflow: true });

			expect(retried.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(4)));
			expect(outcomesOf(retried)[2]).toMatchObject({ status: 'skipped', reason: 'excluded' });
		});
	});

	describe('A cancelled execution', () => {
		const phones = people(200);
		const parameters = {
			options: { concurrency: 2 },
			safeguards: { deduplicationKey: 'saturday' },
		};

		beforeEach(() => n8n.sandbox.setLatency(300));
		afterEach(() => n8n.sandbox.setLatency(0));

		it('starts no further request, and running it again with its key sends to the others', async () => {
			const { sandbox, rest } = n8n;
			const { workflowId, executionId } = await n8n.launch(campaign(phones, {}, parameters));
			await sandbox.until(() => sandbox.requests().length >= 10);
			await rest.request('POST', `/executions/${executionId}/stop`);
			const started = sandbox.requests().length;
			const cancelled = await rest.waitForExecution(executionId);
			expect(cancelled.status).toBe('canceled');
			expect(cancelled.data.resultData.runData).toStrictEqual({});
			expect(started).toBeLessThan(phones.length);

			// As long as several more of its requests would take.
			await n8n.run(campaign([REFUSED_ONCE, ...people(2)]));
			const before = sandbox.requests().filter(({ id }) => id > started);
			expect(before).toHaveLength(1);

			sandbox.setLatency(0);
			const again = await rest.waitForExecution(await rest.runWorkflow(workflowId));
			expect(again.status).toBe('success');
			expect(textsOf(sandbox)).toStrictEqual(onceEach(phones));
			expect(outcomesOf(again).filter(({ status }) => status === 'skipped')).toHaveLength(started);
		});
	});
});
