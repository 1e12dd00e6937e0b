import * as fc from 'fast-check';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	MAX_WAIT,
} from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import {
	ACCEPTED,
	fate,
	REFUSED,
	wasDivided,
	type Arrival,
	type Fate,
} from '../delivery/simulated-service';
import { cases, law } from './cases';
import { campaigns, fates, refusals, settings, type Campaign } from './scenario';
import { turnOf, type Holder, type Turn } from './turn';

type Log = readonly Arrival[];

const letter = (message: string, recipient: string) => `${message} to ${recipient}`;

/** The planned request that each arrival belongs to; texts tell them apart. */
function requestsOf(plan: Plan, log: Log): number[] {
	const requests = new Map<string, number>();
	plan.requests.forEach(({ message, entries }, request) => {
		for (const entry of entries) {
			requests.set(letter(message, plan.entries[entry]!.recipient), request);
		}
	});
	return log.map(({ message, recipients }) => requests.get(letter(message, recipients[0]!))!);
}

/** A run and two retries of it, each with the requests of its own and the time that it took. */
async function eachOfThreeRuns(
	turn: Turn,
	holds: (plan: Plan, log: Log, took: number) => void,
): Promise<void> {
	for (let run = 0; run < 3; run++) {
		const [seen, began] = [turn.service.log.length, turn.clock.now()];
		const { plan } = await turn.run();
		holds(plan, turn.service.log.slice(seen), turn.clock.now() - began);
	}
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
	for (const person of new Set(plan.entries.map(({ recipient }) => recipient))) {
		const own = log.filter(({ recipients }) => recipients.includes(person));
		const requests = requestsOf(plan, own);
		requests.forEach((request, index) => {
			if (index === 0) return;
			expect(request).toBeGreaterThanOrEqual(requests[index - 1]!);
			expect(own[index]!.started).toBeGreaterThanOrEqual(own[index - 1]!.ended!);
		});
	}
}

/** No more at once and no faster than the settings say. */
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

law(
	'keeps the order of the input and of each person, the pace of the settings and the pauses of the service, in a retry too',
	cases(1_000),
	[campaigns(), settings(), fates, refusals],
	async (campaign, given, future, refuses) => {
		await eachOfThreeRuns(turnOf(campaign, given, future, refuses), (plan, log, took) => {
			expectOrder(plan, log);
			expectOrderPerPerson(plan, log);
			expectPace(log, given);
			expectPauses(log, took, given);
		});
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
	{
		items: [order(0, A), order(1, A, C), order(2, C), order(3, A, C)],
		batchSize: 2,
		excluded: [],
	},
	{
		concurrency: 2,
		requestsPerSecond: 0,
		uncertain: 'doNotResend',
		stopOnFailure: false,
	},
	[fate(ACCEPTED, { after: 0 }), fate(REFUSED, { after: 700 })],
	[{ entry: 5, at: 0, lasts: 1, ends: 'free' }],
];

law(
	'sends to each person in order also where other executions hold some of their keys',
	{ ...cases(450), examples: [FOUND_LATER_FIRST] },
	[campaigns(['order']), settings(), fates, holders],
	async (campaign, given, future, others) => {
		await eachOfThreeRuns(turnOf(campaign, given, future, undefined, others), expectOrderPerPerson);
	},
);
