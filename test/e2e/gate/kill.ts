import type { Run } from '../../../host';
import { campaign, outcomesOf, people } from '../support/campaign';
import { answerLink, linkIn, openLink } from '../support/link';
import { sharedN8n, textsOf } from '../support/served';

const BATCH = 5;
const CONCURRENCY = 2;
/** Keys that are claimed and not confirmed: of what is in flight, and of what was to follow. */
const WINDOWS = 2 * CONCURRENCY * BATCH;

const everybody = people(300);
const [phones, others] = [everybody.slice(0, 150), everybody.slice(150)];

const keyed = (list: readonly string[], uncertain = 'doNotResend') => {
	const saved = campaign(
		list,
		{
			operation: 'bulkSend',
			recipients: '={{ $json.phone }}',
			message: '=Open on Saturday. (Run {{ $execution.id }})',
			safeguards: { deduplicationKey: 'saturday' },
			options: { batchSize: BATCH, concurrency: CONCURRENCY, timeout: 5, uncertain },
		},
		{ onError: 'continueRegularOutput' },
	);
	// Without it n8n keeps nothing of a crashed execution, and has no Retry for it.
	return { ...saved, settings: { ...saved.settings, saveExecutionProgress: true } };
};

/** Recipients by their reason. */
function byReason(run: Run): Record<string, string[]> {
	const found: Record<string, string[]> = {};
	for (const { reason, recipient } of outcomesOf(run)) {
		(found[String(reason)] ??= []).push(String(recipient));
	}
	return found;
}

describe('n8n is killed in the middle of two campaigns and a question', () => {
	const n8n = sharedN8n();
	let launched: { workflowId: string; executionId: string };
	let retried: typeof launched;
	let question: string;
	let asked: string;
	let sentBefore: Record<string, number>;
	let named: string[];
	let retry: Record<string, string[]>;
	/** What each was sent, since the sandbox forgets between the tests. */
	const sms: Record<string, number> = {};
	const count = () => {
		for (const [one, times] of Object.entries(textsOf(n8n().sandbox))) {
			sms[one] = (sms[one] ?? 0) + times;
		}
		n8n().sandbox.clear();
	};
	const runAgain = async () => {
		const { rest } = n8n();
		return byReason(await rest.waitForExecution(await rest.runWorkflow(launched.workflowId)));
	};

	beforeAll(async () => {
		const { sandbox, instance, launch } = n8n();
		sandbox.reset();
		({ executionId: asked } = await launch(
			campaign(people(1), { operation: 'sendAndWait', message: 'May I?', options: {} }),
		));
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		question = linkIn(sandbox.messages()[0]!.text);
		await openLink(question);
		sandbox.clear();

		sandbox.setLatency(300);
		retried = await launch(keyed(others));
		launched = await launch(keyed(phones));
		await sandbox.until(() => {
			const sent = textsOf(sandbox);
			return [phones, others].every((list) => list.filter((one) => sent[one]).length >= 30);
		});
		await instance.kill();
		sentBefore = textsOf(sandbox);
		count();
		sandbox.setLatency(0);
		await instance.start();
		n8n().rest = await instance.setupOwner();
	});
	afterEach(count);

	it('sends to the others once under the same key, and names those in flight as interrupted', async () => {
		expect((await n8n().rest.execution(launched.executionId)).status).toBe('crashed');
		expect(Object.keys(sentBefore).length).toBeLessThan(everybody.length);
		// Each waits until it is sure that nobody else is sending.
		const [again, byRetry] = await Promise.all([runAgain(), n8n().rest.retry(retried.executionId)]);
		retry = byReason(byRetry);
		count();
		named = again.interrupted!;
		expect(named.length).toBeGreaterThan(0);
		expect(named.length).toBeLessThanOrEqual(WINDOWS);
		const rest = phones.filter((phone) => !named.includes(phone));
		expect(again).toStrictEqual({
			alreadySent: rest.filter((phone) => sentBefore[phone]),
			interrupted: named,
			accepted: rest.filter((phone) => !sentBefore[phone]),
		});
		expect(phones.filter((phone) => (sms[phone] ?? 0) > 1)).toStrictEqual([]);
		expect(phones.filter((phone) => !sms[phone] && !named.includes(phone))).toStrictEqual([]);
	});

	it('says the same when it is run again, until the user chooses to resend', async () => {
		expect(await runAgain()).toMatchObject({ interrupted: named });
		expect(n8n().sandbox.requests()).toStrictEqual([]);

		const { nodes } = keyed(phones, 'resend');
		await n8n().rest.changeWorkflow(launched.workflowId, { nodes });
		expect((await runAgain()).accepted).toStrictEqual(named);
		count();
		expect(phones.filter((phone) => !sms[phone])).toStrictEqual([]);
	});

	it('sends to nobody twice by the Retry of a crashed execution either', () => {
		expect(others.filter((phone) => (sms[phone] ?? 0) > 1)).toStrictEqual([]);
		const missing = others.filter((phone) => !sms[phone]);
		expect(missing.filter((phone) => !retry.interrupted!.includes(phone))).toStrictEqual([]);
	});

	it('takes the answer to the question that was asked before', async () => {
		await answerLink(question, { answer: 'approve' });
		expect(outcomesOf(await n8n().rest.waitForExecution(asked))).toMatchObject([
			{ answered: true, data: { approved: true } },
		]);
	});
});
