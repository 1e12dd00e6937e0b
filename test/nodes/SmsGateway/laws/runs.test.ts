import * as fc from 'fast-check';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	MAX_WAIT,
} from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { Round } from '../delivery/harness';
import { entriesIn } from '../delivery/harness';
import { ACCEPTED, fate, REFUSED, wasDivided } from '../delivery/simulated-service';
import type { Arrival, Fate } from '../delivery/simulated-service';
import { cases, law } from './cases';
import { campaigns, fates, PEOPLE, refusals, refusesNumbers, settings } from './scenario';
import type { Campaign } from './scenario';
import { countBy, expectAccounts, runUntilSettled, turnOf, withStatus, type Holder } from './turn';

type Log = readonly Arrival[];

const letter = (message: string, recipient: string) => `${message} to ${recipient}`;

/** The planned request that each arrival belongs to; texts tell them apart. */
function requestsOf(plan: Plan, log: Log): number[] {
	const requests = new Map<string, number>();
	plan.requests.forEach(({ message, rows }, request) => {
		for (const { entry } of rows) requests.set(letter(message, entry.recipient), request);
	});
	return log.map(({ message, recipients }) => requests.get(letter(message, recipients[0]!))!);
}

/** In the order of the input, but for those that wait for a refused one. */
function expectOrder(plan: Plan, log: Log): void {
	const divided = new Set<string>();
	const inOrder = log.filter((one) => {
		const waited = one.recipients.every((recipient) => divided.has(recipient));
		if (wasDivided(one)) for (const recipient of one.recipients) divided.add(recipient);
		return !waited;
	});
	const requests = [...new Set(requestsOf(plan, inOrder))];
	expect(requests).toStrictEqual([...requests].sort((one, other) => one - other));
}

/** Never two SMS to one at once, and in order. */
function expectOrderPerPerson(plan: Plan, log: Log): void {
	for (const person of new Set(entriesIn(plan).map(({ recipient }) => recipient))) {
		const own = log.filter(({ recipients }) => recipients.includes(person));
		const requests = requestsOf(plan, own);
		requests.forEach((request, index) => {
			if (index === 0) return;
			expect(request).toBeGreaterThanOrEqual(requests[index - 1]!);
			expect(own[index]!.started).toBeGreaterThanOrEqual(own[index - 1]!.ended!);
		});
	}
}

function expectPace(log: Log, { concurrency, requestsPerSecond }: DeliverySettings): void {
	for (const { started } of log) {
		const together = log.filter((one) => one.started <= started && one.ended! > started);
		expect(together.length).toBeLessThanOrEqual(concurrency);
	}
	if (requestsPerSecond === 0) return;
	const starts = log.map(({ started }) => started).sort((one, other) => one - other);
	starts.slice(1).forEach((start, index) => {
		expect(start - starts[index]!).toBeGreaterThan(1000 / requestsPerSecond - 0.01);
	});
}

/** Milliseconds for which the service asks. */
function pauseAfter({ reply, ended }: Arrival): number {
	const wait = askedToWait(reply, ended!) ?? 0;
	return wait > MAX_WAIT ? 0 : wait;
}

/** The whole run pauses after a 429, and takes no longer than its requests, pauses and rate need. */
function expectPauses(log: Log, took: number, { requestsPerSecond }: DeliverySettings) {
	const pace = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	let most = 0;
	for (const one of log) {
		const pause = pauseAfter(one);
		const isMeanwhile = ({ started }: Arrival) =>
			started > one.ended! && started < one.ended! + pause;
		expect(log.filter(isMeanwhile)).toStrictEqual([]);
		most += one.ended! - one.started + pace + Math.max(pause, backoff(MAX_ATTEMPTS, 1));
	}
	expect(took).toBeLessThanOrEqual(most);
}

function expectKept(before: Round, { outcomes }: Round): void {
	const forgotten = withStatus(before, 'accepted').filter((index) => {
		const { status, replayed } = outcomes[index]!;
		return status !== 'accepted' || !replayed;
	});
	const resumed = withStatus(before, 'skipped').filter(
		// What was a duplicate may be another SMS now, as one with a time in its text.
		(index) =>
			before.outcomes[index]!.reason !== 'duplicate' && outcomes[index]!.status !== 'skipped',
	);
	expect({ forgotten, resumed }).toStrictEqual({ forgotten: [], resumed: [] });
}

/** A retry asks for what is open, three times at most, and for the parts of what was refused. */
function expectFewRequests(before: Round, { plan }: Round, log: Log): void {
	const open = countBy(
		plan.rows.filter(({ index }) => before.outcomes[index]!.status !== 'accepted'),
		({ entry }) => entry.recipient,
	);
	const countIn = (requests: Log) =>
		countBy(
			requests.flatMap(({ recipients }) => recipients),
			(recipient) => recipient,
		);
	const divided = countIn(log.filter(wasDivided));
	const tooOften = [...countIn(log)].filter(([recipient, requests]) => {
		const most = (open.get(recipient) ?? 0) + (divided.get(recipient) ?? 0);
		return requests > most * MAX_ATTEMPTS;
	});
	expect(tooOften).toStrictEqual([]);
}

/** What a run that was cancelled starts, ends and says. */
function expectCancelled({ plan, outcomes }: Round, log: Log, cancelledAt: number): void {
	const late = log.filter(({ started, ended }) => started > cancelledAt || ended === undefined);
	expect(late).toStrictEqual([]);
	const sent = new Set(
		log.flatMap(({ message, recipients }) => recipients.map((one) => letter(message, one))),
	);
	const unsent = outcomes.filter(({ request, reason, replayed }, index) => {
		if (reason === 'cancelled') return request !== undefined;
		const { message, recipient } = plan.rows[index]!.entry;
		return request !== undefined && !replayed && !sent.has(letter(message, recipient));
	});
	expect(unsent).toStrictEqual([]);
}

function expectNobodyForgotten(
	{ excluded }: Campaign,
	{ uncertain }: DeliverySettings,
	{ plan, outcomes }: Round,
): void {
	const reached = new Set<string>();
	outcomes.forEach(({ status }, index) => {
		if (status === 'accepted' || (status === 'unknown' && uncertain === 'doNotResend')) {
			reached.add(plan.rows[index]!.entry.recipient);
		}
	});
	const forgotten = entriesIn(plan).filter(({ recipient, problem }, index) => {
		if (problem || excluded.includes(recipient)) return false;
		const isSettled = ['accepted', 'unknown', 'skipped'].includes(outcomes[index]!.status);
		return !isSettled || !reached.has(recipient);
	});
	expect(forgotten).toStrictEqual([]);
}

law(
	'each run is true, in the order of the input and at the pace of settings and service, also where it is cancelled, and in the end nobody is forgotten',
	cases(1_400),
	[
		campaigns(),
		settings(),
		fates,
		refusals,
		fc.constantFrom(undefined, undefined, 0, 1, 5, 14, 41, 45, 300, 705, 1_400, 5_000),
	],
	async (campaign, given, future, refuses, moment) => {
		const turn = turnOf(campaign, given, future, refuses);
		let before: Round | undefined;
		for (let run = 0; run < 3; run++) {
			const [seen, began] = [turn.service.log.length, turn.clock.now()];
			const cancel = new AbortController();
			if (run === 1 && moment !== undefined)
				void turn.clock.wait(moment).then(() => cancel.abort());
			const round = await turn.run(cancel.signal);
			const { plan, requests } = round;
			const log = turn.service.log.slice(seen);
			expectAccounts(campaign, given, turn.service.log, round);
			expect(log).toHaveLength(requests);
			for (const { recipients } of log) {
				expect(recipients.length).toBeLessThanOrEqual(campaign.batchSize ?? 1);
			}
			expectOrder(plan, log);
			expectOrderPerPerson(plan, log);
			expectPace(log, given);
			expectPauses(log, turn.clock.now() - began, given);
			if (cancel.signal.aborted) expectCancelled(round, log, began + moment!);
			if (before) {
				expectKept(before, round);
				expectFewRequests(before, round, log);
			}
			before = round;
		}
		turn.recover();
		// In a run in which its text is that of another item, an entry waits: up to two runs of three.
		expectNobodyForgotten(campaign, given, await runUntilSettled(turn, 3 * future.length + 3));
	},
);

const holders = fc.array(
	fc.record({
		entry: fc.nat({ max: 9 }),
		at: fc.constantFrom(0, 5, 41, 700),
		lasts: fc.constantFrom(1, 100, 3_000, 50_000),
		ends: fc.constantFrom('sent' as const, 'free' as const, 'inDoubt' as const),
	}),
	{ minLength: 1, maxLength: 4 },
);

const [A, C] = ['2290197000001', '2290197000003'] as const;

const order = (key: number, ...recipients: string[]) => ({
	recipients,
	texts: [0],
	key: `order ${key}`,
	broken: false,
});

/** The later of two SMS to C is found to wait, for another execution, before the earlier, for a refused one. */
const FOUND_LATER_FIRST: [Campaign, DeliverySettings, Fate[], Holder[]] = [
	{ items: [order(0, A), order(1, A, C), order(2, C), order(3, A, C)], batchSize: 2, excluded: [] },
	{ concurrency: 2, requestsPerSecond: 0, uncertain: 'doNotResend', endsOnFailure: false },
	[fate(ACCEPTED, { after: 0 }), fate(REFUSED, { after: 700 })],
	[{ entry: 5, at: 0, lasts: 1, ends: 'free' }],
];

law(
	'sends to each person in order also where other executions hold some of their keys',
	{ ...cases(450), examples: [FOUND_LATER_FIRST] },
	[campaigns(['order']), settings(), fates, holders],
	async (campaign, given, future, others) => {
		const turn = turnOf(campaign, given, future, undefined, others);
		for (let run = 0; run < 3; run++) {
			const seen = turn.service.log.length;
			const { plan } = await turn.run();
			expectOrderPerPerson(plan, turn.service.log.slice(seen));
		}
	},
);

law(
	'sends to all others of a request where it does to one of them',
	cases(500),
	[campaigns(), settings(), fc.subarray(PEOPLE, { minLength: 1 })],
	async (campaign, given, wrong) => {
		const { plan, outcomes } = await turnOf(campaign, given, [], refusesNumbers(wrong)).run();
		const forgotten = plan.requests.filter(({ rows }) => {
			const right = rows.filter(({ entry }) => !wrong.includes(entry.recipient));
			const accepted = right.filter(({ index }) => outcomes[index]!.status === 'accepted');
			return accepted.length > 0 && accepted.length < right.length;
		});
		expect(forgotten).toStrictEqual([]);
	},
);
