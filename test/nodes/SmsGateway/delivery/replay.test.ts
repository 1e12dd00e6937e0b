import * as fc from 'fast-check';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { openLedger, sentIn, smsIn } from '../../../../nodes/SmsGateway/history/ledger';
import { cases } from '../laws/cases';
import { bench, entriesOf, statuses, texts } from './plans';
import { ACCEPTED, answer, failure, fate, REFUSED, type Fate } from './simulated-service';
import { claimed, doubt } from '../keys/marks';
import { START } from './virtual-clock';
import { said } from '../../../fixtures/causes';

const timeout = fate(failure('timeout'), { took: true });

describe('a retry', () => {
	const entries = entriesOf('1', '2', '3');

	it('keeps the unknown unknown where its key cannot be kept for the second sending', async () => {
		const { service, store, run } = bench(timeout);
		const keyed = entriesOf(['1', 'Hi', 'order-1']);
		await run(keyed);
		store.broken = true;
		const delivery = await run(keyed, { uncertain: 'resend' });
		expect(delivery.outcomes[0]).toMatchObject({ status: 'unknown', reason: 'timeout' });
		expect(service.log).toHaveLength(1);
	});

	it('sends what a run that was cut off was about to send again, as it was not sent', async () => {
		const { clock, ledger, run } = bench(fate(answer(429, '', { 'retry-after': '60' })));
		const waiting = run(entries, { batchSize: 9 });
		const kept = clock.wait(5_000).then(() => structuredClone(ledger));
		await waiting;
		expect((await kept).requests).toStrictEqual({});
	});
});

it.each<[Fate, string]>([
	[fate(ACCEPTED), 'accepted'],
	[timeout, 'unknown'],
])(
	'says in a retry that an SMS was sent whose text, with the time in it, now makes it a duplicate (%#)',
	async (second, status) => {
		const { service, run } = bench(fate(ACCEPTED), second);
		await run(entriesOf(['1', 'a'], ['1', 'b']), { batchSize: 9 });
		const delivery = await run(entriesOf(['1', 'c'], ['1', 'c']), { batchSize: 9 });
		expect(statuses(delivery)).toStrictEqual(['accepted', status]);
		expect(delivery.outcomes[1]).toMatchObject({ request: 2, replayed: true });
		expect(service.log).toHaveLength(2);
	},
);

describe('where texts with a time in them become alike in the next run', () => {
	const refused = fate(REFUSED);
	const three = (...texts: string[]) =>
		entriesOf(...texts.map((text): [string, string] => ['1', text]));

	it.each([
		['accepted', fate(ACCEPTED), 'skipped'],
		['in doubt', timeout, 'unknown'],
	])(
		'one for which an SMS stood that is %s is not sent with another',
		async (_, second, status) => {
			const { service, run } = bench(refused, second);
			await run(three('a', 'b', 'b'));
			const delivery = await run(three('c', 'd', 'c'));
			expect(service.log).toHaveLength(2);
			expect(statuses(delivery)[0]).toBe(status);
		},
	);

	it('one in doubt is what it is sent again with', async () => {
		const { service, run } = bench(refused, timeout);
		await run(three('a', 'b'));
		const delivery = await run(three('c', 'c'), { uncertain: 'resend' });
		expect(service.log).toHaveLength(3);
		expect(statuses(delivery)).toStrictEqual(['accepted', 'skipped']);
	});

	it('each is in one SMS at most', async () => {
		const fates = fc.array(fc.constantFrom(fate(ACCEPTED), refused, timeout), { maxLength: 8 });
		const runs = fc.array(fc.array(fc.constantFrom('a', 'b'), { minLength: 4, maxLength: 4 }), {
			minLength: 2,
			maxLength: 4,
		});
		const settings = fc.record({ endsOnFailure: fc.boolean(), concurrency: fc.constant(1) });
		const play = async (fatesOf: Fate[], texts: string[][], given: object) => {
			const { ledger, run } = bench(...fatesOf);
			for (const [at, now] of texts.entries()) {
				await run(three(...now.map((text) => `${text} ${at}`)), given);
			}
			const sent = [...sentIn(ledger)].flatMap(({ item, equals }) => [item, ...equals]);
			expect(sent).toHaveLength(new Set(sent).size);
		};
		await fc.assert(fc.asyncProperty(fates, runs, settings, play), cases(800));
	});
});

const ENTRIES = entriesOf(['1', 'Hi', 'a'], ['2', 'Hi', 'b'], ['3', 'Hi', '']);

/** A request to three, of whom the second may have been sent to in an earlier run. */
function benchWithDoubt(...fates: Parameters<typeof bench>) {
	const one = bench(...fates);
	const ledger = openLedger(one.ledger);
	ledger.begin(1, [ENTRIES[1]!]);
	ledger.end(1, {
		status: 'unknown',
		reason: 'timeout',
		causes: said('No answer in time.'),
		smsCount: 1,
		request: 1,
	});
	return one;
}

it('with resend, leaves one in doubt unknown when its request is refused', async () => {
	const { service, store, run } = benchWithDoubt(...new Array<Fate>(4).fill(fate(REFUSED)));
	const delivery = await run(ENTRIES, { batchSize: 9, uncertain: 'resend' });
	expect(texts(service)).toStrictEqual(['Hi: 1|2|3', 'Hi: 1', 'Hi: 3', 'Hi: 2']);
	expect(statuses(delivery)).toStrictEqual(['rejected', 'unknown', 'rejected']);
	// Only the key of the first is free again.
	expect([...store.marks].sort()).toStrictEqual([claimed('2 b'), doubt('2 b')]);
	// A retry tells of the request that may have sent it.
	const [, again] = (await run(ENTRIES, { batchSize: 9 })).outcomes;
	expect(again).toMatchObject({ status: 'unknown', request: 1, replayed: true });
});

it.each([0, 1, 2])(
	'with resend, keeps the doubt of %i who are no longer in the next attempt',
	async (left) => {
		const one = bench(timeout);
		const everyone = entriesOf('1', '2', '3');
		const isLate = ({ recipient }: Entry) => Number(recipient) <= left;
		const delivery = await one.run(everyone, {
			batchSize: 9,
			uncertain: 'resend',
			refusalAt: (entry, now) =>
				isLate(entry) && now > START ? withoutRequest('expired', []) : undefined,
		});
		const ends = everyone.map((entry) => (isLate(entry) ? 'unknown' : 'accepted'));
		expect(statuses(delivery)).toStrictEqual(ends);
		expect(smsIn(one.ledger)).toBe(left === 0 ? 3 : 3 + 3 - left);
		expect(statuses(await one.run(everyone, { batchSize: 9 }))).toStrictEqual(ends);
		expect(one.service.log).toHaveLength(2);
	},
);

it('reports the attempt made now where it is as uncertain as the earlier one', async () => {
	const { run } = bench(fate(failure('timeout')), fate(answer(500)), fate(REFUSED));
	const entries = entriesOf('1');
	await run(entries);
	const [second] = (await run(entries, { uncertain: 'resend' })).outcomes;
	expect(second).toMatchObject({ status: 'unknown', reason: 'serverError', smsCount: 1 });
	expect(second!.replayed).toBeUndefined();
});
