import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import { bench, claimsOf, entriesOf, people, reasons, statuses, texts, type Bench } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED, type Fate } from './simulated-service';
import { START } from './virtual-clock';

const timeout = fate(failure('timeout'), { took: true });

it('claims as many requests as may be in flight in one write, while the ones before are', async () => {
	const one = bench();
	const claims = claimsOf(one);
	await one.run(people(6), { concurrency: 2 });
	expect(claims.slice(0, 3)).toMatchObject([
		{ numbers: ['0', '1'], sent: 0 },
		{ numbers: ['2', '3'], sent: 2 },
		{ numbers: ['4', '5'], sent: 4 },
	]);
});

it('claims no more than two windows that are not confirmed, however slow the confirmation is', async () => {
	const one = bench();
	const real = one.elsewhere();
	let claimed = 0;
	let most = 0;
	const deduplication: Deduplication = {
		...real,
		async claim(entries, signal) {
			claimed += entries.length;
			most = Math.max(most, claimed);
			return await real.claim(entries, signal);
		},
		async finish(entries, end) {
			if (end === 'sent') await one.clock.wait(1_000);
			await real.finish(entries, end);
			if (end === 'sent') claimed -= entries.length;
		},
	};
	const delivery = await one.run(people(12), { concurrency: 2, deduplication });
	expect(new Set(statuses(delivery))).toStrictEqual(new Set(['accepted']));
	expect(most).toBe(4);
});

it('frees the keys that it has claimed when the run ends before they are sent', async () => {
	const one = bench(fate(answer(401)));
	claimsOf(one);
	const delivery = await one.run(people(4), { concurrency: 2 });
	expect(statuses(delivery)).toStrictEqual(['rejected', 'accepted', 'notSent', 'notSent']);
	expect([...one.store.marks]).toStrictEqual(['claimed 1 order', 'sent 1 order']);
});

describe('an entry that another execution has in flight', () => {
	/** Claims the keys of these entries in another execution, which confirms them after that long. */
	async function sendElsewhere({ elsewhere, clock }: Bench, entries: Entry[], ends = 1_000) {
		const other = elsewhere();
		await other.claim(entries);
		void clock.wait(ends).then(async () => await other.finish(entries, 'sent'));
		return other;
	}

	it('does not hold up the others, and is skipped once that one has sent it', async () => {
		const one = bench();
		await sendElsewhere(one, people(1));
		const delivery = await one.run(people(3), { batchSize: 3 });
		expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted', 'accepted']);
		expect(one.service.log.map(({ started }) => started - START)).toStrictEqual([0]);
		expect(texts(one.service)).toStrictEqual(['Hi: 1|2']);
	});

	it('is sent in a request of its own once that one has failed', async () => {
		const one = bench();
		const other = one.elsewhere();
		await other.claim(people(1));
		void one.clock.wait(1_000).then(async () => await other.finish(people(1), 'free'));
		const delivery = await one.run(people(3), { batchSize: 3 });
		expect(statuses(delivery)).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(texts(one.service)).toStrictEqual(['Hi: 1|2', 'Hi: 0']);
		expect(one.service.log[1]!.started - START).toBeLessThan(2_000);
	});

	it('comes before a later SMS to the same person, whose key is free for others meanwhile', async () => {
		const one = bench();
		const entries = entriesOf(['1', 'first', 'a'], ['2', 'other', 'a'], ['1', 'second', 'b']);
		const other = one.elsewhere();
		await other.claim(entries.slice(0, 1));
		let marks: string[] = [];
		void one.clock.wait(1_000).then(async () => {
			marks = [...one.store.marks];
			await other.finish(entries.slice(0, 1), 'free');
		});
		await one.run(entries);
		expect(texts(one.service)).toStrictEqual(['other: 2', 'first: 1', 'second: 1']);
		expect(marks).not.toContain('claimed 1 b');
	});

	it('is not waited for by a run that has ended', async () => {
		const one = bench(fate(answer(401), { after: 100 }));
		await sendElsewhere(one, people(1), 60_000);
		const delivery = await one.run(people(2));
		expect(reasons(delivery)).toStrictEqual(['stopped', 'unauthorized']);
		expect(one.clock.now() - START).toBe(100);
	});
});

it('sends the second of two texts with one key where the first is refused', async () => {
	const { service, run } = bench(fate(answer(400)), fate(ACCEPTED));
	const delivery = await run(entriesOf(['1', 'a', 'k'], ['1', 'b', 'k'], ['1', 'c', 'k']));
	expect(reasons(delivery)).toStrictEqual(['refusedByService', 'accepted', 'alreadySent']);
	expect(texts(service)).toStrictEqual(['a: 1', 'b: 1']);
});

describe('with deduplication keys', () => {
	const keyed = (key: string) => entriesOf(['1', 'Hi', key]);

	it.each([
		['a refusal frees the key', [fate(REFUSED)], 'accepted'],
		[
			'a refused connection frees the key',
			new Array<Fate>(3).fill(fate(failure('connectionRefused'))),
			'accepted',
		],
		['an unknown outcome keeps it', [timeout], 'interrupted'],
	])('%s', async (_, first, reason) => {
		const { ledger, run } = bench(...first);
		await run(keyed('order-1'));
		Object.assign(ledger, emptyLedgerData());
		expect(reasons(await run(keyed('order-1')))).toStrictEqual([reason]);
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
		expect(new Set(reasons(await run(many, { requestsPerSecond: 1 })))).toStrictEqual(
			new Set(['alreadySent']),
		);
		expect(clock.now()).toBe(START);
	});
});

it('goes on after an SMS that another execution left in doubt, also where failures stop a run', async () => {
	const { store, run } = bench();
	await store.record(['claimed 1 x', 'sent 1 x', 'doubt 1 x']);
	const delivery = await run(entriesOf(['1', 'a', 'x'], ['2', 'b']), { stopOnFailure: true });
	expect(reasons(delivery)).toStrictEqual(['interrupted', 'accepted']);
});

it('stops at the first key that cannot be kept where failures stop a run', async () => {
	const { service, store, run } = bench();
	store.broken = true;
	const delivery = await run(entriesOf(['1', 'a', 'x'], ['2', 'b']), { stopOnFailure: true });
	expect(reasons(delivery)).toStrictEqual(['deduplicationUnavailable', 'stopped']);
	expect(service.log).toStrictEqual([]);
});

it('holds no key while it waits, and claims it again', async () => {
	const wait = fate(answer(429, '', { 'retry-after': '30' }), { after: 12 });
	for (const fates of [[wait], [fate(REFUSED), wait], [fate(REFUSED), fate(ACCEPTED), wait]]) {
		const one = bench(...fates);
		const held: string[][] = [];
		void one.clock.wait(10_000).then(() => held.push([...one.store.marks]));
		const delivery = await one.run(people(4), { batchSize: 2 });
		expect(statuses(delivery)).toStrictEqual(new Array(4).fill('accepted'));
		expect(one.clock.now() - START).toBeGreaterThan(30_000);
		const claims = held.flat().filter((mark) => mark.startsWith('claimed'));
		const sent = held.flat().filter((mark) => mark.startsWith('sent'));
		expect(claims).toHaveLength(sent.length);
	}
});
