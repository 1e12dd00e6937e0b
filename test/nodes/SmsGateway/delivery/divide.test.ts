import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { bench, entriesOf, reasons, statuses, texts } from './plans';
import { run as runIn, SETTINGS } from './harness';
import {
	ACCEPTED,
	answer,
	failure,
	fate,
	REFUSED,
	simulatedService,
	type Refuses,
} from './simulated-service';
import { START, virtualClock } from './virtual-clock';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { Entry, Message } from '../../../../nodes/SmsGateway/domain/entry';
import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { said } from '../../../fixtures/causes';

const refusesOf =
	(...wrong: string[]): Refuses =>
	({ recipients }) =>
		recipients.some((one) => wrong.includes(one));

const numbers = (count: number, from = 1): string[] =>
	Array.from({ length: count }, (_, index) => `${from + index}`);

/** A run against a service that refuses what it is told to. */
async function runAgainst(
	refuses: Refuses,
	entries: readonly Entry[],
	{
		batchSize = 100,
		chance = [0.5],
		...given
	}: Partial<DeliverySettings & DeliveryTools> & { batchSize?: number; chance?: number[] } = {},
) {
	const clock = virtualClock(chance);
	const service = simulatedService(clock, [], refuses);
	const plan = planRequests(entries, { batchSize });
	const delivery = await runIn({ clock, service }, plan, { ...SETTINGS, ...given }, given);
	return { ...delivery, service, sent: texts(service), clock };
}

describe('a refused request', () => {
	it('is asked about in parts until each recipient has an answer of its own', async () => {
		const { sent, outcomes } = await runAgainst(refusesOf('2'), entriesOf('1', '2', '3', '4'));
		expect(sent).toStrictEqual(['Hi: 1|2|3|4', 'Hi: 1', 'Hi: 2|3', 'Hi: 2', 'Hi: 3|4']);
		expect(outcomes.map(({ status, request }) => [status, request])).toStrictEqual([
			['accepted', 2],
			['rejected', 4],
			['accepted', 5],
			['accepted', 5],
		]);
	});

	it('keeps no other from being sent meanwhile', async () => {
		const entries = entriesOf(...numbers(8));
		const { sent } = await runAgainst(refusesOf('1'), entries, { batchSize: 2, concurrency: 2 });
		expect(sent.indexOf('Hi: 5|6')).toBeLessThan(sent.indexOf('Hi: 2'));
	});

	it('is divided after a 429 and after a connection that was refused', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '1' }));
		const { run, service } = bench(wait, fate(REFUSED), fate(failure('connectionRefused')));
		const delivery = await run(entriesOf('1', '2'), { batchSize: 2 });
		expect(statuses(delivery)).toStrictEqual(['accepted', 'accepted']);
		expect(texts(service)).toStrictEqual(['Hi: 1|2', 'Hi: 1|2', 'Hi: 1', 'Hi: 1', 'Hi: 2']);
	});

	it('gives up a part that never reaches the service, and goes on with the others', async () => {
		const away = fate(failure('connectionRefused'));
		const { run } = bench(fate(REFUSED), fate(ACCEPTED), away, away);
		const delivery = await run(entriesOf('1', '2', '3'), { batchSize: 3, maxAttempts: 2 });
		expect(statuses(delivery).sort()).toStrictEqual(['accepted', 'accepted', 'notSent']);
	});

	it('is not sent on once its time has passed', async () => {
		const late = {
			status: 'notSent',
			reason: 'expired',
			explanation: said('Late.'),
			smsCount: 0,
		} as const;
		const { sent, outcomes } = await runAgainst(refusesOf('9'), entriesOf('1', '2', '3', '9'), {
			timingRefusalOf: (_, now) => (now > START + 15 ? late : undefined),
		});
		expect(sent).toHaveLength(2);
		expect(reasons({ outcomes, requests: 0 })).toStrictEqual([
			'accepted',
			'expired',
			'expired',
			'expired',
		]);
	});

	it('ends where the execution is cancelled, and who was not asked about is not sent', async () => {
		const cancel = new AbortController();
		const { run, service, clock } = bench(fate(REFUSED), fate(ACCEPTED));
		void clock.wait(15).then(() => cancel.abort());
		const entries = entriesOf(...numbers(6));
		const delivery = await run(entries, { batchSize: 6, signal: cancel.signal });
		expect(service.log).toHaveLength(2);
		expect(reasons(delivery).sort()).toStrictEqual(['accepted', ...new Array(5).fill('cancelled')]);
	});
});

describe('a text that is at fault', () => {
	it('gives its words to all, with the request and the response that each was in', async () => {
		const { outcomes } = await runAgainst(() => true, entriesOf(...numbers(5)));
		expect(outcomes.map(({ request }) => request).sort()).toStrictEqual([1, 1, 2, 3, 4]);
		for (const { explanation } of outcomes) {
			expect(explanation).toMatchObject([{ says: 'Unknown sender.' }]);
		}
	});

	it('gives the words of one who was refused alone, not of one who was not reached', async () => {
		const away = fate(failure('connectionRefused'));
		const { run } = bench(fate(answer(400)), fate(REFUSED), fate(REFUSED), away);
		const { outcomes } = await run(entriesOf(...numbers(5)), { batchSize: 5, maxAttempts: 1 });
		const refused = outcomes.filter(({ status }) => status === 'rejected');
		expect(refused.flatMap(({ explanation }) => explanation)).toMatchObject(
			new Array(4).fill({ says: 'Unknown sender.' }),
		);
	});

	it('is acquitted where a later request with it is accepted: those given up are sent to', async () => {
		// The three that chance draws from the first ten are wrong.
		const wrong = ['2', '6', '9'];
		const { service, outcomes, sent } = await runAgainst(
			refusesOf(...wrong),
			entriesOf(...numbers(20)),
			{ batchSize: 10, concurrency: 1 },
		);
		expect(service.log.slice(0, 4).map(({ recipients }) => recipients.length)).toStrictEqual([
			10, 1, 1, 1,
		]);
		expect(sent.at(-1)).toBe('Hi: 1|3|4|5|7|8|10');
		const rejected = outcomes.flatMap(({ status }, index) =>
			status === 'rejected' ? [index + 1] : [],
		);
		expect(rejected.map(String)).toStrictEqual(wrong);
	});

	it('but not those who get another SMS, which would have come first', async () => {
		const entries = [
			...entriesOf(...numbers(10)),
			...entriesOf(['1', 'other']),
			...entriesOf(...numbers(10, 11)),
		].map((entry, item) => ({ ...entry, item }));
		const { sent } = await runAgainst(refusesOf('2', '6', '9'), entries, {
			batchSize: 10,
			concurrency: 1,
		});
		expect(sent).toContain('other: 1');
		expect(sent.at(-1)).toBe('Hi: 3|4|5|7|8|10');
	});

	it('stays at fault for what was accepted before that was known', async () => {
		const { run, service } = bench(
			fate(REFUSED),
			fate(ACCEPTED, { after: 200 }),
			...new Array(9).fill(fate(REFUSED)),
		);
		await run(entriesOf(...numbers(8)), { batchSize: 4, concurrency: 2 });
		expect(service.log).toHaveLength(2 + 3);
	});
});

describe('a part whose key another execution has meanwhile', () => {
	/** Other executions claim these entries when the first part is sent, and free them after so long each. */
	async function runMeanwhile(
		entries: readonly Entry[],
		frees: ReadonlyMap<Entry, number>,
		given: Partial<DeliverySettings> & { batchSize: number; signal?: AbortSignal },
		one = bench(fate(REFUSED), fate(REFUSED)),
	) {
		const { send } = one.service;
		let requests = 0;
		const delivery = await one.run(entries, {
			...given,
			async send(message: Message) {
				requests++;
				if (requests === 2) {
					expect(message.recipients).toStrictEqual(['9']);
					for (const [entry, after] of frees) {
						const other = one.elsewhere();
						await other.claim([entry]);
						void one.clock.wait(after).then(async () => await other.release([entry]));
					}
				}
				return await send(message);
			},
		});
		return { delivery, ...one };
	}

	const ENTRIES = entriesOf(['9', 'first', 'a'], ['1', 'first', 'b'], ['1', 'second', 'c']);
	const [, part] = ENTRIES as [Entry, Entry, Entry];

	it('is sent after that has ended, and a later SMS to the same person after it', async () => {
		const { delivery, service } = await runMeanwhile(ENTRIES, new Map([[part, 2_000]]), {
			batchSize: 2,
			concurrency: 2,
		});
		expect(texts(service)).toStrictEqual(['first: 9|1', 'first: 9', 'first: 1', 'second: 1']);
		expect(statuses(delivery)).toStrictEqual(['rejected', 'accepted', 'accepted']);
	});

	it('is waited for and sent also where Stop Workflow has stopped the others', async () => {
		const { delivery, service } = await runMeanwhile(ENTRIES, new Map([[part, 2_000]]), {
			batchSize: 2,
			concurrency: 2,
			stopOnFailure: true,
		});
		expect(texts(service)).toStrictEqual(['first: 9|1', 'first: 9', 'first: 1']);
		expect(service.log[2]!.started - START).toBeGreaterThanOrEqual(2_000);
		expect(reasons(delivery)).toStrictEqual(['refusedByService', 'accepted', 'stopped']);
	});

	it('waits for its turn in the rate limit also where Stop Workflow has stopped the others', async () => {
		const entries = entriesOf(['9', 'first', 'a'], ['1', 'first', 'b'], ['2', 'first', 'c']);
		const { delivery, service } = await runMeanwhile(
			entries,
			new Map(entries.slice(1).map((entry) => [entry, 5_000])),
			{ batchSize: 3, requestsPerSecond: 1, stopOnFailure: true },
		);
		expect(texts(service)).toStrictEqual(['first: 9|1|2', 'first: 9', 'first: 2', 'first: 1']);
		expect(service.log[3]!.started - service.log[2]!.started).toBeGreaterThanOrEqual(1_000);
		expect(reasons(delivery)).toStrictEqual(['refusedByService', 'accepted', 'accepted']);
	});

	it('is not waited for after a cancellation', async () => {
		const one = bench(fate(REFUSED), fate(REFUSED));
		const cancel = new AbortController();
		void one.clock.wait(500).then(() => cancel.abort());
		const { delivery } = await runMeanwhile(
			ENTRIES,
			new Map([[part, 60_000]]),
			{ batchSize: 2, stopOnFailure: true, signal: cancel.signal },
			one,
		);
		expect(reasons(delivery)).toStrictEqual(['refusedByService', 'cancelled', 'stopped']);
		expect(one.clock.now() - START).toBe(500);
	});
});

it('with Stop Workflow starts no other request while it is open whether a refused one is a failure', async () => {
	const { service } = await runAgainst(
		({ recipients }) => recipients.length > 3,
		entriesOf(...numbers(16)),
		{ batchSize: 4, concurrency: 2, stopOnFailure: true },
	);
	const wholes = service.log.filter(({ recipients }) => recipients.length === 4);
	const parts = service.log.filter(({ recipients }) => recipients.length < 4);
	const ofFirst = parts.filter(({ recipients }) => Number(recipients[0]) <= 8);
	for (const { started } of wholes.slice(2)) {
		for (const part of ofFirst) expect(part.ended).toBeLessThanOrEqual(started);
	}
	expect(wholes).toHaveLength(4);
});

const balanceOf = (before: number, ...then: number[]): DeliveryTools['balance'] => ({
	before,
	unitsPerSms: 1,
	now: async () => ({ read: true, balance: then.shift()!, response: '' }),
});

it.each([
	[1, 'stopped'],
	[2, 'refusedByService'],
])(
	'with Stop Workflow sends nothing more after a refusal that was paid for, of %i at once',
	async (concurrency, other) => {
		const { run, service } = bench(fate(REFUSED, { after: 20 }), fate(REFUSED));
		const given = { batchSize: 2, concurrency, stopOnFailure: true, balance: balanceOf(100, 90) };
		const delivery = await run(entriesOf('1', '2', '3'), given);
		expect(reasons(delivery)).toStrictEqual(['balanceFell', 'balanceFell', other]);
		expect(service.log).toHaveLength(concurrency);
	},
);

it('sends nothing more after a refusal that was paid for, also where an attempt before it was not sent', async () => {
	const { run, service } = bench(fate(failure('connectionRefused')), fate(REFUSED));
	const delivery = await run(entriesOf('1', '2'), { batchSize: 2, balance: balanceOf(100, 98) });
	expect(reasons(delivery)).toStrictEqual(['balanceFell', 'balanceFell']);
	expect(service.log).toHaveLength(2);
});

it('leaves all in doubt, with their keys, where the balance falls between two parts', async () => {
	const entries = entriesOf(...numbers(6).map((one): [string, string, string] => [one, 'Hi', 'k']));
	const one = bench(fate(REFUSED), fate(ACCEPTED), fate(REFUSED));
	const balance = balanceOf(100, 100, 90);
	const delivery = await one.run(entries, { batchSize: 6, balance });
	expect(reasons(delivery).sort()).toStrictEqual(['accepted', ...new Array(5).fill('balanceFell')]);
	expect(one.service.log).toHaveLength(3);
	expect(new Set(reasons(await one.run(entries, { batchSize: 6 })))).toStrictEqual(
		new Set(['accepted', 'balanceFell']),
	);
	Object.assign(one.ledger, emptyLedgerData());
	expect(reasons(await one.run(entries)).sort()).toStrictEqual([
		'alreadySent',
		...new Array(5).fill('interrupted'),
	]);
	expect(one.service.log).toHaveLength(3);
});
