import type { Clock } from '../clock';
import type { Entry } from '../domain/entry';
import { alsoSaying, notSaved, withoutRequest, type Outcome } from '../domain/outcome';
import { COUNT_BITS } from '../domain/plan/memory';
import { estimateSms } from '../domain/text/segments';
import { isOurs, type Deduplication } from './deduplication';
import type { InLease } from './leases';

/** 'Max SMS per Day'. */
export type DailyLimit = Readonly<{
	most: number;
	/** The calendar day of an instant, in the workflow's time zone. */
	dayAt(instant: number): string;
}>;

/**
 * How many SMS of a day the executions of a node have taken, in all processes.
 *
 * @returns whether the count was lost, as reading it was cut off: it is not changed then
 */
export type DailyCount = (day: string, change: (count: number) => number) => Promise<boolean>;

/** All bits of a count: reading it was cut off. The day counts as used up then. */
const CUT_OFF = 2 ** COUNT_BITS - 1;

/**
 * Keeps the count as the bits of a number, as the store only tells whether a mark is there. To read it
 * is to record all its bits, so a crash counts too much, never too little. At each change it moves to
 * the other of two copies: then its marks are new, and those of keys cannot push them out.
 */
export function createDailyCount(inLease: InLease): DailyCount {
	let last: Promise<unknown> = Promise.resolve();

	async function changeNow(day: string, change: (count: number) => number): Promise<boolean> {
		const copies = ['a', 'b'].map((copy) =>
			Array.from({ length: COUNT_BITS }, (_, bit) => `sms ${day} ${copy} ${bit}`),
		) as [string[], string[]];
		let changed: number | undefined;
		const write = async () =>
			await inLease({
				record: () => copies.flat(),
				remove(known) {
					const [first, second] = copies.map((bits) =>
						bits.reduce((sum, mark, bit) => sum + (known.has(mark) ? 2 ** bit : 0), 0),
					) as [number, number];
					const count = Math.max(first, second);
					// A second attempt finds what the first has left, or what others have made of it.
					if (changed === undefined) changed = count === CUT_OFF ? count : change(count);
					else if (count !== CUT_OFF) changed = count;
					const [old, fresh] = first > 0 ? copies : [copies[1], copies[0]];
					return [...old, ...fresh.filter((_, bit) => (changed! >> bit) % 2 === 0)];
				},
				removes: 2 * COUNT_BITS,
			});
		await write().catch(async (error: Error) => {
			if (changed === undefined) throw error;
			await write();
		});
		return changed === CUT_OFF;
	}

	// Two changes in one lease would read the same count.
	return async (day, change) => {
		const done = last.then(async () => await changeNow(day, change));
		last = done.catch(() => undefined);
		return await done;
	};
}

/**
 * Claims that take their SMS from the daily limit too, with or without a key. What is released is
 * taken again in the same run, or given back at its end; what may have been sent stays counted.
 */
export function withDailyLimit(
	keys: Deduplication,
	count: DailyCount,
	{ most, dayAt }: DailyLimit,
	{ now }: Clock,
): Deduplication {
	/** What those in progress have taken, and may give back. */
	const taken = new Map<Entry, { sms: number; day: string }>();
	/** SMS of this day that the run has taken and not used; how many the store had left after that. */
	let pool = { day: '', sms: 0 };
	let left = 0;
	let isLost = false;
	/** Those who wait for places that come back, in the order of the input: who comes behind them waits too. */
	const waiting = new Set<Entry>();
	/** Those who had a place: one that comes again, for another attempt, was before those who wait. */
	const served = new Set<Entry>();

	const smsOf = ({ message }: Entry): number => estimateSms(message);
	const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

	/** Takes as much as is left of so many. */
	async function fill(sms: number): Promise<void> {
		const day = dayAt(now());
		if (day !== pool.day) pool = { day, sms: 0 };
		if (sms <= pool.sms) return;
		isLost = await count(day, (used) => {
			const more = Math.max(0, Math.min(sms - pool.sms, most - used));
			pool.sms += more;
			left = Math.max(0, most - used - more);
			return used + more;
		});
	}

	function use(entry: Entry): boolean {
		const sms = smsOf(entry);
		if (sms > pool.sms) return false;
		pool.sms -= sms;
		taken.set(entry, { sms, day: pool.day });
		served.add(entry);
		return true;
	}

	const tooMany = (sms: number): Outcome =>
		withoutRequest('overMaxSmsPerDay', [
			{ name: 'overDailyLimit', sms, most, left: left + pool.sms, ...(isLost && { isLost }) },
		]);
	const unsaved = (error: Error): Outcome => notSaved('count', error);

	return {
		...keys,
		async reserve(sms) {
			try {
				await fill(sms);
			} catch (error) {
				return unsaved(error as Error);
			}
			return sms > pool.sms ? tooMany(sms) : undefined;
		},
		async claim(entries, signal, isSent) {
			const claims = new Map(await keys.claim(entries, signal));
			const earlier = new Set(waiting);
			for (const entry of entries) waiting.delete(entry);
			const wanted = entries.filter((entry) => {
				const claim = claims.get(entry);
				return claim === undefined || isOurs(claim, keys.resends);
			});
			if (wanted.length === 0) return claims;
			let failure: Outcome | undefined;
			await fill(sum(wanted.map(smsOf))).catch((error: Error) => (failure = unsaved(error)));
			const isBehind = (entry: Entry) =>
				!isSent && earlier.size > 0 && !earlier.has(entry) && !served.has(entry);
			const refused = wanted.filter(
				(entry) => failure !== undefined || isBehind(entry) || !use(entry),
			);
			if (isSent) return claims;
			const held = refused.filter((entry) => claims.get(entry)?.kind === 'claimed');
			for (const entry of refused) {
				const why = failure ?? tooMany(smsOf(entry));
				const before = claims.get(entry);
				if (failure === undefined && (isBehind(entry) || taken.size > 0)) {
					// Asked for again once the requests in progress have ended.
					waiting.add(entry);
					claims.set(entry, { kind: 'elsewhere' });
					continue;
				}
				// What may have been sent before stays in doubt.
				const outcome =
					before?.kind === 'settled' ? alsoSaying(before.outcome, ...why.explanation) : why;
				claims.set(entry, { kind: 'settled', outcome, isFinal: true });
			}
			await keys.release(held);
			await keys.putInDoubt(refused);
			return claims;
		},
		async release(entries) {
			for (const entry of entries) {
				const one = taken.get(entry);
				if (one?.day === pool.day) pool.sms += one.sms;
				taken.delete(entry);
			}
			await keys.release(entries);
		},
		async confirm(entries) {
			for (const entry of entries) taken.delete(entry);
			await keys.confirm(entries);
		},
		async putInDoubt(entries) {
			for (const entry of entries) taken.delete(entry);
			await keys.putInDoubt(entries);
		},
		async end() {
			const { day, sms } = pool;
			// What was in progress when the run ended may have been sent, and stays counted.
			if (sms > 0) await count(day, (used) => Math.max(0, used - sms)).catch(() => {});
			await keys.end();
		},
	};
}
