import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Deduplication, KeyEnd } from '../../../../nodes/SmsGateway/keys/deduplication';
import { bench, claimsOf, entriesOf, people, reasons, statuses, texts, type Bench } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED } from './simulated-service';
import { claimed, doubt, sent } from '../keys/marks';
import { START } from './virtual-clock';

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
	const counting: Pick<Deduplication, 'claim' | 'finish'> = {
		async claim(entries) {
			claimed += entries.length;
			most = Math.max(most, claimed);
			return await real.claim(entries);
		},
		async finish(entries, end) {
			if (end === 'sent') await one.clock.wait(1_000);
			await real.finish(entries, end);
			if (end === 'sent') claimed -= entries.length;
		},
	};
	const deduplication = Object.assign(Object.create(real) as Deduplication, counting);
	const delivery = await one.run(people(12), { concurrency: 2, deduplication });
	expect(new Set(statuses(delivery))).toStrictEqual(new Set(['accepted']));
	expect(most).toBe(4);
});

describe('an entry that another execution has in flight', () => {
	async function endElsewhere(
		{ elsewhere, clock }: Bench,
		entries: Entry[],
		end: KeyEnd,
		after = 1_000,
	) {
		const other = elsewhere();
		await other.claim(entries);
		void clock.wait(after).then(async () => await other.finish(entries, end));
	}

	it('does not hold up the others, and is sent or skipped once that one has ended', async () => {
		const one = bench();
		await endElsewhere(one, people(1), 'sent');
		await endElsewhere(one, people(2).slice(1), 'free');
		const delivery = await one.run(people(4), { batchSize: 4 });
		expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
		expect(texts(one.service)).toStrictEqual(['Hi: 2|3', 'Hi: 1']);
		const [first, second] = one.service.log.map(({ started }) => started - START);
		expect(first).toBe(0);
		expect(second).toBeLessThan(2_000);
	});

	it('is not waited for by a run that has ended', async () => {
		const one = bench(fate(answer(401), { after: 100 }));
		await endElsewhere(one, people(1), 'sent', 60_000);
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

it('spends no time in the rate limit on what is not sent again', async () => {
	const { store, clock, run } = bench();
	const many = people(30);
	await store.record(
		many.flatMap(({ recipient: one }) => [claimed(`${one} order`), sent(`${one} order`)]),
	);
	const delivery = await run(many, { requestsPerSecond: 1 });
	expect(new Set(reasons(delivery))).toStrictEqual(new Set(['alreadySent']));
	expect(clock.now()).toBe(START);
});

it('goes on after an SMS that another execution left in doubt, also where failures stop a run', async () => {
	const { store, run } = bench();
	await store.record([claimed, sent, doubt].map((mark) => mark('1 x')));
	const delivery = await run(entriesOf(['1', 'a', 'x'], ['2', 'b']), { endsOnFailure: true });
	expect(reasons(delivery)).toStrictEqual(['interrupted', 'accepted']);
});

it('stops at the first key that cannot be kept where failures stop a run', async () => {
	const { service, store, run } = bench();
	store.broken = true;
	const delivery = await run(entriesOf(['1', 'a', 'x'], ['2', 'b']), { endsOnFailure: true });
	expect(reasons(delivery)).toStrictEqual(['deduplicationUnavailable', 'stopped']);
	expect(service.log).toStrictEqual([]);
});

const after = (milliseconds: number) => fate(ACCEPTED, { after: milliseconds });
const waitAMinute = (after = 2_000) => fate(answer(429, '', { 'retry-after': '60' }), { after });

const numbersOf = (claims: ReturnType<typeof claimsOf>): string[] =>
	claims.map(({ numbers }) => numbers.join());

/** Another execution gets the same people after that long, and sends to whom it may. */
function executeElsewhere({ clock, elsewhere }: Bench, entries: readonly Entry[], at: number) {
	const sent: string[] = [];
	void clock.wait(at).then(async () => {
		const other = elsewhere();
		const claims = await other.claim(entries);
		const own = entries.filter((entry) => claims.get(entry)?.kind === 'claimed');
		sent.push(...own.map(({ recipient }) => recipient));
		await other.finish(own, 'sent');
		await other.end();
	});
	return sent;
}

it.each([
	[990, 1_000],
	[1_000, 2_000],
])('claims ahead only while responses take less than a second (%i ms)', async (took, third) => {
	const one = bench(...Array.from({ length: 3 }, () => after(took)));
	const claims = claimsOf(one);
	await one.run(people(3), { concurrency: 1 });
	expect(numbersOf(claims)).toStrictEqual(['0', '1', '2']);
	expect(Math.round((claims[2]!.at - START) / 100) * 100).toBe(third);
});

it('leaves keys that wait for slow requests to another execution, and does not send again then', async () => {
	const one = bench(after(10_000), after(10_000));
	const elsewhere = executeElsewhere(one, people(4), 8_000);
	const delivery = await one.run(people(6), { concurrency: 2 });
	expect(elsewhere).toStrictEqual(['2', '3']);
	expect(texts(one.service)).toStrictEqual(['Hi: 0', 'Hi: 1', 'Hi: 4', 'Hi: 5']);
	expect(reasons(delivery).slice(2, 4)).toStrictEqual(['alreadySent', 'alreadySent']);
});

describe('the keys of a request that is attempted again', () => {
	it('are given up in a long wait, and what another execution has sent is not sent again', async () => {
		const one = bench(waitAMinute());
		const elsewhere = executeElsewhere(one, people(1), 30_000);
		const delivery = await one.run(people(2), { batchSize: 2 });
		expect(elsewhere).toStrictEqual(['0']);
		expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted']);
		expect(texts(one.service)).toStrictEqual(['Hi: 0|1', 'Hi: 1']);
	});

	it('stay in doubt during a long wait where an earlier attempt may have been sent', async () => {
		const one = bench(fate(failure('timeout'), { took: true }), waitAMinute());
		const elsewhere = executeElsewhere(one, people(1), 30_000);
		const delivery = await one.run(people(1), { uncertain: 'resend' });
		expect(elsewhere).toStrictEqual([]);
		expect(reasons(delivery)).toStrictEqual(['accepted']);
		expect(one.service.log).toHaveLength(3);
	});
});

it('leaves out a part of a refused request that another execution has sent in a long wait', async () => {
	const one = bench(fate(REFUSED), waitAMinute(12));
	// A write takes time, so that the pause comes before the part.
	claimsOf(one);
	const elsewhere = executeElsewhere(one, people(1), 30_000);
	const delivery = await one.run(people(4), { batchSize: 2 });
	expect(elsewhere).toStrictEqual(['0']);
	expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
});
