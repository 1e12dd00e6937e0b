import * as fc from 'fast-check';
import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/history/deduplication';
import { deliver, type Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { STATUSES, withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { recipientSafeguards } from '../../../../nodes/SmsGateway/domain/safeguards/recipients';
import { timingSafeguards } from '../../../../nodes/SmsGateway/domain/safeguards/timing';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { simulatedService } from '../delivery/simulated-service';
import { START, STUCK, virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { fates, settings } from './scenario';
import { said } from '../../../fixtures/causes';

const BENIN = ['2290197000001', '2290197000002'];
const FRANCE = ['33612345678', '33612345679'];
const PEOPLE = [...BENIN, ...FRANCE, '12125550123'];
const MINUTE = 60_000;

const entries = fc.array(
	fc.record({
		recipient: fc.constantFrom(...PEOPLE),
		message: fc.constantFrom('Hi', 'Bye', 'x'.repeat(161)),
		expiresIn: fc.option(fc.integer({ min: -1, max: 20 }), { nil: undefined }),
	}),
	{ minLength: 1, maxLength: 10 },
);

/** Most often unset, so that those that are set are met one by one too. */
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const somePeople = seldom(fc.subarray(PEOPLE));

/** The clock of Benin shows 13:00 when it begins. */
const window = fc.record({
	from: fc.integer({ min: 12 * 60 + 50, max: 13 * 60 + 10 }),
	until: fc.integer({ min: 13 * 60 + 1, max: 13 * 60 + 20 }),
	days: fc.constant([0, 1, 2, 3, 4, 5, 6]),
});

const safeguards = fc.record({
	excluded: somePeople,
	allowed: somePeople,
	countries: seldom(fc.subarray(['BJ', 'FR', 'US'])),
	window: fc.option(window, { nil: undefined }),
	test: somePeople,
});

const TEST_RUN = withoutRequest('testRun', said('Skipped.'));

law(
	'leaves one outcome each and sends nothing outside of them, in retries neither',
	cases(500),
	[
		entries,
		safeguards, // Slow runs, which see windows close and SMS expire.
		fc.tuple(settings(), fc.constantFrom(0, 0.01)),
		fates,
		fc.constantFrom(undefined, 1, 2),
		fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 2 }),
	],
	async (drawn, rules, [drawnSettings, requestsPerSecond], future, batchSize, pauses) => {
		const clock = virtualClock();
		const service = simulatedService(clock, future);
		const data = emptyLedgerData();
		const sent: Entry[] = drawn.map(({ expiresIn, ...rest }, item) => ({
			...rest,
			item,
			senderId: 'SHOP',
			key: '',
			...(expiresIn !== undefined && { expiresAt: START + expiresIn * MINUTE }),
		}));
		const ofRecipient = recipientSafeguards({
			excluded: new Set(rules.excluded ?? []),
			...(rules.allowed && { allowed: new Set(rules.allowed) }),
			...(rules.countries && { countries: new Set(rules.countries) }),
		});
		const ofTiming = timingSafeguards('Africa/Porto-Novo', rules.window);
		const isTested = ({ recipient }: Entry) => rules.test?.includes(recipient) ?? true;

		const runOnce = async (): Promise<Delivery> => {
			const began = clock.now();
			const plan = planRequests(sent, {
				batchSize,
				refusalOf: (entry) => ofRecipient(entry) ?? ofTiming(entry, began),
				testRefusalOf: (entry) => (isTested(entry) ? undefined : TEST_RUN),
			});
			const run = deliver(
				plan,
				{ ...drawnSettings, requestsPerSecond },
				{
					send: service.send,
					clock,
					ledger: openLedger(data),
					deduplication: NO_DEDUPLICATION,
					timingRefusalOf: ofTiming,
				},
			);
			const delivery = await clock.run(run);
			if (delivery === STUCK) throw new Error('The run never ended');
			return delivery;
		};

		for (const pause of [0, ...pauses]) {
			await clock.run(clock.wait(pause * MINUTE));
			const { outcomes } = await runOnce();
			expect(outcomes).toHaveLength(sent.length);
			for (const outcome of outcomes) expect(STATUSES).toContain(outcome?.status);
		}
		for (const { message, recipients, started } of service.log) {
			for (const recipient of recipients) {
				const allowed = sent.filter(
					(entry) =>
						entry.recipient === recipient &&
						entry.message === message &&
						isTested(entry) &&
						ofRecipient(entry) === undefined &&
						ofTiming(entry, started) === undefined,
				);
				expect(allowed).not.toHaveLength(0);
			}
		}
	},
);
