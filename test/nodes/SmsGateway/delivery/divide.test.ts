import { bench, entriesOf, people, reasons, statuses, texts } from './plans';
import { ACCEPTED, failure, fate, REFUSED, type Arrival, type Refuses } from './simulated-service';
import { START } from './virtual-clock';
import { keysOver } from '../keys/memory-mark-store';
import type { DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import type { SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';

const refusesOf =
	(...wrong: string[]): Refuses =>
	({ recipients }) =>
		recipients.some((one) => wrong.includes(one));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

describe('a refused request', () => {
	it('waits until all others were sent to, but for a later SMS to one of its recipients', async () => {
		const entries = [
			...entriesOf(...numbers(8)),
			...entriesOf(['3', 'later'], ['9', 'later'], ['4', 'other'], ['9', 'other']),
		].map((entry, item) => ({ ...entry, item }));
		const { run, service } = bench(refusesOf('1'));
		await run(entries, { batchSize: 4, concurrency: 2 });
		const sent = texts(service);
		expect(sent.slice(0, 4)).toStrictEqual(['Hi: 1|2|3|4', 'Hi: 5|6|7|8', 'later: 9', 'other: 9']);
		expect(sent.slice(-2)).toStrictEqual(['later: 3', 'other: 4']);
	});

	it.each([false, true])('is divided once, also with an SMS to come (Stop: %s)', async (stop) => {
		const later = people(8).map(({ recipient }): [string, string] => [recipient, 'later']);
		const entries = [...numbers(8).map((one): [string, string] => [one, 'Hi']), ...later];
		const { run, service } = bench(refusesOf('1', '6'));
		await run(entriesOf(...entries), { batchSize: 8, endsOnFailure: stop });
		const taken = service.log.filter(({ took }) => took);
		const sms = taken.flatMap((one) => one.recipients.map((to) => `${one.message}: ${to}`));
		expect([...sms].sort()).toStrictEqual([...new Set(sms)].sort());
		expect(sms).toHaveLength(stop ? 6 : 6 + 6);
	});

	it('ends where the execution is cancelled, and who was not asked about stays refused', async () => {
		const cancel = new AbortController();
		const { run, service, clock } = bench(fate(REFUSED), fate(ACCEPTED));
		void clock.wait(15).then(() => cancel.abort());
		const entries = entriesOf(...numbers(6));
		const delivery = await run(entries, { batchSize: 6, signal: cancel.signal });
		expect(service.log).toHaveLength(2);
		expect(statuses(delivery).sort()).toStrictEqual(['accepted', ...new Array(5).fill('rejected')]);
	});
});

/** What comes of the parts of six: `t` times out, `a` is accepted, `r` is refused. */
it.each([
	['tata', false],
	['tatrt', false],
	['trtrt', false],
	['tt', true],
	['rtrtt', true],
])('ends where two in a row are not answered: %s, %p', async (parts, ends) => {
	const comes = { t: fate(failure('timeout')), a: fate(ACCEPTED), r: fate(REFUSED) };
	const [first, ...others] = [...parts].map((one) => comes[one as keyof typeof comes]);
	const { run, service } = bench(fate(ACCEPTED), fate(REFUSED), first!, ...others);
	// A text that was accepted is asked about longer.
	const entries = entriesOf(...numbers(40).map((one): [string, string] => [one, 'Hi']));
	const delivery = await run(entries, { batchSize: 20, concurrency: 1 });
	expect(reasons(delivery).includes('stopped')).toBe(ends);
	if (ends) expect(service.log).toHaveLength(2 + parts.length);
});

describe('a text that is at fault', () => {
	it('is known for all its batches, also of a later pass', async () => {
		const one = bench(...new Array(18).fill(fate(REFUSED)));
		const other = one.elsewhere();
		const held = people(18).slice(12);
		await other.claim(held);
		void one.clock.wait(2_000).then(async () => await other.finish(held, 'free'));
		const delivery = await one.run(people(18), { batchSize: 6 });
		expect(statuses(delivery)).toStrictEqual(new Array(18).fill('rejected'));
		expect(one.service.log).toHaveLength(2 + 3 + 1);
	});
});

describe('a part whose key another execution has meanwhile', () => {
	const ENTRIES = entriesOf(['9', 'first', 'a'], ['1', 'first', 'b'], ['1', 'second', 'c']);

	/** Another execution claims the second entry when the first part is sent, and frees it after so long. */
	async function runMeanwhile(after: number, endsOnFailure: boolean, cancelAt = 60_000) {
		const one = bench(fate(REFUSED), fate(REFUSED));
		const cancel = new AbortController();
		void one.clock.wait(cancelAt).then(() => cancel.abort());
		let requests = 0;
		const delivery = await one.run(ENTRIES, {
			batchSize: 2,
			endsOnFailure,
			signal: cancel.signal,
			async send(message: SmsRequest) {
				requests++;
				if (requests === 2) {
					const other = one.elsewhere();
					await other.claim(ENTRIES.slice(1, 2));
					void one.clock.wait(after).then(async () => await other.finish(ENTRIES, 'free'));
				}
				return await one.service.send(message);
			},
		});
		return { reasons: reasons(delivery), texts: texts(one.service), took: one.clock.now() - START };
	}

	it.each([
		[false, 'accepted', ['second: 1']],
		[true, 'stopped', []],
	])('is sent after that has ended, and a later SMS to it then (Stop: %s)', async (...stop) => {
		const [endsOnFailure, later, sentLater] = stop;
		const run = await runMeanwhile(2_000, endsOnFailure);
		expect(run.texts).toStrictEqual(['first: 9|1', 'first: 9', 'first: 1', ...sentLater]);
		expect(run.reasons).toStrictEqual(['refusedByService', 'accepted', later]);
	});

	it('is not waited for after a cancellation', async () => {
		const run = await runMeanwhile(60_000, true, 500);
		expect(run.reasons).toStrictEqual(['refusedByService', 'cancelled', 'cancelled']);
		expect(run.took).toBe(500);
	});

	it.each([false, true])('is divided too, where it is refused then (Stop: %s)', async (stop) => {
		const { clock, elsewhere, run } = bench(refusesOf('2'));
		const other = elsewhere();
		const held = people(5).slice(1);
		void clock.wait(12).then(async () => {
			await other.claim(held);
			await clock.wait(1_000);
			await other.finish(held, 'free');
		});
		const delivery = await run(people(5), { batchSize: 100, endsOnFailure: stop });
		const ends = ['accepted', 'accepted', 'rejected', 'accepted', 'accepted'];
		expect(statuses(delivery)).toStrictEqual(ends);
	});
});

it('with Stop Workflow, starts no other request until it is divided; the rest where nobody was refused', async () => {
	const { run, service } = bench(({ recipients }) => recipients.length > 3);
	const given = { batchSize: 4, concurrency: 2, endsOnFailure: true };
	const delivery = await run(entriesOf(...numbers(16)), given);
	expect(statuses(delivery)).toStrictEqual(new Array(16).fill('accepted'));
	const wholes = [...service.log.keys()].filter((at) => service.log[at]!.recipients.length === 4);
	expect(wholes.slice(0, 2)).toStrictEqual([0, 1]);
	expect(wholes[2]).toBeGreaterThan(5);
});

describe('with Check Balance', () => {
	/** It was 100 before the first request; the last reading comes again and again. */
	const balanceOf = (...readings: number[]): DeliveryTools['balance'] => ({
		before: 100,
		unitsPerSms: 1,
		async now() {
			const balance = readings.length > 1 ? readings.shift()! : readings[0]!;
			return { read: true, balance, response: '' };
		},
	});

	it('leaves in doubt, with its key, what was charged for in a part, and goes on', async () => {
		const one = bench(fate(REFUSED), fate(ACCEPTED), fate(REFUSED));
		const delivery = await one.run(people(6), { batchSize: 6, balance: balanceOf(100, 96, 90) });
		const sizes = one.service.log.map(({ recipients }) => recipients.length);
		expect(sizes).toStrictEqual([6, 1, 3, 2]);
		const times = (reason: string) => new Array<string>(3).fill(reason);
		expect(reasons(delivery).sort()).toStrictEqual([...times('accepted'), ...times('balanceFell')]);
		Object.assign(one.ledger, emptyLedgerData());
		const again = reasons(await one.run(people(6)));
		expect(again.sort()).toStrictEqual([...times('alreadySent'), ...times('interrupted')]);
		expect(one.service.log).toHaveLength(4);
	});

	it.each([
		['others have used up the places of the day', 2, false],
		['the execution is cancelled meanwhile', 9, true],
	])('leaves in doubt what was charged for where %s', async (_, most, isCancelled) => {
		const entries = entriesOf(['1', 'A', 'k'], ['2', 'A', 'k'], ['3', 'B', 'k'], ['4', 'B', 'k']);
		const one = bench(fate(REFUSED, { took: true }));
		const keys = keysOver(one.store, one.clock);
		const cancel = new AbortController();
		const balance = balanceOf(90)!;
		await one.run(entries, {
			batchSize: 2,
			concurrency: 1,
			deduplication: keys.openRun(false, 30_000, { most, dayAt: () => 'Monday' }),
			signal: cancel.signal,
			balance: {
				...balance,
				async now() {
					if (isCancelled) cancel.abort();
					return await balance.now();
				},
			},
		});
		const claims = await keys.openRun(false, 30_000).claim(entries);
		const settled = [...claims.values()].map((claim) => 'outcome' in claim && claim.outcome.reason);
		expect(settled.slice(0, 2)).toStrictEqual(['interrupted', 'interrupted']);
	});

	it.each([
		['paid', { read: true, balance: 98, response: '' }],
		['maybePaid', { read: false, causes: [] }],
	] as const)('says of those in doubt: %s', async (found, after) => {
		const balance = { before: 100, unitsPerSms: 1, now: async () => after };
		const { outcomes } = await bench(fate(REFUSED)).run(people(2), { batchSize: 2, balance });
		expect(outcomes[1]!.causes).toMatchObject([{ name: 'service', found }]);
	});

	it('hides no part that was charged for behind others that cost less than they may', async () => {
		const paid = fate(REFUSED, { took: true });
		const { clock, run, service } = bench(fate(REFUSED), fate(ACCEPTED), fate(ACCEPTED), paid);
		const charged = ({ took, message, reply, recipients }: Arrival) =>
			took && message === 'Hi' ? (reply === REFUSED ? 1 : recipients.length) : 0;
		async function now() {
			await clock.wait(5_000);
			const spent = service.log.reduce((sum, one) => sum + charged(one), 0);
			return { read: true, balance: 100 - spent, response: '' } as const;
		}
		const free = numbers(4).map((one): [string, string] => [`5${one}`, 'Free']);
		const delivery = await run(entriesOf(...numbers(4), ...free), {
			batchSize: 4,
			concurrency: 1,
			balance: { before: 100, unitsPerSms: 1, now },
		});
		expect(service.log.map(({ recipients }) => recipients.length)).toStrictEqual([4, 4, 1, 2, 1]);
		const doubts = reasons(delivery).filter((one) => one !== 'accepted');
		expect(doubts).toStrictEqual(['balanceFell', 'balanceFell']);
	});

	it('forgets what the balance has shown to be refused', async () => {
		const one = bench(...new Array(20).fill(fate(REFUSED)));
		await one.run(people(3), { batchSize: 3, balance: balanceOf(100) });
		expect(one.ledger).toStrictEqual(emptyLedgerData());
	});

	it('asks in one request at a time', async () => {
		const { run, service } = bench(...new Array(4).fill(fate(REFUSED)));
		await run(entriesOf(...numbers(40)), { batchSize: 10, balance: balanceOf(100) });
		for (const { started } of service.log.slice(4)) {
			const together = service.log.filter((one) => one.started <= started && one.ended! > started);
			expect(together).toHaveLength(1);
		}
	});
});
