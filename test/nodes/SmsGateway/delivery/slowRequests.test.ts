import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { bench, claimsOf, people, reasons, texts, type Bench } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED } from './simulated-service';
import { START } from './virtual-clock';

const after = (milliseconds: number) => fate(ACCEPTED, { after: milliseconds });
const waitAMinute = (after = 2_000) => fate(answer(429, '', { 'retry-after': '60' }), { after });

const numbersOf = (claims: ReturnType<typeof claimsOf>): string[] =>
	claims.map(({ numbers }) => numbers.join());

/** Another execution gets the same people after that long, and sends to whom it may. */
function sendElsewhere({ clock, elsewhere }: Bench, entries: readonly Entry[], at: number) {
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

describe('keys of requests that wait for slow ones', () => {
	it('are free for another execution meanwhile, and then not sent again', async () => {
		const one = bench(after(10_000), after(10_000));
		const elsewhere = sendElsewhere(one, people(4), 8_000);
		const delivery = await one.run(people(6), { concurrency: 2 });
		expect(elsewhere).toStrictEqual(['2', '3']);
		expect(texts(one.service)).toStrictEqual(['Hi: 0', 'Hi: 1', 'Hi: 4', 'Hi: 5']);
		expect(reasons(delivery)).toStrictEqual([
			'accepted',
			'accepted',
			'alreadySent',
			'alreadySent',
			'accepted',
			'accepted',
		]);
	});
});

describe('the keys of a request that is attempted again', () => {
	it('are given up in a long wait, and what another execution has sent is not sent again', async () => {
		const one = bench(waitAMinute());
		const elsewhere = sendElsewhere(one, people(1), 30_000);
		const delivery = await one.run(people(2), { batchSize: 2 });
		expect(elsewhere).toStrictEqual(['0']);
		expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted']);
		expect(texts(one.service)).toStrictEqual(['Hi: 0|1', 'Hi: 1']);
	});

	it('stay in doubt during a long wait where an earlier attempt may have been sent', async () => {
		const one = bench(fate(failure('timeout'), { took: true }), waitAMinute());
		const elsewhere = sendElsewhere(one, people(1), 30_000);
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
	const elsewhere = sendElsewhere(one, people(1), 30_000);
	const delivery = await one.run(people(4), { batchSize: 2 });
	expect(elsewhere).toStrictEqual(['0']);
	expect(reasons(delivery)).toStrictEqual(['alreadySent', 'accepted', 'accepted', 'accepted']);
});
