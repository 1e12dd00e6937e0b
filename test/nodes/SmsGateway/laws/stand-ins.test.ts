import * as fc from 'fast-check';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { bench } from '../delivery/plans';
import { cases } from './cases';
import { fates } from './scenario';

const RECIPIENTS = ['2290197000001', '2290197000002'];
const KEYS = ['one', 'two', 'three'];

const entries = fc
	.array(fc.record({ recipient: fc.constantFrom(...RECIPIENTS), key: fc.constantFrom(...KEYS) }), {
		minLength: 1,
		maxLength: 6,
	})
	.map((given) =>
		given.map((one, item): Entry => ({ ...one, item, senderId: 'SHOP', message: 'Ready' })),
	);
/** Keys that an earlier execution has served. */
const served = fc.subarray(
	RECIPIENTS.flatMap((recipient) => KEYS.map((key) => `${recipient} ${key}`)),
);

const newOf = (given: readonly Entry[], before: readonly string[], recipient: string): number =>
	new Set(
		given
			.filter((entry) => entry.recipient === recipient)
			.map(({ key }) => key)
			.filter((key) => !before.includes(`${recipient} ${key}`)),
	).size;

test('with one text and several keys, nobody is texted more than once, and whoever has a new key is', async () => {
	await fc.assert(
		fc.asyncProperty(
			entries,
			served,
			fates,
			fc.integer({ min: 1, max: 3 }),
			fc.boolean(),
			async (given, before, future, batchSize, stopOnFailure) => {
				const { service, store, run } = bench(...future);
				for (const mark of before) store.marks.add(`seen ${mark}`);
				const settings = { batchSize, stopOnFailure, maxAttempts: 1, concurrency: 2 };
				for (let tries = 0; tries <= future.length; tries++) await run(given, settings);
				const { outcomes } = await run(given, settings);

				for (const recipient of RECIPIENTS) {
					const taken = service.log.filter(
						({ recipients, took }) => took && recipients.includes(recipient),
					).length;
					const mine = outcomes.filter((_, index) => given[index]!.recipient === recipient);
					const isUnknown = mine.some(({ status }) => status === 'unknown');
					expect(taken).toBeLessThanOrEqual(newOf(given, before, recipient) > 0 ? 1 : 0);
					if (newOf(given, before, recipient) > 0) expect(taken > 0 || isUnknown).toBe(true);
					for (const { status } of mine) {
						expect(['accepted', 'unknown', 'skipped']).toContain(status);
					}
				}

				const texts = service.log.length;
				await run(given, { ...settings, ledger: openLedger(emptyLedgerData()) });
				expect(service.log).toHaveLength(texts);
			},
		),
		cases(500),
	);
});
