import { itemsOf, type RestClient, type Run } from '../../host';
import { serveRealN8n, type ServedN8n, textsOf } from './support/served';
import { items, manualTrigger, smsGateway, workflow } from '../../host/workflow';

const NODE = 'SMS Gateway';
const BATCH = 5;
const CONCURRENCY = 2;
/** Keys that are claimed and not confirmed: of the window in flight, and of the next one. */
const WINDOWS = 2 * CONCURRENCY * BATCH;

/** The first request with it is never answered, and its messages are not sent. */
const HANGS_ONCE = '12815550111';

const people = (prefix: string): string[] =>
	Array.from({ length: 200 }, (_, index) => `${prefix}${100 + index}`);

const campaign = (phones: string[], uncertain = 'doNotResend') => {
	const saved = workflow('campaign', [
		manualTrigger(),
		items(phones.map((phone) => ({ phone }))),
		smsGateway(
			{
				operation: 'bulkSend',
				senderId: 'SHOP',
				recipients: '={{ $json.phone }}',
				message: '=Open on Saturday. (Run {{ $execution.id }})',
				safeguards: { deduplicationKey: 'saturday' },
				options: { batchSize: BATCH, concurrency: CONCURRENCY, uncertain },
			},
			{ onError: 'continueRegularOutput' },
		),
	]);
	// Without it n8n keeps nothing of a crashed execution, and has no Retry for it.
	Object.assign(saved.settings, { saveExecutionProgress: true });
	return saved;
};

/** Recipients, by their digits on the wire, by status and reason, such as `skipped alreadySent`. */
function outcomesOf(run: Run): Record<string, string[]> {
	const outcomes: Record<string, string[]> = {};
	for (const { json } of itemsOf(run, NODE)) {
		(outcomes[`${String(json.status)} ${String(json.reason)}`] ??= []).push(
			String(json.recipient).replace('+', ''),
		);
	}
	return outcomes;
}

describe('n8n is killed in the middle of two campaigns', () => {
	const phones = people('2250700000');
	phones[22] = HANGS_ONCE;
	const retried = people('2250500000');

	let n8n: ServedN8n;
	let rest: RestClient;
	let launched: { workflowId: string; executionId: string };
	let launchedToRetry: typeof launched;
	/** Recipients of the first campaign's requests that were in flight when n8n died. */
	let inFlight: string[];
	/** Those that the first rerun has named as interrupted. */
	let named: string[];
	let sentBefore: Record<string, number>;
	let retry: Run;

	const textsTo = (recipients: string[]) => {
		const texts = textsOf(n8n.sandbox);
		return recipients.map((recipient) => texts[recipient] ?? 0);
	};

	beforeAll(async () => {
		n8n = await serveRealN8n({ latencyMs: 400 });
		const { instance, sandbox } = n8n;
		launchedToRetry = await n8n.launch(campaign(retried));
		launched = await n8n.launch(campaign(phones));

		// A request of the first campaign has just arrived, so its earlier ones have come to their end.
		const own = new Set(phones);
		await sandbox.until(
			() => sandbox.messages().filter(({ recipient }) => own.has(recipient)).length >= 45,
		);
		const killed = instance.kill();
		inFlight = sandbox
			.requests()
			.filter(({ outcome }) => outcome === 'pending' || outcome === 'hung')
			.flatMap(({ body }) => (body as { recipients: string }).recipients.split('|'))
			.filter((recipient) => own.has(recipient));
		await killed;
		sentBefore = textsOf(sandbox);
		sandbox.setLatency(0);
		await instance.start();
		rest = await instance.setupOwner();
	});

	afterAll(() => n8n?.close());

	// It takes some 80 s to be sure that the process that had claimed the keys is dead.
	const runAgain = async () => rest.waitForExecution(await rest.runWorkflow(launched.workflowId));

	it('leaves them unfinished, with two requests of the first in flight', async () => {
		expect((await rest.execution(launched.executionId)).status).toBe('crashed');
		expect(inFlight).toHaveLength(CONCURRENCY * BATCH);
		expect(inFlight).toContain(HANGS_ONCE);
		expect(Object.keys(sentBefore).length).toBeLessThan(phones.length);
	});

	it('sends to the others once under the same key, and names those in flight as interrupted', async () => {
		const [again, retrying] = await Promise.all([
			runAgain(),
			rest.retry(launchedToRetry.executionId),
		]);
		retry = retrying;
		const outcomes = outcomesOf(again);

		named = outcomes['unknown interrupted']!;
		expect(named).toStrictEqual(expect.arrayContaining(inFlight));
		expect(named.length).toBeLessThanOrEqual(WINDOWS);
		const others = phones.filter((phone) => !named.includes(phone));
		expect(outcomes).toStrictEqual({
			'skipped alreadySent': others.filter((phone) => sentBefore[phone]),
			'unknown interrupted': named,
			'accepted accepted': others.filter((phone) => !sentBefore[phone]),
		});
		expect(Math.max(...textsTo(phones))).toBe(1);
		const forgotten = phones.filter((phone) => textsOf(n8n.sandbox)[phone] === undefined);
		expect(forgotten.length).toBeGreaterThanOrEqual(BATCH);
		expect(named).toStrictEqual(expect.arrayContaining(forgotten));
	});

	it('says the same each time it is run again, and sends nothing', async () => {
		const requests = n8n.sandbox.requests().length;
		const outcomes = outcomesOf(await runAgain());

		expect(outcomes['skipped alreadySent']).toHaveLength(phones.length - named.length);
		expect(outcomes['unknown interrupted']).toStrictEqual(named);
		expect(n8n.sandbox.requests()).toHaveLength(requests);
	});

	it('sends to everybody at least once where the user chose to resend', async () => {
		const { nodes } = campaign(phones, 'resend');
		await rest.changeWorkflow(launched.workflowId, { nodes });
		const outcomes = outcomesOf(await runAgain());

		expect(outcomes['accepted accepted']).toStrictEqual(named);
		expect(outcomes['skipped alreadySent']).toHaveLength(phones.length - named.length);
		expect(Math.min(...textsTo(phones))).toBe(1);
		const twice = phones.filter((phone) => textsOf(n8n.sandbox)[phone] === 2);
		expect(twice.length).toBeGreaterThanOrEqual(BATCH);
		expect(named).toStrictEqual(expect.arrayContaining(twice));
	});

	it('sends to nobody twice by the Retry of a crashed execution either', () => {
		const outcomes = outcomesOf(retry);
		const interrupted = outcomes['unknown interrupted'] ?? [];

		expect(Math.max(...textsTo(retried))).toBe(1);
		expect(interrupted.length).toBeLessThanOrEqual(WINDOWS);
		expect(interrupted).toStrictEqual(
			expect.arrayContaining(retried.filter((phone) => !textsOf(n8n.sandbox)[phone])),
		);
		expect(outcomes['accepted accepted']!.length).toBeGreaterThan(0);
		expect(outcomes['skipped alreadySent']!.length).toBeGreaterThan(0);
	});
});
