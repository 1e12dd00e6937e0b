import { openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { bench, entriesOf, statuses, texts } from './plans';
import { answer, failure, fate, REFUSED, type Fate } from './simulated-service';
import { said } from '../../../fixtures/causes';

const ENTRIES = entriesOf(['1', 'Hi', 'a'], ['2', 'Hi', 'b'], ['3', 'Hi', '']);

/** A request to three, of whom the second may have been sent to in an earlier run. */
function benchWithDoubt(...fates: Parameters<typeof bench>) {
	const one = bench(...fates);
	const ledger = openLedger(one.ledger);
	ledger.begin(1, [ENTRIES[1]!]);
	ledger.end(1, {
		status: 'unknown',
		reason: 'timeout',
		explanation: said('No answer in time.'),
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
	expect([...store.marks].sort()).toStrictEqual(['claimed 2 b', 'doubt 2 b']);
	// A retry tells of the request that may have sent it.
	const [, again] = (await run(ENTRIES, { batchSize: 9 })).outcomes;
	expect(again).toMatchObject({ status: 'unknown', request: 1, replayed: true });
});

it('remembers a number once that stands several times in one item', async () => {
	const { ledger, run } = bench();
	const delivery = await run([ENTRIES[0]!, { ...ENTRIES[0]! }, { ...ENTRIES[0]! }]);
	expect(statuses(delivery)).toStrictEqual(['accepted', 'skipped', 'skipped']);
	expect(Object.values(ledger.accepted).map(({ to }) => to.split(',').length)).toStrictEqual([1]);
});

it('reports the attempt made now where it is as uncertain as the earlier one', async () => {
	const { run } = bench(fate(failure('timeout')), fate(answer(500)), fate(REFUSED));
	const entries = entriesOf('1');
	await run(entries, { maxAttempts: 1 });
	const again = { uncertain: 'resend', maxAttempts: 1 } as const;
	const second = (await run(entries, again)).outcomes[0]!;
	expect(second).toMatchObject({
		status: 'unknown',
		reason: 'serverError',
		request: 2,
		smsCount: 1,
	});
	expect(second.replayed).toBeUndefined();
	const third = (await run(entries, again)).outcomes[0]!;
	expect(third).toMatchObject({ status: 'unknown', reason: 'serverError', request: 3 });
	expect(third.replayed).toBeUndefined();
});
