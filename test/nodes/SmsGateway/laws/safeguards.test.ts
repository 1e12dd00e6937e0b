import * as fc from 'fast-check';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { recipientSafeguards } from '../../../../nodes/SmsGateway/domain/safeguards/recipients';
import { timingSafeguards } from '../../../../nodes/SmsGateway/domain/safeguards/timing';
import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { run } from '../delivery/harness';
import { simulatedService } from '../delivery/simulated-service';
import { START, virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { fates, settings } from './scenario';
import { expectOneOutcomeEach } from './turn';
import { said } from '../../../fixtures/causes';
import { entryTo } from '../../../fixtures/entries';

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
	days: fc.constant([1, 2, 3, 4, 5, 6, 7]),
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
		const world = { clock, service: simulatedService(clock, future) };
		const saved = emptyLedgerData();
		const sent = drawn.map(({ expiresIn, recipient, message }, item) =>
			entryTo(recipient, {
				item,
				message,
				...(expiresIn !== undefined && { expiresAt: START + expiresIn * MINUTE }),
			}),
		);
		const ofRecipient = recipientSafeguards({
			excluded: new Set(rules.excluded ?? []),
			...(rules.allowed && { allowed: new Set(rules.allowed) }),
			...(rules.countries && { countries: new Set(rules.countries) }),
		});
		const timingRefusalOf = timingSafeguards('Africa/Porto-Novo', rules.window);
		const isTested = ({ recipient }: Entry) => rules.test?.includes(recipient) ?? true;

		for (const pause of [0, ...pauses]) {
			await clock.run(clock.wait(pause * MINUTE));
			const began = clock.now();
			const plan = planRequests(sent, {
				batchSize,
				refusalOf: (entry) => ofRecipient(entry) ?? timingRefusalOf(entry, began),
				testRefusalOf: (entry) => (isTested(entry) ? undefined : TEST_RUN),
			});
			const given = { ...drawnSettings, requestsPerSecond };
			expectOneOutcomeEach(await run(world, plan, given, { timingRefusalOf }, saved));
		}
		const isAllowed = (message: string, recipient: string, started: number) =>
			sent.some(
				(entry) =>
					entry.recipient === recipient &&
					entry.message === message &&
					isTested(entry) &&
					ofRecipient(entry) === undefined &&
					timingRefusalOf(entry, started) === undefined,
			);
		const outside = world.service.log.filter(
			({ message, recipients, started }) =>
				!recipients.every((recipient) => isAllowed(message, recipient, started)),
		);
		expect(outside).toStrictEqual([]);
	},
);
