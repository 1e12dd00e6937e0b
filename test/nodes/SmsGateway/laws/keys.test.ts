import * as fc from 'fast-check';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { start, untilEnded } from '../delivery/harness';
import { bench } from '../delivery/plans';
import { ACCEPTED, REFUSED, simulatedService, type Fate } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { keysOver, memoryMarkStore } from '../history/memory-mark-store';
import { cases, law } from './cases';
import { fates, settings } from './scenario';
import { expectOnceEach, takenOf } from './turn';
import { entryTo } from '../../../fixtures/entries';

const RECIPIENTS = ['2290197000001', '2290197000002', '2290197000003'];
const KEYS = ['one', 'two', 'three'];
const PAIRS = RECIPIENTS.flatMap((recipient) => KEYS.map((key) => ({ recipient, key })));

const identityOf = ({ recipient, key }: Pick<Entry, 'recipient' | 'key'>) => `${recipient} ${key}`;

/** An SMS says which key it is for, so that the service's log tells them apart. */
const entriesOf = (
	pairs: ReadonlyArray<{ recipient: string; key: string }>,
	text: (key: string) => string = (key) => `Order ${key}`,
): Entry[] =>
	pairs.map(({ recipient, key }, item) => entryTo(recipient, { item, message: text(key), key }));

const batchSizes = fc.constantFrom(undefined, 1, 2, 9);

law(
	'sends one SMS per key to a recipient with several keys, also with the same text, and forgets none',
	cases(400),
	[
		fc.array(fc.constantFrom(...PAIRS), { minLength: 1, maxLength: 8 }),
		fates,
		batchSizes,
		settings({ uncertain: 'doNotResend' }),
	],
	async (pairs, future, batchSize, given) => {
		const one = bench(...future);
		const entries = entriesOf(pairs, () => 'Ready');
		for (let runs = 0; runs <= future.length; runs++) {
			await one.run(entries, { ...given, batchSize });
		}
		const { outcomes } = await one.run(entries, { ...given, batchSize });

		const taken = takenOf(one.service.log, (recipient) => recipient);
		for (const recipient of RECIPIENTS) {
			const own = outcomes.filter((_, index) => entries[index]!.recipient === recipient);
			const keys = new Set(pairs.filter((pair) => pair.recipient === recipient).map(identityOf));
			const unknown = own.filter(({ status }) => status === 'unknown').length;
			expect(taken.get(recipient) ?? 0).toBeLessThanOrEqual(keys.size);
			expect((taken.get(recipient) ?? 0) + unknown).toBeGreaterThanOrEqual(keys.size);
			for (const { status } of own) expect(['accepted', 'unknown', 'skipped']).toContain(status);
		}
	},
);

law(
	'leaves no key claimed without reason: used if accepted, in doubt if unknown, else free',
	cases(400),
	[
		fc.shuffledSubarray(PAIRS, { minLength: 1 }),
		fates,
		batchSizes,
		settings(),
		fc.constantFrom(undefined, 0, 1, 5, 14, 41, 45, 300, 1_400),
	],
	async (pairs, future, batchSize, given, cancelAt) => {
		const one = bench(...future);
		const entries = entriesOf(pairs);
		const cancel = new AbortController();
		if (cancelAt !== undefined) void one.clock.wait(cancelAt).then(() => cancel.abort());
		const { record } = one.store;
		one.store.record = async (marks) => {
			await one.clock.wait(3);
			return await record(marks);
		};
		const { outcomes } = await one.run(entries, { ...given, batchSize, signal: cancel.signal });

		one.store.record = record;
		const claims = await one.elsewhere().claim(entries);
		outcomes.forEach(({ status }, index) => {
			const claim = claims.get(entries[index]!)!;
			const reason = claim.kind === 'settled' ? claim.outcome.reason : claim.kind;
			const expected = { accepted: 'alreadySent', unknown: 'interrupted' } as Record<
				string,
				string
			>;
			expect({ status, reason }).toStrictEqual({ status, reason: expected[status] ?? 'claimed' });
		});
	},
);

const ITEMS = [...RECIPIENTS, RECIPIENTS[0]!];

/** What a Retry makes of the items: a key of the user's, or none, and one for the Retry. */
const retried = (key: string): Entry[] =>
	ITEMS.map((recipient, item) => {
		const message = `Order ${item}`;
		const retryKey = `retry 7 0 ${item}`;
		return key === ''
			? entryTo(recipient, { item, message, key: retryKey, madeFor: 'retry' })
			: entryTo(recipient, { item, message, key, retryKey });
	});

law(
	'sends the SMS of an item once in the retries of an execution, whatever keys the user gives it in each',
	cases(400),
	[
		fc.array(
			fc.record({
				key: fc.constantFrom('', 'one', 'two'),
				batchSize: batchSizes,
				given: settings({ uncertain: 'doNotResend', stopOnFailure: false }),
			}),
			{ minLength: 2, maxLength: 4 },
		),
		fates,
		fc.boolean(),
	],
	async (retries, future: Fate[], atOnce) => {
		const one = bench(...future);
		const retry = async ({ key, batchSize, given }: (typeof retries)[number]) => {
			const plan = planRequests(retried(key), { batchSize });
			return await start(one, plan, given, { deduplication: one.elsewhere() });
		};
		const all = async () => {
			if (atOnce) return await Promise.all(retries.map(retry));
			const deliveries = [];
			for (const each of retries) deliveries.push(await retry(each));
			return deliveries;
		};
		const deliveries = await untilEnded(one, all());

		const taken = takenOf(one.service.log, (recipient, message) => `${recipient} ${message}`);
		expectOnceEach(taken);
		const got = new Set(one.service.log.filter(({ took }) => took).flatMap((r) => r.recipients));
		for (const { outcomes } of deliveries) {
			outcomes.forEach(({ status, reason }, item) => {
				const isSent = status === 'accepted' || reason === 'alreadySent';
				if (isSent) expect(got).toContain(ITEMS[item]);
			});
		}
	},
);

const DELAYS = [0, 7, 20, 60, 190, 450];
const MANY = Array.from({ length: 40 }, (_, index) => `22901970000${10 + index}`);

law(
	'sends to all but the wrong number where two executions have one list at the same time',
	cases(250),
	[
		fc.constantFrom(...MANY),
		fc.constantFrom(5, 10, 20, 100),
		fc.nat({ max: 2_500 }),
		fc.array(fc.constantFrom(...DELAYS), { minLength: 1, maxLength: 9 }),
	],
	async (wrong, batchSize, later, delays) => {
		const clock = virtualClock();
		const service = simulatedService(clock);
		let requests = 0;
		service.send = async ({ recipients }) => {
			await clock.wait(50 + delays[requests++ % delays.length]!);
			return recipients.includes(wrong) ? REFUSED : ACCEPTED;
		};
		const keys = keysOver(memoryMarkStore(), clock);
		const entries = MANY.map((recipient, item) => entryTo(recipient, { item, key: 'one' }));
		const plan = planRequests(entries, { batchSize });
		const world = { clock, service };
		const execute = async () =>
			await start(world, plan, {}, { deduplication: keys.openRun(false, 30_000) });
		const both = await untilEnded(world, Promise.all([execute(), clock.wait(later).then(execute)]));
		const missing = MANY.filter((_, index) =>
			both.every(({ outcomes }) => outcomes[index]!.status !== 'accepted'),
		);
		expect(missing).toStrictEqual([wrong]);
	},
);
