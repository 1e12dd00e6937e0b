import * as fc from 'fast-check';
import {
	backoff,
	MAX_WAIT,
	retryAfter,
} from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import {
	ACCEPTED,
	fate,
	REFUSED,
	wasDivided,
	type Arrival,
	type Fate,
} from '../delivery/simulated-service';
import { cases, law } from './cases';
import { campaigns, fates, settings, type Campaign } from './scenario';
import { turnOf, type Holder, type Turn } from './turn';

const CASES = cases(450);

const letter = (message: string, recipient: string) => `${message} to ${recipient}`;

/** The planned request that each arrival belongs to; texts tell them apart. */
function requestsOf(plan: Plan, log: readonly Arrival[]): number[] {
	const requests = new Map<string, number>();
	plan.requests.forEach(({ message, entries }, request) => {
		for (const entry of entries) {
			requests.set(letter(message, plan.entries[entry]!.recipient), request);
		}
	});
	return log.map(({ message, recipients }) => requests.get(letter(message, recipients[0]!))!);
}

const isIncreasing = (numbers: readonly number[]) =>
	numbers.every((number, index) => index === 0 || numbers[index - 1]! < number);

/** A run and two retries of it, each with the requests of its own. */
async function eachOfThreeRuns(
	turn: Turn,
	holds: (plan: Plan, log: readonly Arrival[]) => void,
): Promise<void> {
	for (let run = 0; run < 3; run++) {
		const seen = turn.service.log.length;
		const { plan } = await turn.run();
		holds(plan, turn.service.log.slice(seen));
	}
}

law(
	'starts requests in the order of the input, but for those that wait for a refused one, in a retry too',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		await eachOfThreeRuns(turnOf(campaign, given, future), (plan, log) => {
			const divided = new Set<string>();
			const inOrder = log.filter((one) => {
				const waited = one.recipients.every((recipient) => divided.has(recipient));
				if (wasDivided(one)) for (const recipient of one.recipients) divided.add(recipient);
				return !waited;
			});
			expect(isIncreasing([...new Set(requestsOf(plan, inOrder))])).toBe(true);
		});
	},
);

function expectOrderPerPerson(plan: Plan, log: readonly Arrival[]): void {
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

law(
	'never has two SMS to one recipient in flight at once, and sends them in order, in a retry too',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		await eachOfThreeRuns(turnOf(campaign, given, future), expectOrderPerPerson);
	},
);

const holders = fc.array(
	fc.record({
		entry: fc.nat({ max: 9 }),
		at: fc.constantFrom(0, 5, 41, 700),
		lasts: fc.constantFrom(1, 100, 3_000, 50_000),
		ends: fc.constantFrom('confirm' as const, 'release' as const, 'putInDoubt' as const),
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
		maxAttempts: 1,
		uncertain: 'doNotResend',
		stopOnFailure: false,
	},
	[fate(ACCEPTED, { after: 0 }), fate(REFUSED, { after: 700 })],
	[{ entry: 5, at: 0, lasts: 1, ends: 'release' }],
];

law(
	'sends them in order also where other executions hold some of their keys',
	{ ...CASES, examples: [FOUND_LATER_FIRST] },
	[campaigns(['order']), settings(), fates, holders],
	async (campaign, given, future, others) => {
		await eachOfThreeRuns(turnOf(campaign, given, future, undefined, others), expectOrderPerPerson);
	},
);

law(
	"never has more requests in flight than 'Concurrency' allows",
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const { service, run } = turnOf(campaign, given, future);
		await run();
		for (const { started } of service.log) {
			const together = service.log.filter(
				(other) => other.started <= started && other.ended! > started,
			);
			expect(together.length).toBeLessThanOrEqual(given.concurrency);
		}
	},
);

law(
	"keeps all attempts to 'Requests per Second'",
	CASES,
	[
		campaigns(),
		fc.constantFrom(1, 3, 10).chain((requestsPerSecond) => settings({ requestsPerSecond })),
		fates,
	],
	async (campaign, given, future) => {
		const { service, run } = turnOf(campaign, given, future);
		await run();
		const starts = service.log.map(({ started }) => started).sort((a, b) => a - b);
		starts.forEach((start, index) => {
			if (index === 0) return;
			expect(start - starts[index - 1]!).toBeGreaterThan(1000 / given.requestsPerSecond - 0.01);
		});
	},
);

law(
	'pauses the whole run after a 429 for as long as the service asks',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const { service, run } = turnOf(campaign, given, future);
		await run();
		for (const { reply, ended } of service.log) {
			if (reply.kind !== 'response' || reply.status !== 429) continue;
			const wait = retryAfter(reply.headers['retry-after'], ended!) ?? 0;
			if (wait > MAX_WAIT) continue;
			const meanwhile = service.log.filter(
				({ started }) => started > ended! && started < ended! + wait,
			);
			expect(meanwhile).toStrictEqual([]);
		}
	},
);

law(
	'takes no longer than its requests, its pauses and its rate limit need',
	CASES,
	[campaigns(), settings(), fates],
	async (campaign, given, future) => {
		const { clock, service, run } = turnOf(campaign, given, future);
		const began = clock.now();
		await run();
		const pace = given.requestsPerSecond > 0 ? 1000 / given.requestsPerSecond : 0;
		let most = 0;
		for (const { started, ended, reply } of service.log) {
			const asked = reply.kind === 'response' ? retryAfter(reply.headers['retry-after'], 0) : 0;
			const pause = (asked ?? 0) > MAX_WAIT ? 0 : (asked ?? 0);
			most += ended! - started + pace + Math.max(pause, backoff(given.maxAttempts, 1));
		}
		expect(clock.now() - began).toBeLessThanOrEqual(most);
	},
);
