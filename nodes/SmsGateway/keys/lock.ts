import { DAY, HOUR, MINUTE, startTimer, type Clock, type Timer } from '../clock';

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

/**
 * Does one step of the work under a lock.
 *
 * @throws Error where the lock is too old to begin it, or became so old meanwhile that another process
 * may have broken it
 */
export type Step = <T>(work: () => Promise<T>) => Promise<T>;

export type Lock = {
	/** Does the work while no other process does. Where the lock cannot be had, the work is done without it. */
	hold(work: (step: Step) => Promise<void>): Promise<void>;
	/** Whether another node of the workflow has the row. */
	isTaken(): boolean;
};

/**
 * Far below any number that another node would keep in the row (an id, a time), so that ours never
 * raise theirs. Numbers stay within 2^53.
 */
const HELD = -9e15;
const PER_MILLISECOND = 1000;

/** All times in milliseconds. A lease takes about 10, so a longer wait looks as if its holder were dead. */
const SUSPECT_AFTER = 300;
/** A holder begins no step of its work later than this after it asked for the lock. */
const LAST_STEP = 4000;
/** A holder that still has the lock now is dead, or in a step that takes longer than the difference. */
const GRACE = 8000;
/** A waiting process that has not broken the lock by then, although its stamp is in the row, is dead. */
const STAMP_LASTS = GRACE + 1000;
/** How long this node leaves a row alone that belongs to another node. */
const TAKEN_FOR = HOUR;

const TOO_SLOW = 'tooSlow';

const anyTime: Step = async (work) => await work();

/** The work without any lock. */
export const withoutLock = (): Lock => ({
	hold: async (work) => await work(anyTime),
	isTaken: () => true,
});

export function createLock(row: LockRow, clock: Clock): Lock {
	const state = { takenUntil: 0 };
	let last: Promise<void> = Promise.resolve();

	async function hold(work: (step: Step) => Promise<void>): Promise<void> {
		const timer = await new Contest(row, clock, state).win();
		if (timer === undefined) return await work(anyTime);
		try {
			await work(async (one) => {
				if (timer.atMost() > LAST_STEP) throw new Error(TOO_SLOW);
				const result = await one();
				if (timer.atMost() >= GRACE) throw new Error(TOO_SLOW);
				return result;
			});
		} finally {
			// Later the row may be that of another process by the time it goes. Then a waiting process breaks the lock.
			if (timer.atMost() <= LAST_STEP) await row.remove().catch(() => undefined);
		}
	}

	return {
		isTaken: () => clock.now() < state.takenUntil,
		// In this process one at a time, as a contest costs questions.
		async hold(work) {
			const held = last.then(async () => await hold(work));
			last = held.catch(() => undefined);
			await held;
		},
	};
}

/** For the lock, with other processes. */
class Contest {
	private readonly waiting: Timer;
	/** The stamp that this process has put into the row, as the holder may be dead, and since when. */
	private stamp?: { number: number; timer: Timer };
	/** Since when the row has had a stamp of a process that may be alive. */
	private stamped?: Timer;

	/** @param state until when this node leaves the row alone, as it belongs to another one */
	constructor(
		private readonly row: LockRow,
		private readonly clock: Clock,
		private readonly state: { takenUntil: number },
	) {
		this.waiting = startTimer(clock);
	}

	/** Waits for the lock. Undefined where this node cannot have it. */
	async win(): Promise<Timer | undefined> {
		const { clock, state, waiting } = this;
		for (let pause = 5; ; pause = Math.min(pause * 1.2, 50)) {
			const timer = startTimer(clock);
			// One that came too late to begin a step is left, to be broken like that of the dead.
			if ((await this.ask()) && timer.atMost() <= LAST_STEP) return timer;
			if (waiting.atLeast() > MINUTE) throw new Error(TOO_SLOW);
			if (clock.now() < state.takenUntil) return undefined;
			await clock.wait(pause * (0.5 + clock.random()));
		}
	}

	private async ask(): Promise<boolean> {
		const { stamp, waiting } = this;
		if (stamp && stamp.timer.atLeast() >= GRACE) return await this.breakIfSame(stamp.number);
		if (!stamp && waiting.atLeast() >= SUSPECT_AFTER) return await this.putStamp();
		return (await this.raise(HELD)).has(HELD);
	}

	private async putStamp(): Promise<boolean> {
		const { clock } = this;
		// One waiting process stamps the row and later breaks the lock. If each put a stamp of its own,
		// no stamp would stay in the row for as long as the grace period.
		const outOfDate = this.stampAt(-STAMP_LASTS);
		const raised = await this.raise(HELD, outOfDate);
		if (raised.has(HELD)) return true;
		this.stamped = raised.has(outOfDate) ? undefined : (this.stamped ?? startTimer(clock));
		const isLong = this.stamped !== undefined && this.stamped.atLeast() > 2 * STAMP_LASTS;
		if (this.stamped !== undefined && !isLong) return false;
		// A stamp that never gets out of date is that of a clock that is ahead, or another node's number.
		const number = this.stampAt(isLong ? DAY : 0);
		const after = await this.raise(HELD, number);
		if (after.has(HELD)) return true;
		if (isLong && !after.has(number)) this.leaveAlone();
		this.stamp = { number, timer: startTimer(clock) };
		return false;
	}

	private async breakIfSame(number: number): Promise<boolean> {
		this.stamp = undefined;
		const timer = startTimer(this.clock);
		const raised = await this.raise(HELD, number, number + 1);
		if (raised.has(HELD)) return true;
		const isSame = !raised.has(number) && raised.has(number + 1);
		// The row still has this stamp, so no other process has inserted it since: its holder is dead.
		if (isSame && timer.atMost() < LAST_STEP) await this.row.remove();
		return false;
	}

	/** A number that no other process has chosen, greater than the earlier ones. */
	private stampAt(offset: number): number {
		const { clock } = this;
		return HELD + Math.floor((clock.now() + offset + clock.random()) * PER_MILLISECOND);
	}

	/** What the row's number was raised to; nothing where the row is another node's. */
	private async raise(...numbers: number[]): Promise<ReadonlySet<number>> {
		const raised = await this.row.raise(numbers);
		if (raised === undefined) this.leaveAlone();
		return raised ?? new Set();
	}

	private leaveAlone(): void {
		this.state.takenUntil = this.clock.now() + TAKEN_FOR;
	}
}
