import * as fc from 'fast-check';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { memoryDatabase } from '../history/processes';
import type { Round } from '../delivery/harness';
import { simulatedService, type Arrival, type Fate } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { expectAccounts } from './accounts';
import { inProcess, NO_ACCIDENTS, type Accidents, type Outside } from './process';
import { campaigns, fates, planOf, settings, type Campaign } from './scenario';
import { countBy, expectOnceEach, expectOneOutcomeEach } from './turn';

const CASES = cases(800);
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

const takenOf = (log: readonly Arrival[]): Map<string, number> =>
	countBy(
		log
			.filter(({ took }) => took)
			.flatMap(({ recipients, message }) => recipients.map((one) => pairOf(one, message))),
		(pair) => pair,
	);

const outside = (future: readonly Fate[]): Outside => {
	const clock = virtualClock([0.5, 0]);
	return { clock, service: simulatedService(clock, future), database: memoryDatabase() };
};

/** What an outcome says of its pair must agree with what the service knows. */
function expectTruth(round: Round, taken: ReadonlyMap<string, number>): void {
	expectOneOutcomeEach(round);
	const pairs = round.plan.entries.map(({ recipient, message }) => pairOf(recipient, message));
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

async function live(
	campaign: Campaign,
	given: DeliverySettings,
	world: Outside,
	story: readonly Execution[],
	look: (round: Round | undefined) => void,
): Promise<void> {
	let saved = emptyLedgerData();
	let run = 0;
	let before: Round | undefined;
	for (const execution of story) {
		if (!execution.isRetry) {
			saved = emptyLedgerData();
			run = 0;
			before = undefined;
		}
		const ended = await inProcess(planOf(campaign, run++), given, world, execution, saved);
		saved = ended.saved;
		if (before && ended.round) expectDoubtToStay(before, ended.round);
		before = ended.round;
		look(ended.round);
	}
}

law(
	'sends at most once per key, whatever crashes, and every outcome is true',
	CASES,
	[campaigns(KEYS), settings({ uncertain: 'doNotResend' }), fates, executions],
	async (campaign, given, future, story) => {
		const world = outside(future);
		await live(campaign, given, world, story, (round) => {
			const taken = takenOf(world.service.log);
			expectOnceEach(taken);
			if (round) expectTruth(round, taken);
		});
	},
);

law(
	'reports true outcomes with resend too, whatever crashes, and in the end everyone has the SMS',
	cases(300),
	[campaigns(KEYS), settings({ uncertain: 'resend' }), fates, executions],
	async (campaign, given, future, story) => {
		const world = outside(future);
		await live(campaign, given, world, story, (round) => {
			if (round) expectTruth(round, takenOf(world.service.log));
		});
		const plan = planOf(campaign);
		for (let more = 0; more < future.length + 1; more++) await inProcess(plan, given, world);
		const { round } = await inProcess(plan, given, world);
		const taken = takenOf(world.service.log);
		plan.entries.forEach(({ recipient, message, problem }, index) => {
			if (problem || campaign.excluded.includes(recipient)) return;
			expect(['alreadySent', 'duplicate']).toContain(round!.outcomes[index]!.reason);
			expect([...taken.keys()]).toContain(pairOf(recipient, message));
		});
	},
);

law(
	'does not send twice in the retry of a run without keys that was cut off with its data saved',
	CASES,
	[campaigns(), settings({ uncertain: 'doNotResend' }), fates, fc.integer({ min: 1, max: 20 })],
	async (campaign, given, future, crashAt) => {
		const world = outside(future);
		const cutOff = { ...NO_ACCIDENTS, crashAt, saveAt: crashAt };
		const { saved } = await inProcess(planOf(campaign), given, world, cutOff);
		const plan = planOf(campaign, 1);
		const { round } = await inProcess(plan, given, world, NO_ACCIDENTS, saved);
		expectAccounts(campaign, world.service.log, round!);
	},
);

law(
	'forgets nobody after crashes: each was sent to, may have been, or is sent to next time',
	cases(300),
	[
		campaigns(KEYS),
		settings({ uncertain: 'doNotResend', stopOnFailure: false }),
		fates,
		executions,
	],
	async (campaign, given, future, story) => {
		const world = outside(future);
		await live(campaign, given, world, story, () => {});
		const plan = planOf(campaign);
		for (let more = 0; more < future.length + 1; more++) await inProcess(plan, given, world);
		const { round } = await inProcess(plan, given, world);
		plan.entries.forEach(({ recipient, problem }, index) => {
			if (problem || campaign.excluded.includes(recipient)) return;
			expect(['alreadySent', 'interrupted', 'duplicate']).toContain(round!.outcomes[index]!.reason);
		});
	},
);
