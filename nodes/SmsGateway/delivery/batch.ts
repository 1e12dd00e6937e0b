import { DUPLICATE, duplicateOf } from '../domain/plan/duplicates';
import type { Entry } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan/plan';
import { attempt } from './attempt';
import type { Run } from './run';

/** What is left of a planned request once those are out that were settled before. */
export type Share = {
	/** Indexes of the entries still to send. */
	readonly left: readonly number[];
	/** Makes the entries this run's to send and takes its turn; false where none may be sent. */
	claim(): Promise<boolean>;
	/** Sends and settles them. */
	send(number: number): Promise<void>;
};

/** @param outcomes where the outcomes go, by entry index */
export function openShare(
	plan: Plan,
	request: PlannedRequest,
	run: Run,
	outcomes: Map<number, Outcome>,
): Share {
	const { ledger, claims } = run.tools;
	const { senderId, message } = request;
	const resend = run.settings.uncertain === 'resend';
	/** Entries that may have been sent before: only an acceptance can settle them otherwise. */
	const doubts = new Map<number, Outcome>();

	const entriesOf = (indexes: readonly number[]): Entry[] =>
		indexes.map((index) => plan.entries[index]!);

	/** Hands out what earlier runs of this turn ended with. */
	const replay = (index: number): boolean => {
		const earlier = ledger.find(plan.entries[index]!);
		if (earlier?.status === 'unknown' && resend) {
			doubts.set(index, earlier);
			return false;
		}
		if (earlier !== undefined) outcomes.set(index, earlier);
		return earlier !== undefined;
	};

	let left = request.entries.filter((index) => !replay(index));

	/** Without an outcome of its own, an entry in doubt keeps the doubt; with one, a doubt is of now. */
	const settle = (outcome: Outcome): void => {
		const settlesDoubts = outcome.status === 'accepted' || outcome.status === 'unknown';
		for (const index of left) {
			const doubt = settlesDoubts ? undefined : doubts.get(index);
			if (doubt === undefined) outcomes.set(index, outcome);
			else if (outcome.request === undefined) outcomes.set(index, doubt);
			else outcomes.set(index, { ...doubt, replayed: undefined, request: outcome.request });
		}
	};

	/** A stand-in is sent only where the one that it stands in for was sent by another execution. */
	const standDown = async (): Promise<void> => {
		const served: number[] = [];
		left = left.filter((index) => {
			const twin = plan.standIns.get(index);
			const outcome = twin === undefined ? undefined : outcomes.get(twin);
			if (!outcome || outcome.reason === 'alreadySent' || doubts.has(index)) return true;
			if (isFailure(outcome)) {
				outcomes.set(index, outcome);
			} else {
				outcomes.set(index, duplicateOf(plan.entries[twin!]!));
				served.push(index);
			}
			return false;
		});
		ledger.keep(entriesOf(served), DUPLICATE);
		await claims.serve(entriesOf(served));
	};

	/** What was a duplicate stays one in a retry, also where a text with a time in it has changed. */
	const keepDuplicates = (): void => {
		const duplicates = left.flatMap((index) => {
			const { item } = plan.entries[index]!;
			const found = plan.duplicates.get(index) ?? [];
			// A number that stands twice in one item has one place in the ledger: that of the sent one.
			return entriesOf(found).filter((entry) => entry.item !== item && !ledger.find(entry));
		});
		ledger.keep(duplicates, DUPLICATE);
	};

	/** What another execution left in doubt, this one must remember too. */
	const keepDoubts = (): void => {
		for (const index of doubts.keys()) {
			const entry = plan.entries[index]!;
			if (!ledger.find(entry)) ledger.keep([entry], outcomes.get(index)!);
		}
	};

	const free = async (): Promise<void> => {
		await claims.release(entriesOf(left.filter((index) => !doubts.has(index))));
		await claims.leave(entriesOf(left.filter((index) => doubts.has(index))));
	};

	return {
		get left() {
			return left;
		},

		async claim() {
			await standDown();
			const before = run.halted();
			if (before) settle(before);
			if (before || left.length === 0) return false;
			const found = await claims.claim(entriesOf(left));
			const dropped: number[] = [];
			left = left.filter((index) => {
				const outcome = found.get(plan.entries[index]!);
				if (outcome === undefined) return true;
				if (outcome.status === 'unknown' && resend) {
					doubts.set(index, doubts.get(index) ?? outcome);
					return true;
				}
				// Marks that cannot be kept for one cannot be kept for the others.
				if (outcome.status === 'notSent') run.heed(outcome, 0);
				const doubt = outcome.status === 'notSent' ? doubts.get(index) : undefined;
				outcomes.set(index, doubt ?? outcome);
				dropped.push(index);
				return false;
			});
			await claims.leave(entriesOf(dropped));
			if (left.length === 0) return false;
			await run.rateLimiter.acquire(run.tools.signal);
			// Another request may have ended the run meanwhile.
			const since = run.halted();
			if (since) {
				settle(since);
				await free();
			}
			return !since;
		},

		async send(number) {
			const entries = entriesOf(left);
			ledger.begin(number, entries);
			const recipients = entries.map(({ recipient }) => recipient);
			const outcome = await attempt({ senderId, message, recipients }, number, run);
			settle(outcome);
			ledger.end(number, entries, outcome);
			if (outcome.status === 'accepted' || outcome.status === 'unknown') keepDuplicates();
			else keepDoubts();
			if (outcome.status === 'accepted') await claims.confirm(entries);
			else if (outcome.status === 'unknown') await claims.leave(entries);
			else await free();
		},
	};
}
