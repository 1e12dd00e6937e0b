import { openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { bench, entriesOf, reasons, statuses, texts } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED, type Fate } from './simulated-service';

const timeout = fate(failure('timeout'), { took: true });

describe('a retry', () => {
	const entries = entriesOf('1', '2', '3');

	it('sends only what is missing, and counts its requests on', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED), timeout);
		await run(entries);
		const delivery = await run(entries);
		expect(texts(service).slice(3)).toStrictEqual(['Hi: 2']);
		expect(statuses(delivery)).toStrictEqual(['accepted', 'accepted', 'unknown']);
		expect(delivery.outcomes.map(({ request }) => request)).toStrictEqual([1, 4, 3]);
		expect(delivery.outcomes.map(({ replayed }) => replayed)).toStrictEqual([
			true,
			undefined,
			true,
		]);
		expect(delivery.requests).toBe(1);
	});

	it('keeps the unknown unknown where its key cannot be kept for the second sending', async () => {
		const { service, store, run } = bench(timeout);
		const keyed = entriesOf(['1', 'Hi', 'order-1']);
		await run(keyed);
		store.broken = true;
		const delivery = await run(keyed, { uncertain: 'resend' });
		expect(delivery.outcomes[0]).toMatchObject({ status: 'unknown', reason: 'timeout' });
		expect(service.log).toHaveLength(1);
	});

	it('keeps the unknown unknown whose second sending was refused with others', async () => {
		const { service, run } = bench(timeout, ...new Array<Fate>(4).fill(fate(REFUSED)));
		await run(entries, { batchSize: 3, uncertain: 'resend' });
		const sent = service.log.length;
		expect(statuses(await run(entries, { batchSize: 3 }))).toStrictEqual([
			'unknown',
			'unknown',
			'unknown',
		]);
		expect(service.log).toHaveLength(sent);
	});

	it('cuts a request down to those who are missing', async () => {
		const refused = fate(REFUSED);
		const { service, run } = bench(fate(ACCEPTED), refused, refused, refused);
		await run(entriesOf('1', '2', '3', '4'), { batchSize: 2 });
		await run(entriesOf('1', '2', '3', '4'), { batchSize: 4 });
		expect(texts(service)).toStrictEqual(['Hi: 1|2', 'Hi: 3|4', 'Hi: 3', 'Hi: 4', 'Hi: 3|4']);
	});

	it('sends what a run that was cut off was about to send again, as it was not sent', async () => {
		const { clock, ledger, run } = bench(fate(answer(429, '', { 'retry-after': '60' })));
		const waiting = run(entries, { batchSize: 9 });
		const kept = clock.wait(5_000).then(() => structuredClone(ledger));
		await waiting;
		expect((await kept).open).toStrictEqual({});
	});

	it('reports as unknown what a run that was cut off had in flight', async () => {
		const { ledger, service, run } = bench();
		const cutOff = entriesOf('1');
		openLedger(ledger).begin(3, cutOff);
		expect(reasons(await run(cutOff))).toStrictEqual(['interrupted']);
		expect(service.log).toStrictEqual([]);
	});
});

describe('a retry whose texts have changed, as one with the time in it', () => {
	it('sends nobody a second text', async () => {
		const { service, run } = bench(fate(ACCEPTED), timeout);
		await run(entriesOf(['1', 'at 12:00'], ['2', 'at 12:00']));
		await run(entriesOf(['1', 'at 12:05'], ['2', 'at 12:05']));
		expect(service.log).toHaveLength(2);
	});

	it('sends both texts that were fixed after the one they had in common was refused', async () => {
		const { service, run } = bench(fate(REFUSED));
		await run(entriesOf('1', '1'), { batchSize: 9 });
		await run(entriesOf(['1', 'Order 1'], ['1', 'Order 2']), { batchSize: 9 });
		expect(texts(service)).toStrictEqual(['Hi: 1', 'Order 1: 1', 'Order 2: 1']);
	});

	it.each<[Fate, string]>([
		[fate(ACCEPTED), 'accepted'],
		[timeout, 'unknown'],
	])('says that an SMS was sent which now looks like a duplicate (%#)', async (second, status) => {
		const { service, run } = bench(fate(ACCEPTED), second);
		await run(entriesOf(['1', 'a'], ['1', 'b']), { batchSize: 9 });
		const delivery = await run(entriesOf(['1', 'c'], ['1', 'c']), { batchSize: 9 });
		expect(statuses(delivery)).toStrictEqual(['accepted', status]);
		expect(delivery.outcomes[1]).toMatchObject({ request: 2, replayed: true });
		expect(service.log).toHaveLength(2);
	});

	it('sends to a number that stands twice in one item after a refusal', async () => {
		const { service, run } = bench(fate(REFUSED));
		const twice = entriesOf('1', '1').map((entry) => ({ ...entry, item: 0 }));
		await run(twice, { batchSize: 9 });
		expect(reasons(await run(twice, { batchSize: 9 }))).toStrictEqual(['accepted', 'duplicate']);
		expect(reasons(await run(twice, { batchSize: 9 }))).toStrictEqual(['accepted', 'duplicate']);
		expect(service.log).toHaveLength(2);
	});
});
