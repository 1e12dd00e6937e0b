import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import { isFailure, STATUSES, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { KeyEnd } from '../../../../nodes/SmsGateway/keys/deduplication';
import { emptyLedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { entriesIn, run, type Round, type World } from '../delivery/harness';
import { simulatedService } from '../delivery/simulated-service';
import type { Arrival, Fate, Refuses } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { keysOver, memoryMarkStore } from '../keys/memory-mark-store';
import { letterOf, planOf, type Campaign } from './scenario';

export type Turn = World & {
	/** Runs the node once; a second time as n8n's retries do, with what the execution saved. */
	run(signal?: AbortSignal): Promise<Round>;
	/** From now on the service refuses nobody. */
	recover(): void;
};

/** What an execution in another process does: it claims the key of an entry, and ends that later. */
export type Holder = Readonly<{
	/** Index into the plan's entries, over and over. */
	entry: number;
	/** Milliseconds. */
	at: number;
	lasts: number;
	ends: KeyEnd;
}>;

/** One turn of the node: what it is given, and the service that it meets. */
export function turnOf(
	campaign: Campaign,
	settings: DeliverySettings,
	fates: readonly Fate[],
	refuses: Refuses = () => false,
	holders: readonly Holder[] = [],
): Turn {
	const clock = virtualClock([0.9, 0, 0.4]);
	let isWell = false;
	const service = simulatedService(clock, fates, (...request) => !isWell && refuses(...request));
	const world = { clock, service };
	const store = memoryMarkStore();
	const keys = keysOver(store, clock);
	const keysElsewhere = keysOver(store, clock);

	async function hold({ entry, at, lasts, ends }: Holder, { rows }: Plan): Promise<void> {
		const held = [rows[entry % rows.length]!.entry];
		const other = keysElsewhere.openRun(false, 0);
		await clock.wait(at);
		const [claim] = (await other.claim(held)).values();
		if (claim?.kind !== 'claimed') return;
		await clock.wait(lasts);
		await other.finish(held, ends);
	}
	let saved = emptyLedgerData();
	let runs = 0;
	return {
		...world,
		recover: () => void (isWell = true),
		async run(signal) {
			saved = JSON.parse(JSON.stringify(saved)) as typeof saved;
			const deduplication = keys.openRun(settings.uncertain === 'resend', 30_000);
			const plan = planOf(campaign, runs++);
			for (const holder of holders) void hold(holder, plan);
			return await run(world, plan, settings, { deduplication, signal }, saved);
		},
	};
}

/**
 * Conservation: each entry has one outcome of the known kinds, complete and unambiguous.
 *
 * A law looks at millions of outcomes, and each `expect` costs as much as a delivery: so one for all.
 */
export function expectOneOutcomeEach({ plan, outcomes }: Round): void {
	const broken = entriesIn(plan).filter((_, index) => {
		const outcome = outcomes[index];
		return !outcome || !STATUSES.includes(outcome.status) || outcome.causes.length === 0;
	});
	expect([outcomes.length, broken]).toStrictEqual([plan.rows.length, []]);
}

export function expectOnceEach(taken: ReadonlyMap<string, number>): void {
	expect([...taken].filter(([, times]) => times !== 1)).toStrictEqual([]);
}

/** How many of something each has. */
export function countBy<T>(things: Iterable<T>, nameOf: (thing: T) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const thing of things) {
		const name = nameOf(thing);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

/** What the service took, and how often. */
export const takenOf = (
	log: readonly Arrival[],
	nameOf: (recipient: string, message: string) => string,
): Map<string, number> =>
	countBy(
		log
			.filter(({ took }) => took)
			.flatMap(({ recipients, message }) => recipients.map((one) => nameOf(one, message))),
		(name) => name,
	);

export const withStatus = ({ outcomes }: Round, status: Outcome['status']): number[] =>
	[...outcomes.keys()].filter((index) => outcomes[index]!.status === status);

/**
 * What the service took of a letter lies between the accepted and the accepted or unknown: nothing was sent twice,
 * nothing is told that is not so. With Resend it may have taken more of what is not known to have failed.
 */
export function expectAccounts(
	campaign: Campaign,
	{ uncertain }: DeliverySettings,
	log: readonly Arrival[],
	round: Round,
): void {
	expectOneOutcomeEach(round);
	const letter = letterOf(campaign);
	const entries = entriesIn(round.plan);
	const taken = takenOf(log, letter);
	const count = (status: Outcome['status']) =>
		countBy(withStatus(round, status), (index) =>
			letter(entries[index]!.recipient, entries[index]!.message),
		);
	const [accepted, unknown] = [count('accepted'), count('unknown')];
	const names = new Set(entries.map(({ recipient, message }) => letter(recipient, message)));
	const untrue = [...names, ...taken.keys()].filter((name) => {
		const [times, least] = [taken.get(name) ?? 0, accepted.get(name) ?? 0];
		const most = least + (unknown.get(name) ?? 0);
		const isTooMuch = uncertain === 'resend' && most > 0 ? false : times > most;
		return times < least || isTooMuch;
	});
	expect(untrue).toStrictEqual([]);
}

/** Runs again and again, as a patient user would, until nothing has failed or nothing changes. */
export async function runUntilSettled(turn: Turn, most: number): Promise<Round> {
	for (let runs = 1; ; runs++) {
		const round = await turn.run();
		if (runs >= most || !round.outcomes.some(isFailure)) return round;
	}
}
