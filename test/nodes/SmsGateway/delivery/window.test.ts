import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { bench, entriesOf, reasons, statuses, texts, type Bench } from './plans';
import { ACCEPTED, answer, fate } from './simulated-service';
import { START } from './virtual-clock';

const people = (count: number): Entry[] =>
	entriesOf(
		...Array.from({ length: count }, (_, index): [string, string, string] => [
			`${index}`,
			'Hi',
			'order',
		]),
	);

/** Keys that were claimed together, as the numbers of their recipients. */
function claimsOf({ store, clock, service }: Bench): Array<{ numbers: string[]; sent: number }> {
	const claims: Array<{ numbers: string[]; sent: number }> = [];
	const record = store.record.bind(store);
	store.record = async (marks) => {
		const numbers = marks
			.filter((mark) => mark.startsWith('claimed'))
			.map((one) => one.split(' ')[1]!);
		if (numbers.length > 0) claims.push({ numbers, sent: service.log.length });
		await clock.wait(3);
		return await record(marks);
	};
	return claims;
}

it('claims as many requests as may be in flight in one write, while the ones before are', async () => {
	const one = bench();
	const claims = claimsOf(one);
	await one.run(people(6), { concurrency: 2 });
	expect(claims.slice(0, 3)).toEqual([
		{ numbers: ['0', '1'], sent: 0 },
		{ numbers: ['2', '3'], sent: 2 },
		{ numbers: ['4', '5'], sent: 4 },
	]);
});

it('claims no more than may start within a second', async () => {
	const one = bench();
	const claims = claimsOf(one);
	await one.run(people(4), { concurrency: 5, requestsPerSecond: 2 });
	expect(claims[0]!.numbers).toEqual(['0', '1']);
});

it('claims nothing during a pause', async () => {
	const one = bench(fate(answer(429, '', { 'retry-after': '60' })));
	const claims = claimsOf(one);
	const halfway = one.clock.wait(30_000).then(() => claims.length);
	await one.run(people(9), { concurrency: 1 });
	expect(await halfway).toBe(2);
});

it('claims nothing for a run that has ended', async () => {
	const one = bench(fate(answer(401)));
	const claims = claimsOf(one);
	expect(reasons(await one.run(people(9), { concurrency: 1 })).slice(1)).toEqual(
		new Array(8).fill('stopped'),
	);
	expect(claims).toHaveLength(2);
	expect(one.store.marks.size).toBe(0);
});

it('frees the keys that it has claimed when the run ends before they are sent', async () => {
	const one = bench(fate(answer(401)));
	claimsOf(one);
	const delivery = await one.run(people(4), { concurrency: 2 });
	expect(statuses(delivery)).toEqual(['rejected', 'accepted', 'notSent', 'notSent']);
	expect([...one.store.marks]).toEqual(['claimed 1 order', 'sent 1 order']);
});

describe('an entry that another execution has in flight', () => {
	/** Claims the keys of these entries in another execution, which confirms them after that long. */
	async function sendElsewhere({ elsewhere, clock }: Bench, entries: Entry[], ends = 1_000) {
		const other = elsewhere();
		await other.claim(entries);
		void clock.wait(ends).then(async () => await other.confirm(entries));
		return other;
	}

	it('does not hold up the others, and is skipped once that one has sent it', async () => {
		const one = bench();
		await sendElsewhere(one, people(1));
		const delivery = await one.run(people(3), { batchSize: 3 });
		expect(reasons(delivery)).toEqual(['alreadySent', 'accepted', 'accepted']);
		expect(one.service.log.map(({ started }) => started - START)).toEqual([0]);
		expect(texts(one.service)).toEqual(['Hi: 1|2']);
	});

	it('is sent in a request of its own once that one has failed', async () => {
		const one = bench();
		const other = one.elsewhere();
		await other.claim(people(1));
		void one.clock.wait(1_000).then(async () => await other.release(people(1)));
		const delivery = await one.run(people(3), { batchSize: 3 });
		expect(statuses(delivery)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(texts(one.service)).toEqual(['Hi: 1|2', 'Hi: 0']);
		expect(one.service.log[1]!.started - START).toBe(1_000);
	});

	it('comes before a later SMS to the same person, whose key is free for others meanwhile', async () => {
		const one = bench();
		const entries = entriesOf(['1', 'first', 'a'], ['2', 'other', 'a'], ['1', 'second', 'b']);
		const other = one.elsewhere();
		await other.claim(entries.slice(0, 1));
		let marks: string[] = [];
		void one.clock.wait(1_000).then(async () => {
			marks = [...one.store.marks];
			await other.release(entries.slice(0, 1));
		});
		await one.run(entries);
		expect(texts(one.service)).toEqual(['other: 2', 'first: 1', 'second: 1']);
		expect(marks).not.toContain('claimed 1 b');
	});

	it('is not waited for after a cancellation', async () => {
		const one = bench();
		const cancel = new AbortController();
		await sendElsewhere(one, people(1), 60_000);
		void one.clock.wait(500).then(() => cancel.abort());
		const delivery = await one.run(people(2), { signal: cancel.signal });
		expect(reasons(delivery)).toEqual(['cancelled', 'accepted']);
		expect(one.clock.now() - START).toBe(500);
	});

	it('is not waited for by a run that has ended', async () => {
		const one = bench(fate(answer(401), { after: 100 }));
		await sendElsewhere(one, people(1), 60_000);
		const delivery = await one.run(people(2));
		expect(reasons(delivery)).toEqual(['stopped', 'unauthorized']);
		expect(one.clock.now() - START).toBe(100);
	});
});

it('sends the second of two texts with one key where the first is refused', async () => {
	const { service, run } = bench(fate(answer(400)), fate(ACCEPTED));
	const delivery = await run(entriesOf(['1', 'a', 'k'], ['1', 'b', 'k'], ['1', 'c', 'k']));
	expect(reasons(delivery)).toEqual(['refusedByService', 'accepted', 'alreadySent']);
	expect(texts(service)).toEqual(['a: 1', 'b: 1']);
});
