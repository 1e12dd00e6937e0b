import type { Clock } from '../../../../nodes/SmsGateway/clock';
import type { Reason } from '../../../../nodes/SmsGateway/domain/outcome';
import type { SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { createKeys } from '../../../../nodes/SmsGateway/keys/keys';
import { createLock } from '../../../../nodes/SmsGateway/keys/lock';
import { lockRow, markStore, MARKS_KEPT } from '../../../../nodes/SmsGateway/keys/n8nStore';
import type { Helpers } from '../../../../nodes/SmsGateway/keys/n8nStore';
import { SETTINGS, start, type Round } from '../delivery/harness';
import { ACCEPTED, fate, REFUSED, type Fate } from '../delivery/simulated-service';
import { settle, START } from '../delivery/virtual-clock';
import { entryTo } from '../../../fixtures/entries';
import { claimed } from '../keys/marks';

const SECOND = 1000;
const TEXT = 'Hi';

export type Life = Readonly<{
	/** Each is the recipient, with a number behind a second key of theirs. */
	keys: readonly string[];
	/** Recipients per request; 1 unless given. */
	batchSize?: number;
	resend?: boolean;
	timeout?: number;
	/** 'Max SMS per Day'. */
	limit?: number;
	/** What the service says to its requests; then it accepts. */
	fates?: readonly Fate[];
	/** Recipients for whom the service refuses any request of this process. */
	wrong?: readonly string[];
	/** Milliseconds. */
	startsAfter?: number;
	/** With Resend it takes over what others hold for longer than it waits for them. */
	takesOver?: true;
}>;

/** Instead of the process whose turn it is, one of the others. */
export const ANOTHER = 'another';

/**
 * A step that differs from what would come next: which one, by its number or as the first of a name, and what it is.
 */
export type Deviation = Readonly<{ at: number | string; what: string }>;

/** What may happen to the process whose turn it is, and how long it lasts. */
const FAULTS: Readonly<Record<string, number>> = {
	crash: Infinity,
	'stalls for 7 s': 7 * SECOND,
	'stalls for 100 s': 100 * SECOND,
	'call takes 3 s': 3 * SECOND,
	'call takes 9 s': 9 * SECOND,
	'clock jumps back an hour': 0,
};
const HOUR = 3600 * SECOND;

/** A call of the store that takes longer than this may be that of a process believed dead. */
const GRACE = 4 * SECOND;

type Step = { readonly process: number; readonly name: string; readyAt: number; perform(): void };

export type Trace = Readonly<{
	deviations: readonly Deviation[];
	steps: readonly string[];
	problem: string;
	/** A single call of the store outlasted the lock's grace. */
	isOutside: boolean;
}>;

/** A state, and what else could have happened in it. */
type Point = { state: string; others: string[] };

/** In a story. */
const MOST_DEVIATIONS = 2;

export type Ended = {
	points: Point[];
	steps: string[];
	problem?: string;
	isOutside: boolean;
	/** What the processes say of their keys, that of who asks last at the end, and how many SMS each got. */
	told: Reason[][];
	taken: ReadonlyMap<string, number>;
	/** Seconds. */
	took: number;
};

type Row = string[] | number;

/**
 * One story: processes, the store and the service, step by step as the deviations say.
 *
 * @param kept marks that the store keeps; the oldest go first
 */
export async function play(
	lives: readonly Life[],
	deviations: readonly Deviation[],
	kept = MARKS_KEPT,
): Promise<Ended> {
	const chosen = new Map(deviations.map(({ at, what }) => [at, what]));
	const points: Ended['points'] = [];
	const steps: string[] = [];
	const taken = new Map<string, number>();
	const rows = new Map<string, Row>();
	let now = START;
	let pending: Step[] = [];
	let isOutside = false;
	/** Marks that had no place in the store any more. */
	const pushedOut = new Set<string>();
	let hasFault = false;
	/** Whether a key may be in doubt although its SMS was accepted: who asks for it leaves a doubt when it dies. */
	let mayDoubt = false;
	let current = 0;

	const dead = new Set<number>();
	const frozenUntil = new Map<number, number>();
	const jumped = new Map<number, number>();

	/** Something that the process asks of the outside: it goes on when that was performed. */
	async function step<T>(process: number, name: string, work: () => T): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			pending.push({
				process,
				name,
				readyAt: now,
				perform() {
					try {
						resolve(work());
					} catch (error) {
						reject(error as Error);
					}
				},
			});
		});
	}

	/** n8n's: it reads the row, and then writes it as a whole. */
	function helpersOf(process: number): Helpers {
		async function change<T>(
			name: string,
			row: string,
			work: (read: Row | undefined) => [Row | undefined, T],
		) {
			const since = now;
			const read = await step(process, `${name}: read`, () => {
				const found = rows.get(row);
				return Array.isArray(found) ? [...found] : found;
			});
			const [next, result] = work(read);
			await step(process, `${name}: write`, () => {
				if (now - since > GRACE) isOutside = true;
				if (next === undefined) return;
				const exists = rows.has(row);
				if (read === undefined && exists) throw new Error('UNIQUE constraint failed');
				if (read === undefined || exists) rows.set(row, next);
			});
			return result;
		}
		return {
			async checkProcessedAndRecord(items, scope) {
				const values = items.map(String);
				if (scope === 'workflow') {
					return await change(`lock`, scope, (read) => {
						const isNew = (item: string) => read === undefined || Number(item) > Number(read);
						const greatest = Math.max(Number(read ?? -Infinity), ...values.map(Number));
						const processed = values.filter((one) => !isNew(one));
						return [greatest, { new: values.filter(isNew), processed }];
					});
				}
				return await change(`record ${values.join(', ')}`, scope, (read) => {
					const known = new Set((read as string[] | undefined) ?? []);
					const fresh = values.filter((one) => !known.has(one));
					const list = [...known, ...fresh];
					for (const one of list.splice(0, Math.max(0, list.length - kept))) pushedOut.add(one);
					return [list, { new: fresh, processed: values.filter((one) => known.has(one)) }];
				});
			},
			async removeProcessed(items, scope) {
				const values = items.map(String);
				await change(`remove ${values.join(', ')}`, scope, (read) => [
					(read as string[] | undefined)?.filter((one) => !values.includes(one)),
					undefined,
				]);
			},
			async clearAllProcessedItems(scope) {
				const since = now;
				await step(process, 'unlock', () => {
					if (now - since > GRACE) isOutside = true;
					rows.delete(scope);
				});
			},
		} as Helpers;
	}

	function clockOf(process: number): Clock {
		return {
			now: () => now + (jumped.get(process) ?? 0),
			uptime: () => now,
			random: () => 0.5,
			async wait(milliseconds, signal) {
				if (signal?.aborted || milliseconds <= 0) return;
				await new Promise<void>((resolve) => {
					const stop = () => {
						pending = pending.filter((one) => one !== timer);
						resolve();
					};
					const timer: Step = {
						process,
						name: 'timer',
						readyAt: now + milliseconds,
						perform() {
							signal?.removeEventListener('abort', stop);
							resolve();
						},
					};
					pending.push(timer);
					signal?.addEventListener('abort', stop);
				});
			},
		};
	}

	async function live(process: number, life: Life): Promise<Round> {
		const {
			keys,
			batchSize = 1,
			resend = false,
			timeout = 60,
			limit,
			fates = [],
			wrong = [],
			startsAfter = 0,
		} = life;
		const dailyLimit = limit === undefined ? undefined : { most: limit, dayAt: () => 'today' };
		const clock = clockOf(process);
		await clock.wait(startsAfter);
		const helpers = helpersOf(process);
		const lock = createLock(lockRow(helpers), clock);
		const own = createKeys(markStore(helpers), lock, clock);
		const coming = [...fates];
		const log: never[] = [];
		async function send({ recipients, message }: SmsRequest) {
			const isRefused = wrong.some((one) => recipients.includes(one));
			const { reply, took, after } =
				coming.shift() ?? fate(isRefused ? REFUSED : ACCEPTED, { after: 50 });
			await step(process, `send to ${recipients.join(', ')}`, () => {
				for (const one of took ? recipients : []) {
					const key = one + message.slice(TEXT.length);
					taken.set(key, (taken.get(key) ?? 0) + 1);
				}
			});
			await clock.wait(after);
			return reply;
		}
		const plan = planRequests(
			keys.map((key, item) => {
				const [recipient, second = ''] = key.split(/(?= )/) as [string, string?];
				return entryTo(recipient, { item, message: TEXT + second, key });
			}),
			{ batchSize },
		);
		const world = { clock: clock as never, service: { log, send } };
		const settings = { ...SETTINGS, uncertain: resend ? 'resend' : 'doNotResend' } as const;
		return await start(world, plan, settings, {
			deduplication: own.openRun(resend, timeout * SECOND, dailyLimit),
		});
	}

	const all: Life[] = [...lives, { keys: [...new Set(lives.flatMap(({ keys }) => keys))] }];
	const auditor = lives.length;
	let audited = Infinity;
	/** What each said at its end. */
	const told: Array<Round | undefined> = all.map(() => undefined);
	const running = new Set<number>();
	const failures: string[] = [];
	const limits = lives.flatMap(({ limit }) => limit ?? []);
	const begin = (process: number) => {
		running.add(process);
		live(process, all[process]!)
			.then(
				(round) => void (told[process] = round),
				(error: Error) => void failures.push(`process ${process + 1} failed: ${error.stack}`),
			)
			.finally(() => running.delete(process));
	};

	const readyAt = (one: Step) => Math.max(one.readyAt, frozenUntil.get(one.process) ?? 0);
	const isFault = (what: string) => Object.keys(FAULTS).some((fault) => what.endsWith(fault));

	const describe = ({ process, name }: Step) => `process ${process + 1}: ${name}`;

	function pointAt([next, ...rest]: readonly Step[]): Point {
		const { process } = next!;
		const faults = Object.keys(FAULTS).map((fault) => `process ${process + 1} ${fault}`);
		const view = [...rows].map(([name, row]) => [name, Array.isArray(row) ? row : 'held']);
		const state = JSON.stringify([
			view,
			pending.filter(({ name }) => name !== 'timer').map(describe),
			[...dead],
			[...taken],
			current,
			Math.floor((now - START) / (20 * SECOND)),
			told.map((round) => round !== undefined),
		]);
		const others = process === auditor ? [] : [...new Set(rest.map(describe)), ...faults];
		return { state, others };
	}

	lives.forEach((_, process) => begin(process));
	for (let at = 0; ; at++) {
		await settle();
		pending = pending.filter(({ process }) => !dead.has(process));
		if (pending.length === 0) {
			if (running.has(auditor) || [...running].some((one) => !dead.has(one))) {
				failures.push('it waits for something that never comes');
			}
			if (failures.length > 0 || told[auditor]) break;
			const sms = [...taken.values()].reduce((sum, one) => sum + one, 0);
			if (limits.length > 0 && sms > Math.max(...limits)) failures.push(`${sms} SMS in a day`);
			begin(auditor);
			audited = now;
			current = auditor;
			continue;
		}
		if (at > 20_000) {
			failures.push('it never ends');
			break;
		}
		const due = Math.min(...pending.map(readyAt));
		now = Math.max(now, due);
		const ready = pending.filter((one) => readyAt(one) <= now);
		const byTurn = [...ready].sort(
			(one, other) => Number(other.process === current) - Number(one.process === current),
		);
		let next = byTurn[0]!;
		if (deviations.length < MOST_DEVIATIONS) points.push(pointAt(byTurn));
		const name = describe(next);
		const what = chosen.get(at) ?? chosen.get(name);
		chosen.delete(name);
		if (what !== undefined && isFault(what) && next.process !== auditor) {
			const [fault, lasts] = Object.entries(FAULTS).find(([one]) => what.endsWith(one))!;
			steps.push(`-- ${what}, before: ${next.name}`);
			const { process } = next;
			const isSlow = fault.startsWith('call');
			// A request that is slow to leave is a stall between the last check and the socket.
			hasFault ||= !isSlow || next.name.startsWith('send');
			mayDoubt ||= isSlow || fault === 'crash';
			if (fault === 'crash') dead.add(process);
			else if (fault.startsWith('stalls')) frozenUntil.set(process, now + lasts);
			else if (isSlow) next.readyAt = now + lasts;
			else jumped.set(process, -HOUR);
			continue;
		}
		if (what === ANOTHER) next = byTurn.at(-1)!;
		else if (what !== undefined) next = ready.find((one) => describe(one) === what) ?? next;
		current = next.process;
		pending = pending.filter((one) => one !== next);
		const wasHeld = rows.has('workflow');
		const line = `${((now - START) / SECOND).toFixed(3)} ${describe(next)}`;
		next.perform();
		// Whether the lock is free is asked again and again.
		const isQuestion = next.name.startsWith('lock') && wasHeld === rows.has('workflow');
		if (next.name !== 'timer' && !isQuestion) steps.push(line);
	}

	// A recipient with two keys in doubt waits for one after the other.
	if (now - audited > 180 * SECOND) failures.push('who asks last waits for long');
	const mayResend =
		lives.some(({ resend }) => resend) &&
		(hasFault ||
			lives.some(
				({ takesOver, fates }) => takesOver ?? fates?.some(({ reply }) => reply.kind === 'failure'),
			));
	for (const [key, times] of taken) {
		if (times > 1 && pushedOut.has(claimed(`${key.split(' ')[0]} ${key}`))) isOutside = true;
		if (times > 1 && !mayResend) failures.push(`${key} got ${times} SMS`);
	}
	told.forEach((round, process) => {
		round?.outcomes.forEach(({ status, reason }, index) => {
			const { key } = round.plan.rows[index]!.entry;
			const who = `process ${process + 1} says of ${key}: ${status}, ${reason}`;
			const got = taken.get(key) ?? 0;
			if ((status === 'accepted' || reason === 'alreadySent') && got === 0)
				failures.push(`${who}, but nobody got it`);
			if (process !== auditor) return;
			if (got === 0 && status !== 'unknown') failures.push(`${who}, and nobody got it`);
			const wasAccepted = told.some((other) =>
				other?.outcomes.some(
					(one, position) =>
						one.status === 'accepted' && other.plan.rows[position]!.entry.key === key,
				),
			);
			const isKnown = reason === 'alreadySent' || status === 'accepted';
			if (wasAccepted && !isKnown && !mayDoubt && !mayResend)
				failures.push(`${who}, but it was accepted`);
		});
	});
	return {
		points,
		steps,
		problem: failures[0],
		isOutside,
		told: told.map((round) => round?.outcomes.map(({ reason }) => reason) ?? []),
		taken,
		took: (now - START) / SECOND,
	};
}

export type Explored = {
	/** That were played. */
	stories: number;
	/** The shortest that breaks a law, and the shortest that does so outside of what is promised. */
	broken?: Trace;
	outside?: Trace;
};

const evenly = <T>(all: readonly T[], most: number): T[] =>
	all.filter(
		(_, index) =>
			Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
	);

/**
 * Plays the stories that differ from the plain one in one step, and in two: another process goes
 * first, or one crashes, stalls, meets a slow store or a clock that was set. A step in a state that
 * looks like an earlier one is not varied again.
 *
 * @param most stories of each kind; where there are more, evenly chosen ones
 */
export async function explore(
	lives: readonly Life[],
	most: number,
	kept?: number,
): Promise<Explored> {
	const states = new Set<string>();
	const found: Explored = { stories: 0 };
	let level: Array<readonly Deviation[]> = [[]];
	for (let deviated = 0; deviated <= MOST_DEVIATIONS; deviated++) {
		const next: Array<readonly Deviation[]> = [];
		for (const deviations of evenly(level, most)) {
			found.stories++;
			const { points, problem, steps, isOutside } = await play(lives, deviations, kept);
			if (problem) {
				const trace = { deviations, steps, problem, isOutside };
				if (isOutside) found.outside ??= trace;
				else return { ...found, broken: trace };
			}
			const from = Number(deviations.at(-1)?.at ?? -1) + 1;
			for (const [at, { state, others }] of points.entries()) {
				const name = `${deviated} ${state}`;
				if (at < from || states.has(name)) continue;
				states.add(name);
				next.push(...others.map((what) => [...deviations, { at, what }]));
			}
		}
		level = next;
	}
	return found;
}
