import type { Clock } from '../delivery/clock';

/**
 * The lock between processes: a row of n8n's database that is there while somebody holds it. n8n
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
	/** @throws Error when the lock has been held for so long that others may think its holder dead */
	check(): void;
};

export type Lock = {
	/**
	 * Does the work while no other process does. Where the row belongs to another node, the work is
	 * done without the lock, and `isTaken` says so.
	 *
	 * @param wanted asked before each attempt; where it says no, the work is not done
	 */
	hold(work: (lease: Lease) => Promise<void>, wanted: () => boolean): Promise<void>;
	isTaken(): boolean;
};

/**
 * Far below any number that another node would keep in the row (an id, a time), so that ours never
 * raise theirs. Numbers stay within 2^53.
 */
const HELD = -9e15;
const YEAR_2020 = 1_577_836_800_000;
const DAY = 24 * 60 * 60_000;
const PER_MILLISECOND = 1000;

/** All times in milliseconds. A turn takes about 10. */
const SUSPECT_AFTER = 300;
/** Whoever has held the lock for this long is dead ... */
const GRACE = 8000;
/** ... as the living begin no write after this. */
const MAX_HELD = 5000;
/** How long a row that belongs to another node is left alone. */
const TAKEN_FOR = 10 * 60_000;

/** A number that nobody else has chosen, greater than those of before. */
const stampAt = ({ now, random }: Clock): number =>
	HELD + 1 + Math.floor((now() - YEAR_2020 + random()) * PER_MILLISECOND);

export function createLock(row: LockRow, clock: Clock): Lock {
	let takenUntil = 0;

	/** Gets the lock, however long it takes; false where nobody wants it any more, or it cannot be had. */
	async function acquire(wanted: () => boolean): Promise<boolean> {
		/** The number that this process has put into the row of a holder that may be dead. */
		let stamp: number | undefined;
		let nextStep = clock.now() + SUSPECT_AFTER;

		const raise = async (...more: number[]): Promise<ReadonlySet<number>> => {
			const raised = await row.raise([HELD, ...more]);
			if (raised !== undefined) return raised;
			takenUntil = clock.now() + TAKEN_FOR;
			return new Set();
		};
		const isTaken = () => clock.now() < takenUntil;

		for (let pause = 5; wanted() && !isTaken(); pause = Math.min(pause * 1.2, 50)) {
			const isDue = clock.now() >= nextStep;
			if (!isDue) {
				if ((await raise()).has(HELD)) return true;
			} else if (stamp === undefined) {
				stamp = stampAt(clock);
				const raised = await raise(stamp);
				if (raised.has(HELD)) return true;
				// Greater than the present time: of a process whose clock is ahead, or of another node.
				if (!raised.has(stamp) && !isTaken()) {
					stamp += DAY * PER_MILLISECOND;
					const ahead = await raise(stamp);
					if (ahead.has(HELD)) return true;
					if (!ahead.has(stamp)) takenUntil = clock.now() + TAKEN_FOR;
				}
				nextStep = clock.now() + GRACE;
			} else {
				const raised = await raise(stamp, stamp + 1);
				if (raised.has(HELD)) return true;
				// Still the row that was stamped, and nobody has stamped it since: its holder is dead.
				const isSame = !raised.has(stamp) && raised.has(stamp + 1);
				if (isSame) await row.remove();
				stamp = undefined;
				nextStep = clock.now() + (isSame ? SUSPECT_AFTER : GRACE * (1 + clock.random()));
			}
			await clock.wait(pause * (0.5 + clock.random()));
		}
		return false;
	}

	async function holdNow(...[work, wanted]: Parameters<Lock['hold']>): Promise<void> {
		if (!(await acquire(wanted))) {
			if (wanted()) await work({ check: () => {} });
			return;
		}
		const since = clock.now();
		const heldFor = () => clock.now() - since;
		try {
			await work({
				check() {
					if (heldFor() > MAX_HELD) throw new Error('the database is too slow.');
				},
			});
		} finally {
			// After that it may be another's.
			if (heldFor() < GRACE) await row.remove().catch(() => undefined);
		}
	}

	/** Two nodes of a workflow in this process need not ask the database who is first. */
	let last: Promise<void> = Promise.resolve();
	return {
		isTaken: () => clock.now() < takenUntil,
		hold(work, wanted) {
			const held = last.then(() => holdNow(work, wanted));
			last = held.catch(() => undefined);
			return held;
		},
	};
}
