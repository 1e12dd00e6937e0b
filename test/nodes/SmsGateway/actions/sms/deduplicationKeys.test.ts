import '../../../../support/fast-clock';
import { explain } from '../../../../../nodes/SmsGateway/words/causes';
import { LOCK_TAKEN } from '../../../../../nodes/SmsGateway/words/hints';
import { createEngine } from '../../../../support/engine';
import type { MemoryDeduplicator } from '../../../../engine-kit/deduplicator';
import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send, waysToSend } from '../../run';

const safeguards = { deduplicationKey: '={{ $json.order }}' };
const onError = 'continueRegularOutput';
const orders = people(3).map((one, index) => ({ ...one, order: `A-${index}` }));
const campaign = { items: orders, safeguards, onError } as const;

let store: MemoryDeduplicator;
beforeAll(async () => {
	store = (await createEngine()).deduplicator;
});
beforeEach(() => store.reset());

describe.each(waysToSend)('a %s with a deduplication key', (route, run) => {
	it('goes to a recipient once, in all executions', async () => {
		const service = gateway()[route](accepted);
		await run(campaign);
		const again = await run(campaign);

		expect(service.recipients).toStrictEqual(phones(3));
		expect(all(again, 'reason')).toStrictEqual(['alreadySent', 'alreadySent', 'alreadySent']);
		expect(all(again, 'status')).toStrictEqual(['skipped', 'skipped', 'skipped']);
	});

	it('goes once per key within one execution, whatever the text', async () => {
		const service = gateway()[route](accepted);
		const items = [1, 2].map(() => ({ phone: '2290197000001', order: 'A' }));
		const result = await run({ ...campaign, items, parameters: { message: '={{ $itemIndex }}' } });

		expect(service.requests).toHaveLength(1);
		expect(all(result, 'reason')).toStrictEqual(['accepted', 'alreadySent']);
	});

	it.each<[string, Answer]>([
		['a refusal', refusal('No')],
		['a refused connection', { error: 'ECONNREFUSED' }],
		['429', { status: 429 }],
		['401', { status: 401 }],
	])('is free again after %s', async (_, failure) => {
		gateway()[route](failure);
		await run(campaign);
		const service = gateway()[route](accepted);
		const again = await run(campaign);

		expect(service.recipients).toStrictEqual(phones(3));
		expect(all(again, 'status')).toStrictEqual(['accepted', 'accepted', 'accepted']);
	});

	it.each<[string, Answer]>([
		['a lost connection', { error: 'ECONNRESET' }],
		['500', { status: 500 }],
	])('is held back after %s, unless the user chooses to resend', async (_, failure) => {
		gateway()[route](failure);
		await run(campaign);
		const service = gateway()[route](accepted);
		const careful = await run(campaign);
		expect(service.requests).toStrictEqual([]);
		expect(all(careful, 'status')).toStrictEqual(['unknown', 'unknown', 'unknown']);
		expect(all(careful, 'reason')).toStrictEqual(['interrupted', 'interrupted', 'interrupted']);

		await run({ ...campaign, options: { uncertain: 'resend' } });
		expect(service.recipients).toStrictEqual(phones(3));
		const after = await run(campaign);
		expect(all(after, 'reason')).toStrictEqual(['alreadySent', 'alreadySent', 'alreadySent']);
	});

	it('is not sent when the key cannot be kept', async () => {
		const service = gateway()[route](accepted);
		store.failure = new Error('database is locked');
		const result = await run(campaign);

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'status')).toStrictEqual(['notSent', 'notSent', 'notSent']);
		expect(all(result, 'reason')[0]).toBe('deduplicationUnavailable');
		expect(result.items[0]!.json.explanation).toContain('database is locked');
	});
});

it('replays within the same turn and only then asks the store', async () => {
	const service = gateway().send([accepted, refusal('Busy'), accepted, accepted]);
	const result = await send({
		items: orders,
		safeguards,
		options: { concurrency: 1 },
		retryOnFail: true,
		maxTries: 2,
	});

	expect(all(result, 'status')).toStrictEqual(['accepted', 'accepted', 'accepted']);
	expect(all(result, 'replayed')).toStrictEqual([true, false, false]);
	expect(service.recipients).toStrictEqual([...phones(2), ...phones(3).slice(1)]);
});

it('is kept apart per workflow', async () => {
	const service = gateway().send(accepted);
	await send({ ...campaign, workflowId: 'one' });
	await send({ ...campaign, workflowId: 'two' });

	expect(service.requests).toHaveLength(6);
});

it('is not sent from a workflow that is not saved, as n8n could not store the key', async () => {
	const service = gateway().send(accepted);
	const result = await send({ ...campaign, workflowId: '' });

	expect(service.requests).toStrictEqual([]);
	expect(all(result, 'reason')[0]).toBe('deduplicationUnavailable');
	const why = { name: 'notSaved', what: 'key', error: 'unsavedWorkflow' } as const;
	expect(result.items[0]!.json.explanation).toBe(explain([why]));
});

describe('before anything is sent, a key refuses', () => {
	it('more recipients than are remembered', async () => {
		const service = gateway().bulk(accepted);
		const list = Array.from({ length: 40_001 }, (_, index) => String(2290197001234 + index));
		const result = await bulkSend({
			...campaign,
			items: [{ order: 'sale' }],
			parameters: { recipients: list.join() },
		});
		expect(new Set(all(result, 'reason'))).toStrictEqual(new Set(['invalidParameter']));
		expect(result.items[0]!.json.explanation).toContain('40,001');
		expect(service.requests).toStrictEqual([]);
	});
});

it.each([
	['with a key', safeguards],
	['with a limit per day', { maxSmsPerDay: 9 }],
])('hints at another node in the place of its lock %s', async (workflowId, given) => {
	gateway().send(refusal('Busy'));
	const failed = await send({
		...campaign,
		safeguards: given,
		onError: 'stopWorkflow',
		workflowId,
	});
	const workflow = structuredClone(failed.workflow);
	workflow.nodes.push({
		id: 'others',
		name: 'Others',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		position: [0, 0],
		parameters: { options: { scope: 'workflow' } },
	});
	workflow.connections.Others = { main: [[{ node: failed.nodeName, type: 'main', index: 0 }]] };
	gateway().send(accepted);
	const { hints, status } = await (await createEngine()).retry({ ...failed, workflow });

	expect(status).toBe('success');
	expect(hints.map(({ message }) => message)).toContain(LOCK_TAKEN.message);
});
