import * as fc from 'fast-check';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { memoryDatabase } from '../keys/processes';
import { entriesIn, SETTINGS, type Round } from '../delivery/harness';
import { people } from '../delivery/plans';
import { simulatedService, type Fate, type Refuses } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { inProcess, NO_ACCIDENTS, type Accidents, type Outside } from './process';
import { campaigns, fates, planOf, refusesNumbers, settings } from './scenario';
import { expectAccounts, expectOnceEach, expectOneOutcomeEach, takenOf } from './turn';

const KEYS = ['order-1', 'order-2', 'order-3'];

type Execution = Accidents & {
	/** n8n's retry: the saved data again. Else an execution of its own. */
	isRetry: boolean;
};

const at = fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.constant(999));
const executions: fc.Arbitrary<Execution[]> = fc.array(
	fc.record({
		isRetry: fc.boolean(),
		crashAt: at,
		saveAt: at,
		storeFailsAt: fc.oneof({ weight: 3, arbitrary: fc.constant(999) }, fc.nat({ max: 20 })),
		storeWorksAt: fc.nat({ max: 30 }),
	}),
	{ minLength: 1, maxLength: 4 },
);

/** A recipient and a deduplication key: what gets at most one SMS, ever. */
const pairOf = (recipient: string, message: string): string =>
	`${recipient} ${/for (\S+)/.exec(message)![1]}`;

const outside = (future: readonly Fate[], refuses?: Refuses): Outside => {
	const clock = virtualClock([0.5, 0]);
	const service = simulatedService(clock, future, refuses);
	return { clock, service, database: memoryDatabase() };
};

/** What an outcome says of its pair must agree with what the service knows. */
function expectTruth(round: Round, taken: ReadonlyMap<string, number>): void {
	expectOneOutcomeEach(round);
	const pairs = entriesIn(round.plan).map(({ recipient, message }) => pairOf(recipient, message));
	const open = new Set<string>();
	const invented: Outcome[] = [];
	for (const [index, outcome] of round.outcomes.entries()) {
		const { status, reason } = outcome;
		const isSent = status === 'accepted' || reason === 'alreadySent';
		if (isSent && !taken.has(pairs[index]!)) invented.push(outcome);
		if (status !== 'rejected' && status !== 'notSent') open.add(pairs[index]!);
	}
	const denied = round.outcomes.filter(
		({ request }, index) =>
			request !== undefined && !open.has(pairs[index]!) && taken.has(pairs[index]!),
	);
	expect({ invented, denied }).toStrictEqual({ invented: [], denied: [] });
}

/** What one run may have sent, its retry cannot call refused or not sent. */
function expectDoubtToStay(before: Round, after: Round): void {
	before.outcomes.forEach(({ status, request }, index) => {
		if (status !== 'unknown' || request === undefined) return;
		expect(['unknown', 'accepted', 'skipped']).toContain(after.outcomes[index]!.status);
	});
}

law(
	'with keys every outcome is true, whatever crashes, nobody is sent to twice, and in the end nobody is forgotten',
	cases(500),
	[campaigns(KEYS), settings(), fates, executions],
	async (campaign, given, future, story) => {
		const world = outside(future);
		let saved = emptyLedgerData();
		let run = 0;
		let before: Round | undefined;
		for (const execution of story) {
			if (!execution.isRetry) [saved, run, before] = [emptyLedgerData(), 0, undefined];
			const ended = await inProcess(planOf(campaign, run++), given, world, execution, saved);
			const taken = takenOf(world.service.log, pairOf);
			if (given.uncertain === 'doNotResend') expectOnceEach(taken);
			if (ended.round) expectTruth(ended.round, taken);
			// With Resend a doubt may be that of another execution, which only the store knows.
			const isKnown = given.uncertain === 'doNotResend' || execution.storeFailsAt === 999;
			if (before && ended.round && isKnown) expectDoubtToStay(before, ended.round);
			[saved, before] = [ended.saved, ended.round];
		}

		// Each was sent to, or may have been and is not to be sent to again.
		const plan = planOf(campaign);
		const calm = { ...given, endsOnFailure: false };
		let round: Round | undefined;
		for (let seen = -1; world.service.log.length > seen;) {
			seen = world.service.log.length;
			({ round } = await inProcess(plan, calm, world));
		}
		const taken = takenOf(world.service.log, pairOf);
		entriesIn(plan).forEach(({ recipient, message, problem }, index) => {
			if (problem || campaign.excluded.includes(recipient)) return;
			const { reason } = round!.outcomes[index]!;
			const mayMiss = given.uncertain === 'doNotResend';
			expect(['alreadySent', 'duplicate', ...(mayMiss ? ['interrupted'] : [])]).toContain(reason);
			if (mayMiss && reason !== 'alreadySent') return;
			expect([...taken.keys()]).toContain(pairOf(recipient, message));
		});
	},
);

law(
	'does not send twice in the retry of a run without keys that was cut off with its data saved',
	cases(800),
	[campaigns(), settings({ uncertain: 'doNotResend' }), fates, fc.integer({ min: 1, max: 20 })],
	async (campaign, given, future, crashAt) => {
		const world = outside(future);
		const cutOff = { ...NO_ACCIDENTS, crashAt, saveAt: crashAt };
		const { saved } = await inProcess(planOf(campaign), given, world, cutOff);
		const { round } = await inProcess(planOf(campaign, 1), given, world, NO_ACCIDENTS, saved);
		expectAccounts(campaign, given, world.service.log, round!);
	},
);

it.each([
	['with keys', 'order'],
	['in a retry of what was saved', ''],
])('a process that dies while dividing a request leaves one part in doubt: %s', async (_, key) => {
	const plan = planRequests(
		people(8).map((one) => ({ ...one, key })),
		{ batchSize: 8 },
	);
	const oneByOne = { ...SETTINGS, concurrency: 1 };
	const dividing = () => outside([], refusesNumbers(['2', '5']));
	const whole = dividing();
	await inProcess(plan, oneByOne, whole);
	const parts = whole.service.log.map(({ recipients }) => recipients);
	for (let crashAt = 0; crashAt < 80; crashAt++) {
		const world = dividing();
		const saveAt = key === '' ? crashAt : Infinity;
		const accident = { ...NO_ACCIDENTS, crashAt, saveAt };
		const { saved } = await inProcess(plan, oneByOne, world, accident);
		const requests = world.service.log.length;
		const { round } = await inProcess(plan, oneByOne, world, NO_ACCIDENTS, saved);
		expectOnceEach(takenOf(world.service.log, (recipient) => recipient));
		const inDoubt = entriesIn(plan)
			.filter((__, index) => round!.outcomes[index]!.reason === 'interrupted')
			.map(({ recipient }) => recipient);
		expect(parts.some((part) => inDoubt.every((one) => part.includes(one)))).toBe(true);
		// The whole was refused, which is known as soon as there is another request.
		if (requests > 1) expect(inDoubt.length).toBeLessThan(8);
	}
});
