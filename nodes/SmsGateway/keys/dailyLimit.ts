import type { Clock } from '../clock';
import type { Entry } from '../domain/entry';
import { notSaved, type Outcome } from '../domain/outcome';
import { overDailyLimit } from '../domain/plan/judge';
import { estimateSms } from '../domain/text/segments';
import type { Deduplication } from './deduplication';
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

/** Bits of a count: 16 million. */
const COUNT_BITS = 24;

/** All of them: reading it was cut off. The day counts as used up then. */
const CUT_OFF = 2 ** COUNT_BITS - 1;

/**
 * Keeps the count as the bits of a number, as the store only tells whether a mark is there. To read it
 * is to record all its bits, so a crash counts too much, never too little. At each change it moves to
 * the other of two copies: then its marks are new, and those of keys cannot push them out.
 */
export function createDailyCount(inLease: InLease): DailyCount {
	return async (day, change) => {
		const copies = ['a', 'b'].map((copy) =>
			Array.from({ length: COUNT_BITS }, (_, bit) => `sms ${day} ${copy} ${bit}`),
		) as [string[], string[]];
		let changed: number | undefined;
		const write = async () =>
			await inLease({
				record: copies.flat(),
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
			});
		await write().catch(write);
		return changed === CUT_OFF;
	};
}

/**
 * Claims that take their SMS from the daily limit too, with or without a key. An entry keeps its place
 * through all attempts and parts, until the requests in progress have ended: nobody later takes it. What may
 * have been sent stays counted.
 */
export function withDailyLimit(
	keys: Deduplication,
	count: DailyCount,
	{ most, dayAt }: DailyLimit,
	{ now }: Clock,
): Deduplication {
	/** The days whose SMS the entries have that are claimed, and those that were and may be again. */
	const days = new Map<Entry, string>();
	const kept = new Map<Entry, string>();
	/** SMS that the run has taken and no entry has; how many the store had left after that. */
	let pool = { day: '', sms: 0 };
	let left = 0;
	let isLost = false;

	const smsOf = ({ message }: Entry): number => estimateSms(message);

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

	function seat(entry: Entry): boolean {
		if (smsOf(entry) > pool.sms) return false;
		pool.sms -= smsOf(entry);
		days.set(entry, pool.day);
		return true;
	}

	/** Whether it has a place of today from an earlier attempt. */
	function keepsPlace(entry: Entry): boolean {
		const day = kept.get(entry);
		kept.delete(entry);
		if (day === undefined || day !== dayAt(now())) return false;
		days.set(entry, day);
		return true;
	}

	function emptyPlaces(): void {
		for (const [entry, day] of kept) if (day === pool.day) pool.sms += smsOf(entry);
		kept.clear();
	}

	const tooMany = (sms: number): Outcome => overDailyLimit(sms, most, left + pool.sms, isLost);

	return {
		...keys,
		reserve: async (sms) =>
			await fill(sms).then(() => (sms > pool.sms ? tooMany(sms) : undefined), notSaved),
		async claim(entries) {
			const claims = new Map(await keys.claim(entries));
			const isOurs = (entry: Entry) => (claims.get(entry)?.kind ?? 'claimed') === 'claimed';
			const wanted = entries.filter((entry) => isOurs(entry) && !keepsPlace(entry));
			if (wanted.length === 0) return claims;
			const sms = wanted.reduce((sum, entry) => sum + smsOf(entry), 0);
			const failure = await fill(sms).then(() => undefined, notSaved);
			const refused = wanted.filter((entry) => failure !== undefined || !seat(entry));
			// They ask again once the requests in progress have ended, and left their places.
			const mayAskAgain = failure === undefined && days.size + kept.size > 0;
			const freed: Entry[] = [];
			for (const entry of refused) {
				const claim = claims.get(entry);
				const doubt = claim?.kind === 'claimed' ? claim.doubt : undefined;
				if (!doubt) freed.push(entry);
				const why = failure ?? tooMany(smsOf(entry));
				// What may have been sent before stays in doubt.
				const outcome = doubt ? { ...doubt, causes: [...doubt.causes, ...why.causes] } : why;
				claims.set(entry, mayAskAgain ? { kind: 'elsewhere' } : { kind: 'settled', outcome });
			}
			await keys.finish(freed, 'free');
			await keys.finish(refused, 'inDoubt');
			return claims;
		},
		async othersEnded(entries, signal) {
			emptyPlaces();
			await keys.othersEnded(entries, signal);
		},
		async finish(entries, end) {
			for (const entry of entries) {
				const day = days.get(entry);
				if (end === 'free' && day !== undefined) kept.set(entry, day);
				days.delete(entry);
			}
			await keys.finish(entries, end);
		},
		async end() {
			emptyPlaces();
			const { day, sms } = pool;
			// What was in progress when the run ended may have been sent, and stays counted.
			if (sms > 0) await count(day, (used) => Math.max(0, used - sms)).catch(() => {});
			await keys.end();
		},
	};
}
