import '../../../../support/fast-clock';
import { heldBackInWords } from '../../../../../nodes/SmsGateway/words/preview';
import { createEngine } from '../../../../support/engine';
import type { MemoryDeduplicator } from '../../../../engine-kit/deduplicator';
import { gateway, type Answer } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, waysToSend } from '../../run';
import { causesOf } from '../../../../support/error-data';

const onError = 'continueRegularOutput';
const limit = (maxSmsPerDay: number, more: object = {}) => ({ maxSmsPerDay, ...more });
const campaign = { items: people(3), safeguards: limit(2), onError } as const;

let store: MemoryDeduplicator;
beforeAll(async () => {
	store = (await createEngine()).deduplicator;
});
beforeEach(() => store.reset());

describe.each(waysToSend)('Max SMS per Day in a %s', (route, run) => {
	it('sends what is allowed, in the order of the input, over all executions', async () => {
		const service = gateway()[route](accepted);
		const first = await run({ ...campaign, safeguards: limit(5) });
		expect(all(first, 'status')).toStrictEqual(['accepted', 'accepted', 'accepted']);

		const second = await run({ ...campaign, safeguards: limit(5) });
		expect(all(second, 'reason')).toStrictEqual(['accepted', 'accepted', 'overMaxSmsPerDay']);
		expect(all(second, 'status')[2]).toBe('notSent');
		expect(second.items[2]!.json.reason).toBe('overMaxSmsPerDay');
		const third = await run({ ...campaign, safeguards: limit(6) });
		expect(all(third, 'status')).toStrictEqual(['accepted', 'notSent', 'notSent']);
		expect(service.recipients).toStrictEqual([...phones(3), ...phones(2), ...phones(1)]);
	});

	it('gives the places of wrong numbers to those behind them, in the same execution', async () => {
		const wrong = Array<ReturnType<typeof refusal>>(5).fill(refusal('Wrong number'));
		const service = gateway()[route]([...wrong, ...Array<typeof accepted>(5).fill(accepted)]);
		const { items } = await run({
			items: people(12),
			safeguards: limit(5),
			options: { batchSize: 1 },
			onError,
		});

		expect(all({ items }, 'status')).toStrictEqual([
			...Array<string>(5).fill('rejected'),
			...Array<string>(5).fill('accepted'),
			...Array<string>(2).fill('notSent'),
		]);
		expect(service.recipients).toStrictEqual(phones(10));
	});

	it.each<[string, Answer]>([
		['what was refused', refusal('No')],
		['a refused connection', { error: 'ECONNREFUSED' }],
		['429', { status: 429 }],
	])('gives back %s', async (_, failure) => {
		gateway()[route](failure);
		await run(campaign);
		const service = gateway()[route](accepted);
		await run(campaign);
		expect(service.recipients).toStrictEqual(phones(2));
	});

	it.each<[string, Answer]>([
		['a lost connection', { error: 'ECONNRESET' }],
		['500', { status: 500 }],
	])('counts what may have been sent: %s', async (_, failure) => {
		gateway()[route](failure);
		await run(campaign);
		const service = gateway()[route](accepted);
		const later = await run(campaign);
		expect(all(later, 'reason')).toStrictEqual(new Array(3).fill('overMaxSmsPerDay'));
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		[1, 'unknown'],
		[2, 'accepted'],
	])('counts each attempt that may have been sent: %i', async (most, status) => {
		const service = gateway()[route]([{ status: 500 }, accepted]);
		const resending = { uncertain: 'resend' };
		const given = { ...campaign, items: people(1), safeguards: limit(most), options: resending };
		const result = await run(given);
		expect(all(result, 'status')).toStrictEqual([status]);
		expect(service.requests).toHaveLength(most);
	});

	it('sends nothing under Stop Workflow where it does not allow all', async () => {
		const service = gateway()[route](accepted);
		const stop = { ...campaign, onError: 'stopWorkflow' } as const;
		const { error } = await run(stop);
		expect(service.requests).toStrictEqual([]);
		expect(causesOf(error)).toStrictEqual(['overDailyLimit overMaxSmsPerDay']);
		// Nothing is left taken.
		const result = await run({ ...stop, items: people(2) });
		expect(result.error).toBeUndefined();
		expect(service.recipients).toStrictEqual(phones(2));
		expect((await run({ ...stop, items: people(1) })).error).toBeDefined();
	});

	it('counts the days of the time zone of the workflow', async () => {
		const service = gateway()[route](accepted);
		const clock = jest.spyOn(Date, 'now');
		for (const hour of [9, 10, 11]) {
			clock.mockReturnValue(Date.UTC(2026, 10, 21, hour));
			await run({ ...campaign, settings: { timezone: 'Pacific/Kiritimati' } });
		}
		clock.mockRestore();
		expect(service.recipients).toStrictEqual([...phones(2), ...phones(2)]);
	});

	it('sends nothing where the count cannot be saved', async () => {
		const service = gateway()[route](accepted);
		store.failure = new Error('database is locked');
		const result = await run(campaign);
		expect(service.requests).toStrictEqual([]);
		expect(result.items[0]!.json).toMatchObject({
			reason: 'deduplicationUnavailable',
		});
	});
});

it.each([2, 3])('Preview tells of a limit of %i, and takes nothing', async (most) => {
	const service = gateway();
	const parameters = { operation: 'preview' };
	const { hints } = await bulkSend({ ...campaign, safeguards: limit(most), parameters });
	const [held] = heldBackInWords({ maxSmsPerDay: most }, 3);
	expect(hints.map(({ message }) => message)).toContain(held);
	expect(service.requests).toStrictEqual([]);
	expect(store.calls).toStrictEqual([]);
});
