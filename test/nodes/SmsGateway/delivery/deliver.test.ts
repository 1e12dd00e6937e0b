import { bench, entriesOf, excluding, reasons, statuses, texts } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED, type Fate } from './simulated-service';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import type { DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { START } from './virtual-clock';

const timeout = fate(failure('timeout'), { took: true });

const five = entriesOf('1', '2', '3', '4', '5');

describe('a run', () => {
	it('sends each request once and gives each entry its outcome, in order', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED), timeout);
		const delivery = await run(entriesOf('1', '2', '3', '4'));
		expect(statuses(delivery)).toEqual(['accepted', 'rejected', 'unknown', 'accepted']);
		expect(delivery.outcomes.map(({ request }) => request)).toEqual([1, 2, 3, 4]);
		expect(delivery.requests).toBe(4);
		expect(texts(service)).toEqual(['Hi: 1', 'Hi: 2', 'Hi: 3', 'Hi: 4']);
	});

	it('gives all recipients of a request its outcome', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED));
		const delivery = await run(entriesOf('1', '2', '3'), { batchSize: 2 });
		expect(texts(service)).toEqual(['Hi: 1|2', 'Hi: 3']);
		expect(statuses(delivery)).toEqual(['accepted', 'accepted', 'rejected']);
	});

	it('makes no request for what is settled', async () => {
		const { service, run } = bench();
		const delivery = await run(entriesOf('1', '1', '2'), {
			batchSize: 9,
			refusalOf: excluding('2'),
		});
		expect(reasons(delivery)).toEqual(['accepted', 'duplicate', 'excluded']);
		expect(texts(service)).toEqual(['Hi: 1']);
	});

	it('counts every attempt', async () => {
		const { run } = bench(fate(failure('refused')), fate(failure('refused')));
		expect((await run(entriesOf('1'))).requests).toBe(3);
	});

	it('makes no request for no entries', async () => {
		expect(await bench().run([])).toMatchObject({ outcomes: [], requests: 0 });
	});
});

describe('order', () => {
	it('does not start an SMS while an earlier one to the same number is in flight', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 500 }));
		await run(entriesOf(['1', 'first'], ['2', 'other'], ['1', 'second']));
		const [first, other, second] = service.log;
		expect(other!.started).toBe(first!.started);
		expect(second!.started).toBe(first!.ended);
	});

	it('nor in a retry in which the SMS between them needs no request', async () => {
		const slow = fate(ACCEPTED, { after: 500 });
		const { service, run } = bench(fate(REFUSED), fate(ACCEPTED), fate(REFUSED), slow);
		const entries = entriesOf(['1', 'first'], ['1', 'second'], ['1', 'third']);
		expect(statuses(await run(entries))).toEqual(['rejected', 'accepted', 'rejected']);
		expect(statuses(await run(entries))).toEqual(['accepted', 'accepted', 'accepted']);
		const [first, third] = service.log.slice(3);
		expect([first!.message, third!.message]).toEqual(['first', 'third']);
		expect(third!.started).toBe(first!.ended);
	});
});

describe('a retry', () => {
	const entries = entriesOf('1', '2', '3');

	it('sends only what is missing, and counts its requests on', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED), timeout);
		await run(entries);
		const delivery = await run(entries);
		expect(texts(service).slice(3)).toEqual(['Hi: 2']);
		expect(statuses(delivery)).toEqual(['accepted', 'accepted', 'unknown']);
		expect(delivery.outcomes.map(({ request }) => request)).toEqual([1, 4, 3]);
		expect(delivery.outcomes.map(({ replayed }) => replayed)).toEqual([true, undefined, true]);
		expect(delivery.requests).toBe(1);
	});

	it('sends the unknown again only where the user chose to resend', async () => {
		const { service, run } = bench(timeout);
		await run(entriesOf('1'));
		await run(entriesOf('1'));
		expect(service.log).toHaveLength(1);
		expect(statuses(await run(entriesOf('1'), { uncertain: 'resend' }))).toEqual(['accepted']);
		expect(service.log).toHaveLength(2);
	});

	it('keeps the unknown unknown where the second sending fails', async () => {
		const { run } = bench(timeout, fate(REFUSED));
		await run(entriesOf('1'));
		const delivery = await run(entriesOf('1'), { uncertain: 'resend' });
		expect(delivery.outcomes[0]).toMatchObject({ status: 'unknown', reason: 'timeout' });
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

	it('cuts a request down to those who are missing', async () => {
		const { service, run } = bench(fate(ACCEPTED), fate(REFUSED));
		await run(entriesOf('1', '2', '3', '4'), { batchSize: 2 });
		await run(entriesOf('1', '2', '3', '4'), { batchSize: 4 });
		expect(texts(service)).toEqual(['Hi: 1|2', 'Hi: 3|4', 'Hi: 3|4']);
	});

	it('reports as unknown what a run that was cut off had in flight', async () => {
		const { ledger, service, run } = bench();
		ledger.inFlight['3'] = '3:0.1;';
		expect(reasons(await run(entriesOf('1')))).toEqual(['interrupted']);
		expect(service.log).toEqual([]);
	});
});

describe('a retry whose texts have changed, as one with the time in it', () => {
	it('sends nobody a second text', async () => {
		const { service, run } = bench(fate(ACCEPTED), timeout);
		await run(entriesOf(['1', 'at 12:00'], ['2', 'at 12:00']));
		await run(entriesOf(['1', 'at 12:05'], ['2', 'at 12:05']));
		expect(service.log).toHaveLength(2);
	});

	it('skips a duplicate that no longer looks like one', async () => {
		const { service, run } = bench();
		await run(entriesOf('1', '1'), { batchSize: 9 });
		const delivery = await run(entriesOf(['1', 'a'], ['1', 'b']), { batchSize: 9 });
		expect(reasons(delivery)).toEqual(['accepted', 'duplicate']);
		expect(texts(service)).toEqual(['Hi: 1']);
	});

	it('sends both texts that were fixed after the one they had in common was refused', async () => {
		const { service, run } = bench(fate(REFUSED));
		await run(entriesOf('1', '1'), { batchSize: 9 });
		await run(entriesOf(['1', 'Order 1'], ['1', 'Order 2']), { batchSize: 9 });
		expect(texts(service)).toEqual(['Hi: 1', 'Order 1: 1', 'Order 2: 1']);
	});

	it.each<[Fate, string]>([
		[fate(ACCEPTED), 'accepted'],
		[timeout, 'unknown'],
	])('says that an SMS was sent which now looks like a duplicate (%#)', async (second, status) => {
		const { service, run } = bench(fate(ACCEPTED), second);
		await run(entriesOf(['1', 'a'], ['1', 'b']), { batchSize: 9 });
		const delivery = await run(entriesOf(['1', 'c'], ['1', 'c']), { batchSize: 9 });
		expect(statuses(delivery)).toEqual(['accepted', status]);
		expect(delivery.outcomes[1]).toMatchObject({ request: 2, replayed: true });
		expect(service.log).toHaveLength(2);
	});

	it('says that an SMS was sent to a recipient who has been excluded since', async () => {
		const { run } = bench();
		await run(entriesOf('1'));
		const delivery = await run(entriesOf('1', '1'), { refusalOf: excluding('1') });
		expect(reasons(delivery)).toEqual(['accepted', 'excluded']);
	});

	it('sends to a number that stands twice in one item after a refusal', async () => {
		const { service, run } = bench(fate(REFUSED));
		const twice = entriesOf('1', '1').map((entry) => ({ ...entry, item: 0 }));
		await run(twice, { batchSize: 9 });
		expect(reasons(await run(twice, { batchSize: 9 }))).toEqual(['accepted', 'duplicate']);
		expect(reasons(await run(twice, { batchSize: 9 }))).toEqual(['accepted', 'duplicate']);
		expect(service.log).toHaveLength(2);
	});
});

describe('the end of a run', () => {
	const slow = fate(ACCEPTED, { after: 100 });

	it.each([401, 403])(
		'comes with a %i: what is under way ends, the rest is not tried',
		async (status) => {
			const { service, run } = bench(slow, fate(answer(status)));
			const delivery = await run(five, { concurrency: 2 });
			expect(statuses(delivery)).toEqual(['accepted', 'rejected', 'notSent', 'notSent', 'notSent']);
			expect(reasons(delivery).slice(2)).toEqual(['stopped', 'stopped', 'stopped']);
			expect(service.log).toHaveLength(2);
		},
	);

	it('comes with the first failure where On Error is Stop, else it goes on', async () => {
		const stopped = await bench(slow, fate(REFUSED)).run(five, {
			concurrency: 2,
			stopOnFailure: true,
		});
		expect(reasons(stopped)).toEqual([
			'accepted',
			'refusedByService',
			'stopped',
			'stopped',
			'stopped',
		]);
		const continued = await bench(slow, fate(REFUSED)).run(five, { concurrency: 2 });
		expect(statuses(continued)).toEqual([
			'accepted',
			'rejected',
			'accepted',
			'accepted',
			'accepted',
		]);
	});

	it('comes when the service asks for a longer wait than the run has', async () => {
		const { service, clock, run } = bench(fate(answer(429, '', { 'retry-after': '7200' })));
		const delivery = await run(five, { concurrency: 1 });
		expect(reasons(delivery)).toEqual(new Array(5).fill('rateLimited'));
		expect(delivery.outcomes[4]!.explanation).toContain('120 minutes');
		expect(service.log).toHaveLength(1);
		expect(clock.now() - START).toBe(10);
	});

	it('comes when the service has asked again and again to wait, an hour in all', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '300' }));
		const fates = Array.from({ length: 40 }, (_, index) =>
			index % 2 === 0 ? wait : fate(ACCEPTED),
		);
		const { service, clock, run } = bench(...fates);
		const people = Array.from({ length: 20 }, (_, index) => `${index}`);
		const delivery = await run(entriesOf(...people), { concurrency: 1 });
		expect(statuses(delivery)).toEqual([
			...new Array<string>(12).fill('accepted'),
			...new Array<string>(8).fill('notSent'),
		]);
		expect(new Set(reasons(delivery).slice(12))).toEqual(new Set(['rateLimited']));
		expect(delivery.outcomes[19]!.explanation).toContain('more than 60 minutes in all');
		expect(service.log).toHaveLength(25);
		expect(clock.now() - START).toBeLessThan(3_601_000);
	});

	it('does not wait in the rate limit for what will not be sent', async () => {
		const { clock, run } = bench(fate(answer(401)));
		await run(entriesOf(...Array.from({ length: 50 }, (_, index) => `${index}`)), {
			requestsPerSecond: 1,
			concurrency: 1,
		});
		expect(clock.now() - START).toBeLessThanOrEqual(1_000);
	});

	it('comes with a cancellation, and a retry sends the rest', async () => {
		const { service, clock, run } = bench();
		const cancel = new AbortController();
		void clock.wait(1_500).then(() => cancel.abort());
		const delivery = await run(five, { requestsPerSecond: 1, signal: cancel.signal });
		expect(reasons(delivery)).toEqual([
			'accepted',
			'accepted',
			'cancelled',
			'cancelled',
			'cancelled',
		]);
		expect(clock.now() - START).toBe(1_500);
		expect(statuses(await run(five))).toEqual(new Array(5).fill('accepted'));
		expect(service.log).toHaveLength(5);
	});
});

describe('a safeguard that time brings', () => {
	const CLOSED = withoutRequest('notSent', 'outsideWindow', 'Closed.');
	/** Open for that many milliseconds, to everyone or to all but one. */
	const openFor =
		(milliseconds: number, always?: string): DeliveryTools['timingRefusalOf'] =>
		({ recipient }, now) =>
			now - START < milliseconds || recipient === always ? undefined : CLOSED;

	it('is checked again when a run reaches its next request', async () => {
		const { service, run } = bench();
		const delivery = await run(five, {
			requestsPerSecond: 1,
			timingRefusalOf: openFor(1_500),
		});
		expect(reasons(delivery)).toEqual([
			'accepted',
			'accepted',
			'outsideWindow',
			'outsideWindow',
			'outsideWindow',
		]);
		expect(service.log).toHaveLength(2);
	});

	it('keeps only those of a request from being sent whom it holds for', async () => {
		const { service, run } = bench();
		const delivery = await run(entriesOf('1', '2', '3', '4'), {
			batchSize: 2,
			requestsPerSecond: 1,
			timingRefusalOf: openFor(500, '4'),
		});
		expect(texts(service)).toEqual(['Hi: 1|2', 'Hi: 4']);
		expect(reasons(delivery)).toEqual(['accepted', 'accepted', 'outsideWindow', 'accepted']);
	});

	it('ends a run where failures stop it', async () => {
		const { service, run } = bench();
		const delivery = await run(five, {
			requestsPerSecond: 1,
			stopOnFailure: true,
			timingRefusalOf: openFor(500, '5'),
		});
		expect(reasons(delivery)).toEqual([
			'accepted',
			'outsideWindow',
			'stopped',
			'stopped',
			'stopped',
		]);
		expect(service.log).toHaveLength(1);
	});

	it('is checked before each attempt', async () => {
		const { service, run } = bench(fate(answer(429, '', { 'retry-after': '60' })));
		const delivery = await run(entriesOf('1'), { timingRefusalOf: openFor(30_000) });
		expect(reasons(delivery)).toEqual(['rateLimited']);
		expect(service.log).toHaveLength(1);
	});

	it('frees the keys of those whom it keeps from being sent', async () => {
		const { service, run } = bench();
		const orders = entriesOf(['1', 'Hi', 'A'], ['2', 'Hi', 'B']);
		await run(orders, { requestsPerSecond: 1, timingRefusalOf: openFor(500) });
		expect(texts(service)).toEqual(['Hi: 1']);
		const delivery = await run(orders);
		expect(reasons(delivery)).toEqual(['accepted', 'accepted']);
		expect(texts(service)).toEqual(['Hi: 1', 'Hi: 2']);
	});

	it('does not hide that an SMS may have been sent before', async () => {
		const { service, run } = bench(fate(failure('timeout'), { took: true }));
		await run(entriesOf('1'));
		const delivery = await run(entriesOf('1'), {
			uncertain: 'resend',
			timingRefusalOf: openFor(0),
		});
		expect(statuses(delivery)).toEqual(['unknown']);
		expect(service.log).toHaveLength(1);
	});
});

describe('with deduplication keys', () => {
	const keyed = (key: string) => entriesOf(['1', 'Hi', key]);

	it('sends to a recipient once per key, in a later execution too', async () => {
		const { service, store, run } = bench();
		await run(keyed('order-1'));
		const later = bench();
		for (const mark of store.marks) later.store.marks.add(mark);
		expect(reasons(await later.run(keyed('order-1')))).toEqual(['alreadySent']);
		expect(reasons(await later.run(keyed('order-2')))).toEqual(['accepted']);
		expect([service.log.length, later.service.log.length]).toEqual([1, 1]);
	});

	it('sends to a recipient once per key within a run', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 90 }));
		const delivery = await run(entriesOf(['1', 'a', 'k'], ['1', 'b', 'k'], ['1', 'c', 'other']));
		expect(reasons(delivery)).toEqual(['accepted', 'alreadySent', 'accepted']);
		expect(texts(service)).toEqual(['a: 1', 'c: 1']);
	});

	it.each([
		['a refusal frees the key', fate(REFUSED), 'accepted'],
		['a refused connection frees the key', fate(failure('refused')), 'accepted'],
		['an unknown outcome keeps it', timeout, 'interrupted'],
	])('%s', async (_, first, reason) => {
		const { ledger, run } = bench(first);
		await run(keyed('order-1'), { maxAttempts: 1 });
		ledger.ended.length = 0;
		expect(reasons(await run(keyed('order-1')))).toEqual([reason]);
	});

	it('sends what an earlier execution left in doubt only where the user chose to resend', async () => {
		const { store, service, run } = bench(fate(REFUSED));
		await store.record(['claimed 1 order-1', 'sent 1 order-1', 'doubt 1 order-1']);
		expect(statuses(await run(keyed('order-1')))).toEqual(['unknown']);
		expect(service.log).toEqual([]);
		// A refusal does not tell what became of the first one.
		expect(statuses(await run(keyed('order-1'), { uncertain: 'resend' }))).toEqual(['unknown']);
		expect(statuses(await run(keyed('order-1'), { uncertain: 'resend' }))).toEqual(['accepted']);
		expect(service.log).toHaveLength(2);
	});

	it('frees the keys of what a cancellation overtook', async () => {
		const { store, clock, run } = bench();
		const cancel = new AbortController();
		const claimed = store.record.bind(store);
		store.record = async (marks) => {
			await clock.wait(50);
			return await claimed(marks);
		};
		void clock.wait(20).then(() => cancel.abort());
		expect(reasons(await run(keyed('order-1'), { signal: cancel.signal }))).toEqual(['cancelled']);
		expect(store.marks.size).toBe(0);
	});

	it('sends nothing whose key cannot be saved, and everything else', async () => {
		const { store, service, run } = bench();
		store.broken = true;
		const delivery = await run(entriesOf(['1', 'Hi', 'order-1'], ['2', 'Hi', '']));
		expect(reasons(delivery)).toEqual(['deduplicationUnavailable', 'accepted']);
		expect(texts(service)).toEqual(['Hi: 2']);
	});

	it('spends no time in the rate limit on what is not sent again', async () => {
		const { store, clock, run } = bench();
		const many = entriesOf(
			...Array.from({ length: 30 }, (_, index): [string, string, string] => [
				`${index}`,
				'Hi',
				'k',
			]),
		);
		for (let index = 0; index < 30; index++)
			store.marks.add(`claimed ${index} k`).add(`sent ${index} k`);
		expect(new Set(reasons(await run(many, { requestsPerSecond: 1 })))).toEqual(
			new Set(['alreadySent']),
		);
		expect(clock.now()).toBe(START);
	});
});

describe('two orders of one person with the same text', () => {
	const orders = entriesOf(
		['1', 'Ready', 'order-1'],
		['1', 'Ready', 'order-2'],
		['2', 'Ready', 'order-3'],
		['1', 'Ready', 'order-2'],
	);

	it('are two SMS, one after the other', async () => {
		const { service, run } = bench(fate(ACCEPTED, { after: 90 }));
		const delivery = await run(orders, { batchSize: 10 });
		expect(reasons(delivery)).toEqual(['accepted', 'accepted', 'accepted', 'duplicate']);
		expect(texts(service)).toEqual(['Ready: 1|2', 'Ready: 1']);
		expect(service.log[1]!.started).toBe(service.log[0]!.ended);
	});

	it('are sent independently: one that was sent before does not hold back the other', async () => {
		const { service, store, run } = bench();
		store.marks.add('claimed 1 order-1').add('sent 1 order-1');
		const delivery = await run(orders, { batchSize: 10 });
		expect(reasons(delivery)).toEqual(['alreadySent', 'accepted', 'accepted', 'duplicate']);
		expect(texts(service)).toEqual(['Ready: 2', 'Ready: 1']);
	});

	it('are both found again in a later execution', async () => {
		const { service, run } = bench();
		await run(orders, { batchSize: 10 });
		const later = await run(orders, { batchSize: 10, ledger: openLedger(emptyLedgerData()) });
		expect(reasons(later)).toEqual(['alreadySent', 'alreadySent', 'alreadySent', 'duplicate']);
		expect(service.log).toHaveLength(2);
	});
});

it('stops at the first key that cannot be kept where failures stop a run', async () => {
	const { service, store, run } = bench();
	store.broken = true;
	const delivery = await run(entriesOf(['1', 'a', 'x'], ['2', 'b']), { stopOnFailure: true });
	expect(reasons(delivery)).toEqual(['deduplicationUnavailable', 'stopped']);
	expect(service.log).toEqual([]);
});

it('reports the attempt made now where it is as uncertain as the earlier one', async () => {
	const { run } = bench(timeout, fate(answer(500)), fate(REFUSED));
	const entries = entriesOf('1');
	await run(entries, { maxAttempts: 1 });
	const again = { uncertain: 'resend', maxAttempts: 1 } as const;
	const second = (await run(entries, again)).outcomes[0]!;
	expect(second).toMatchObject({
		status: 'unknown',
		reason: 'serverError',
		request: 2,
		smsCount: 1,
	});
	expect(second.replayed).toBeUndefined();
	const third = (await run(entries, again)).outcomes[0]!;
	expect(third).toMatchObject({ status: 'unknown', reason: 'serverError', request: 3 });
	expect(third.replayed).toBeUndefined();
});
