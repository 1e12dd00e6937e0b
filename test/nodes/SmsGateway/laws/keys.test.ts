import * as fc from 'fast-check';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { inRetry } from '../../../../nodes/SmsGateway/domain/plan/sameSms';
import { start, untilEnded } from '../delivery/harness';
import { bench } from '../delivery/plans';
import type { Fate } from '../delivery/simulated-service';
import { cases, law } from './cases';
import { fates, settings } from './scenario';
import { expectOnceEach, takenOf } from './turn';
import { entryTo } from '../../../fixtures/entries';

const RECIPIENTS = ['2290197000001', '2290197000002', '2290197000003'];
const KEYS = ['one', 'two', 'three'];
const PAIRS = RECIPIENTS.flatMap((recipient) => KEYS.map((key) => ({ recipient, key })));

const entriesOf = (pairs: typeof PAIRS): Entry[] =>
	pairs.map(({ recipient, key }, item) =>
		entryTo(recipient, { item, message: `Order ${key}`, key }),
	);

const batchSizes = fc.constantFrom(undefined, 1, 2, 9);

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
			const expected: Record<string, string> = { accepted: 'alreadySent', unknown: 'interrupted' };
			expect({ status, reason }).toStrictEqual({ status, reason: expected[status] ?? 'claimed' });
		});
	},
);

const ITEMS = [...RECIPIENTS, RECIPIENTS[0]!];

/** What a Retry makes of the items: a key of the user's, or none, and one for the Retry. */
const retried = (key: string): Entry[] =>
	ITEMS.map((recipient, item) => {
		const message = `Order ${item}`;
		return inRetry(entryTo(recipient, { item, message, key }), '7', '0');
	});

law(
	'sends the SMS of an item once in the retries of an execution, whatever keys the user gives it in each',
	cases(400),
	[
		fc.array(
			fc.record({
				key: fc.constantFrom('', 'one', 'two'),
				batchSize: batchSizes,
				given: settings({ uncertain: 'doNotResend', endsOnFailure: false }),
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
