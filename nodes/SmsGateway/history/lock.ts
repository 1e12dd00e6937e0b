import type { Clock } from '../clock';

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
const DAY = 24 * 60 * 60_000;
const PER_MILLISECOND = 1000;

/** All times in milliseconds. A turn takes about 10. */
const SUSPECT_AFTER = 300;
/** Whoever has held the lock for this long is dead ... */
const GRACE = 8000;
/** ... as the living begin no write after this. */
const MAX_HELD = 5000;
/** Whoever has put a stamp into the row for longer, and not broken the lock, is dead too. */
const STAMP_LASTS = GRACE + 1000;
/** How long a row that belongs to another node is left alone. */
const TAKEN_FOR = 60 * 60_000;

/** A number that nobody else has chosen, greater than those of before. */
const stampAt = ({ now, random }: Clock, offset: number): number =>
	HELD + Math.floor((now() + offset + random()) * PER_MILLISECOND);

export function createLock(row: LockRow, clock: Clock): Lock {
	let takenUntil = 0;

	/** Gets the lock, however long it takes; false where nobody wants it any more, or it cannot be had. */
	async function acquire(wanted: () => boolean): Promise<boolean> {
		/** The number that this process has put into the row of a holder that may be dead. */
		let stamp: number | undefined;
		let nextStep = clock.now() + SUSPECT_AFTER;
		/** Since when the row has had a stamp that is not out of date. */
		let stampedSince: number | undefined;

		/** Whether this has inserted the row. */
		const insert = async (numbers: readonly number[], raised = new Set<number>()) => {
			const found = await row.raise([HELD, ...numbers]);
			if (found === undefined) takenUntil = clock.now() + TAKEN_FOR;
			found?.forEach((number) => raised.add(number));
			return found?.has(HELD) === true;
		};

		async function putStamp(): Promise<boolean> {
			const now = clock.now();
			const raised = new Set<number>();
			// Who stamps it first breaks it: if each took the place of the one before, nobody would.
			const outOfDate = stampAt(clock, -STAMP_LASTS);
			if (await insert([outOfDate], raised)) return true;
			stampedSince = raised.has(outOfDate) ? undefined : (stampedSince ?? now);
			const isLong = now - (stampedSince ?? now) > 2 * STAMP_LASTS;
			if (stampedSince !== undefined && !isLong) return false;
			// A number that stays ahead is that of a clock which is, or of another node.
			stamp = stampAt(clock, isLong ? DAY : 0);
			nextStep = now + GRACE;
			if (await insert([stamp], raised)) return true;
			if (isLong && !raised.has(stamp)) takenUntil = clock.now() + TAKEN_FOR;
			return false;
		}

		async function breakIfSame(): Promise<boolean> {
			const raised = new Set<number>();
			const given = stamp!;
			stamp = undefined;
			if (await insert([given, given + 1], raised)) return true;
			// Still the row that was stamped, so it has not changed hands: its holder is dead.
			if (!raised.has(given) && raised.has(given + 1)) await row.remove();
			return false;
		}

		for (let pause = 5; wanted(); pause = Math.min(pause * 1.2, 50)) {
			const isDue = clock.now() >= nextStep;
			const step = stamp === undefined ? putStamp : breakIfSame;
			if (await (isDue ? step() : insert([]))) return true;
			if (clock.now() < takenUntil) return false;
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
