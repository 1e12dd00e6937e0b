import { DAY, HOUR, MINUTE, startTimer, type Clock, type Timer } from '../clock';
import { storeError } from '../domain/outcome';

/**
 * A lock between processes: a row of n8n's database that is there while one holds it. n8n inserts it under
 * a primary key, so that of all processes exactly one succeeds.
 */
export type LockRow = {
	/**
	 * Inserts the row with the greatest of these numbers, or raises its number.
	 *
	 * @returns those greater than the row's own (all of a new row); undefined where it is another node's
	 */
	raise(numbers: readonly number[]): Promise<ReadonlySet<number> | undefined>;
	remove(): Promise<void>;
};

/** One step under a lock. @throws Error where the lock is too old for it, or by its end may have been broken */
export type Step = <T>(work: () => Promise<T>) => Promise<T>;

export type Lock = {
	/** Does the work while no other process does; where the lock cannot be had, without it. */
	hold(work: (step: Step) => Promise<void>): Promise<void>;
	/** Whether another node of the workflow has the row. */
	isTaken(): boolean;
};

/** Far below what another node keeps in the row (an id, a time), so that ours never raise that; within 2^53. */
const HELD = -9e15;
const PER_MILLISECOND = 1000;

/** Milliseconds, as all below. A lease takes about 10: after this the holder may be dead. */
const SUSPECT_AFTER = 300;
/** A holder begins no step later than this after it asked for the lock. */
const LAST_STEP = 4000;
/** A holder that still has the lock is dead, or in a step that takes longer than the difference. */
const GRACE = 8000;
/** A waiting process whose stamp is in the row, and which has not broken the lock by then, is dead. */
const STAMP_LASTS = GRACE + 1000;
/** How long the row of another node is left alone. */
const TAKEN_FOR = HOUR;

const anyTime: Step = async (work) => await work();

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
				if (timer.atMost() > LAST_STEP) throw storeError('tooSlow');
				const result = await one();
				if (timer.atMost() >= GRACE) throw storeError('tooSlow');
				return result;
			});
		} finally {
			// Later it may be another process's row by then: a waiting process breaks the lock.
			if (timer.atMost() <= LAST_STEP) await row.remove().catch(() => undefined);
		}
	}

	return {
		isTaken: () => clock.now() < state.takenUntil,
		// In this process one at a time, as a contest asks the database.
		async hold(work) {
			const held = last.then(async () => await hold(work));
			last = held.catch(() => undefined);
			await held;
		},
	};
}

/** For the lock, with other processes: who waits stamps the row, and a stamp that stays belongs to nobody (ADR 4). */
class Contest {
	/** What this process has put into the row, as the holder may be dead, and since when. */
	private stamp?: { number: number; timer: Timer };
	/** Since when the row has had a stamp of a process that may be alive. */
	private stamped?: Timer;

	constructor(
		private readonly row: LockRow,
		private readonly clock: Clock,
		private readonly state: { takenUntil: number },
	) {}

	/** Waits for the lock. Undefined where this node cannot have it. */
	async win(): Promise<Timer | undefined> {
		const { clock, state } = this;
		const waiting = startTimer(clock);
		for (let pause = 5; ; pause = Math.min(pause * 1.2, 50)) {
			const timer = startTimer(clock);
			// A lock that came too late to begin a step is left, to be broken like that of a dead process.
			if ((await this.ask(waiting.atLeast())) && timer.atMost() <= LAST_STEP) return timer;
			if (waiting.atLeast() > MINUTE) throw storeError('tooSlow');
			if (clock.now() < state.takenUntil) return undefined;
			await clock.wait(pause * (0.5 + clock.random()));
		}
	}

	private async ask(waited: number): Promise<boolean> {
		const { stamp } = this;
		if (stamp && stamp.timer.atLeast() >= GRACE) return await this.breakIfSame(stamp.number);
		if (!stamp && waited >= SUSPECT_AFTER) return await this.putStamp();
		return (await this.raise(HELD)).has(HELD);
	}

	private async putStamp(): Promise<boolean> {
		// Only one waiting process stamps the row, and later breaks the lock: else no stamp would stay for GRACE.
		const outOfDate = this.stampAt(-STAMP_LASTS);
		const raised = await this.raise(HELD, outOfDate);
		if (raised.has(HELD)) return true;
		this.stamped = raised.has(outOfDate) ? undefined : (this.stamped ?? startTimer(this.clock));
		const isLong = this.stamped !== undefined && this.stamped.atLeast() > 2 * STAMP_LASTS;
		if (this.stamped && !isLong) return false;
		// A stamp that never gets out of date is that of a clock that is ahead, or another node's number.
		const number = this.stampAt(isLong ? DAY : 0);
		const after = await this.raise(HELD, number);
		if (after.has(HELD)) return true;
		if (isLong && !after.has(number)) this.leaveAlone();
		this.stamp = { number, timer: startTimer(this.clock) };
		return false;
	}

	private async breakIfSame(number: number): Promise<boolean> {
		this.stamp = undefined;
		const timer = startTimer(this.clock);
		const raised = await this.raise(HELD, number, number + 1);
		if (raised.has(HELD)) return true;
		const isSame = !raised.has(number) && raised.has(number + 1);
		// It still has this stamp, so no process has inserted it since: its holder is dead.
		if (isSame && timer.atMost() < LAST_STEP) await this.row.remove();
		return false;
	}

	/** A number that no other process has chosen, greater than the earlier ones. */
	private stampAt(offset: number): number {
		return HELD + Math.floor((this.clock.now() + offset + this.clock.random()) * PER_MILLISECOND);
	}

	/** Those above the row's number; none where the row is another node's. */
	private async raise(...numbers: number[]): Promise<ReadonlySet<number>> {
		const raised = await this.row.raise(numbers);
		if (raised === undefined) this.leaveAlone();
		return raised ?? new Set();
	}

	private leaveAlone(): void {
		this.state.takenUntil = this.clock.now() + TAKEN_FOR;
	}
}
