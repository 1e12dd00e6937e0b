import { DAY, HOUR, startTimer, type Clock, type Timer } from '../clock';

/**
 * A lock between processes: a row of n8n's database that is there while somebody holds it. n8n
 * inserts it under a primary key, so that of all processes exactly one succeeds.
 */
export type LockRow = {
	/**
	 * Inserts the row with the greatest of these numbers, or raises the number of an existing row.
	 *
	 * @returns those greater than the row's own, all where it was inserted; undefined where the row
	 * belongs to another node of the workflow
	 */
	raise(numbers: readonly number[]): Promise<ReadonlySet<number> | undefined>;
	remove(): Promise<void>;
};

export type Lease = {
	/** Since before the lock was had. */
	readonly timer: Timer;
	/**
	 * Does one step of the work.
	 *
	 * @throws Error where it comes too late to begin, or others may have thought its holder dead
	 * before it ended
	 */
	step<T>(work: () => Promise<T>): Promise<T>;
};

export type Lock = {
	/**
	 * Does the work while no other process does. Where the lock cannot be had, the work is done
	 * without it.
	 *
	 * @param wanted asked before each attempt; where it says no, the work is not done
	 */
	hold(work: (lease: Lease) => Promise<void>, wanted: () => boolean): Promise<void>;
	state(): LockState;
};

export type LockState =
	| 'works'
	/** Another node of the workflow has the row. */
	| 'taken'
	/** n8n gives it to two at once. */
	| 'useless';

/**
 * Far below any number that another node would keep in the row (an id, a time), so that ours never
 * raise theirs. Numbers stay within 2^53.
 */
const HELD = -9e15;
const PER_MILLISECOND = 1000;

/** All times in milliseconds. A turn takes about 10. */
const SUSPECT_AFTER = 300;
/** Whoever has held the lock for this long is dead ... */
const GRACE = 8000;
/** ... as the living begin no step after this. Each may take the difference. */
const LAST_STEP = 4000;
/** Whoever has put a stamp into the row for longer, and not broken the lock, is dead too. */
const STAMP_LASTS = GRACE + 1000;
/** How long a row that belongs to another node is left alone. */
const TAKEN_FOR = HOUR;

export const TOO_SLOW = 'the database is too slow.';

/** A number that nobody else has chosen, greater than those of before. */
const stampAt = ({ now, random }: Clock, offset: number): number =>
	HELD + Math.floor((now() + offset + random()) * PER_MILLISECOND);

const UNLOCKED: Omit<Lease, 'timer'> = { step: async (work) => await work() };

/** The work without any lock. */
export const withoutLock = (clock: Clock, state: LockState = 'taken'): Lock => ({
	hold: async (work) => await work({ ...UNLOCKED, timer: startTimer(clock) }),
	state: () => state,
});

export function createLock(row: LockRow, clock: Clock): Lock {
	let takenUntil = 0;
	/** Whether n8n was seen to let only one of two hands insert the row. */
	let isProven = false;

	/** Raises the row's number, and where it may be free by two hands at once: both must not insert it. */
	async function raise(
		numbers: readonly number[],
		mayBeFree = false,
	): Promise<ReadonlySet<number>> {
		const hands = Array.from(
			{ length: mayBeFree && !isProven ? 2 : 1 },
			async () => await row.raise(numbers),
		);
		const results = await Promise.allSettled(hands);
		const found = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
		const inserted = found.filter((raised) => raised?.has(HELD)).length;
		const failed = results.find((one) => one.status === 'rejected');
		if (failed && inserted === 0) throw failed.reason;
		if (found.includes(undefined)) takenUntil = clock.now() + TAKEN_FOR;
		const raised = new Set(found.flatMap((one) => [...(one ?? [])]));
		if (inserted === 0 || isProven) return raised;
		if (inserted === 1 && mayBeFree) {
			isProven = true;
			return raised;
		}
		if (inserted > 1) takenUntil = Infinity;
		await row.remove();
		return takenUntil === Infinity ? new Set() : await raise(numbers, true);
	}

	/** Gets the lock, however long it takes; undefined where nobody wants it any more, or it cannot be had. */
	async function acquire(wanted: () => boolean): Promise<Timer | undefined> {
		/** The number that this process has put into the row of a holder that may be dead, and since when. */
		let stamp: { number: number; timer: Timer } | undefined;
		const waiting = startTimer(clock);
		/** Since when the row has had a stamp that is not out of date. */
		let stamped: Timer | undefined;

		async function putStamp(): Promise<boolean> {
			// Who stamps it first breaks it: with a new stamp from each, none would last long enough.
			const outOfDate = stampAt(clock, -STAMP_LASTS);
			const raised = await raise([HELD, outOfDate]);
			if (raised.has(HELD)) return true;
			stamped = raised.has(outOfDate) ? undefined : (stamped ?? startTimer(clock));
			const isLong = stamped !== undefined && stamped.atLeast() > 2 * STAMP_LASTS;
			if (stamped !== undefined && !isLong) return false;
			// A number that stays ahead is that of a clock which is, or of another node.
			const number = stampAt(clock, isLong ? DAY : 0);
			const after = await raise([HELD, number]);
			if (after.has(HELD)) return true;
			if (isLong && !after.has(number)) takenUntil = clock.now() + TAKEN_FOR;
			stamp = { number, timer: startTimer(clock) };
			return false;
		}

		async function breakIfSame(number: number): Promise<boolean> {
			stamp = undefined;
			const timer = startTimer(clock);
			const raised = await raise([HELD, number, number + 1]);
			if (raised.has(HELD)) return true;
			const isSame = !raised.has(number) && raised.has(number + 1);
			// Still the row that was stamped, so it has not changed hands: its holder is dead.
			if (isSame && timer.atMost() < LAST_STEP) await row.remove();
			return false;
		}

		for (let pause = 5, turn = 0; wanted(); pause = Math.min(pause * 1.2, 50), turn++) {
			const timer = startTimer(clock);
			let isOurs: boolean;
			if (stamp === undefined && waiting.atLeast() >= SUSPECT_AFTER) isOurs = await putStamp();
			else if (stamp && stamp.timer.atLeast() >= GRACE) isOurs = await breakIfSame(stamp.number);
			else isOurs = (await raise([HELD], turn === 0)).has(HELD);
			if (isOurs) return timer;
			if (clock.now() < takenUntil) return undefined;
			await clock.wait(pause * (0.5 + clock.random()));
		}
		return undefined;
	}

	async function holdNow(...[work, wanted]: Parameters<Lock['hold']>): Promise<void> {
		const timer = await acquire(wanted);
		if (timer === undefined) {
			if (wanted()) await work({ ...UNLOCKED, timer: startTimer(clock) });
			return;
		}
		try {
			await work({
				timer,
				async step(one) {
					if (timer.atMost() > LAST_STEP) throw new Error(TOO_SLOW);
					const result = await one();
					if (timer.atMost() >= GRACE) throw new Error(TOO_SLOW);
					return result;
				},
			});
		} finally {
			// Later it might be another's when the row goes. Who waits for it finds out that nobody has it.
			if (timer.atMost() <= LAST_STEP) await row.remove().catch(() => undefined);
		}
	}

	/** Two nodes of a workflow in this process need not ask the database who is first. */
	let last: Promise<void> = Promise.resolve();
	return {
		state() {
			if (takenUntil === Infinity) return 'useless';
			return clock.now() < takenUntil ? 'taken' : 'works';
		},
		hold(work, wanted) {
			const held = last.then(() => holdNow(work, wanted));
			last = held.catch(() => undefined);
			return held;
		},
	};
}
