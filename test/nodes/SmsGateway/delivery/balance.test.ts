import * as fc from 'fast-check';
import type { SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import { smsCountOf } from '../../../../nodes/SmsGateway/domain/text/segments';
import { cases } from '../laws/cases';
import { bench, entriesOf } from './plans';
import { ACCEPTED, failure, REFUSED } from './simulated-service';

// The service has an account, from which it takes what each SMS costs, also where it says nothing of it.

/** The last one is one SMS as the service counts, and two in UCS-2. */
const TEXTS = [...[1, 2, 3].map((sms) => String(sms).repeat(160 * (sms - 1) + 1)), 'ê'.repeat(100)];

const HONEST = Array<'honest'>(4).fill('honest');

const scenarios = fc.record({
	/** Thousandths of a unit. */
	price: fc.constantFrom(1_000, 100, 35, 3_000),
	groups: fc.array(fc.tuple(fc.constantFrom(...TEXTS), fc.integer({ min: 1, max: 8 })), {
		minLength: 1,
		maxLength: 4,
	}),
	wrong: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 4 }),
	batchSize: fc.integer({ min: 2, max: 8 }),
	concurrency: fc.integer({ min: 1, max: 3 }),
	endsOnFailure: fc.boolean(),
	/** Takes all or refuses all, refuses all and takes some, or does not respond. */
	fates: fc.array(fc.constantFrom(...HONEST, 'paid' as const, 'lost' as const, 'taken' as const), {
		maxLength: 12,
	}),
	/** Milliseconds until the balance comes; undefined where it does not. */
	readings: fc.array(fc.constantFrom(0, 0, 0, 5_000, undefined), { maxLength: 6 }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

async function playOut({ price, groups, wrong, fates, readings, ...settings }: Scenario) {
	const { clock, run } = bench();
	const entries = entriesOf(
		...groups.flatMap(([text, count], group) =>
			Array.from({ length: count }, (_, index): [string, string] => [`${group + 1}${index}`, text]),
		),
	);
	const isWrong = new Set(wrong.map((index) => entries[index]?.recipient));
	const [fate, reading] = [[...fates], [...readings]];
	const taken: string[] = [];
	let account = 1_000_000;
	const read = () => ({ read: true, balance: account / 1_000, response: '' }) as const;
	const delivery = await run(entries, {
		...settings,
		async send({ recipients, message }: SmsRequest) {
			await clock.wait(10);
			const comes = fate.shift() ?? 'honest';
			const isRefused = comes === 'paid' || recipients.some((one) => isWrong.has(one));
			const some = comes === 'paid' ? recipients.slice(1) : isRefused ? [] : recipients;
			const sent = comes === 'lost' ? [] : some.filter((one) => !isWrong.has(one));
			taken.push(...sent);
			account -= sent.length * price * smsCountOf(message);
			if (comes === 'lost' || comes === 'taken') return failure('timeout');
			return isRefused ? REFUSED : ACCEPTED;
		},
		balance: {
			before: account / 1_000,
			unitsPerSms: price / 1_000,
			async now() {
				const after = reading.length > 0 ? reading.shift() : 0;
				if (after === undefined) return { read: false, causes: [] };
				await clock.wait(after);
				return read();
			},
		},
	});
	const ended = (...those: string[]) =>
		entries.flatMap(({ recipient }, index) =>
			those.includes(delivery.outcomes[index]!.status) ? recipient : [],
		);
	return { taken, ended };
}

it('sends nothing twice, and tells the truth of each, whatever is taken from the balance', async () => {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			const { taken, ended } = await playOut(scenario);
			expect(taken).toHaveLength(new Set(taken).size);
			expect(ended('accepted').filter((one) => !taken.includes(one))).toStrictEqual([]);
			expect(ended('rejected', 'notSent').filter((one) => taken.includes(one))).toStrictEqual([]);
		}),
		cases(4_000),
	);
});

it('leaves nobody in doubt where the service takes money for what it accepts alone', async () => {
	await fc.assert(
		fc.asyncProperty(scenarios, async (scenario) => {
			const readings = scenario.readings.map((after) => after ?? 0);
			const { ended } = await playOut({ ...scenario, fates: [], readings });
			expect(ended('unknown')).toStrictEqual([]);
		}),
		cases(1_600),
	);
});
