import { DUPLICATE, duplicateOf } from '../domain/duplicates';
import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan, PlannedRequest } from '../domain/plan';
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

	/** A stand-in is a duplicate, unless the one it stands in for was sent by another execution. */
	const isDuplicate = (index: number): boolean => {
		const twin = plan.standIns.get(index);
		if (twin === undefined || outcomes.get(twin)?.reason === 'alreadySent') return false;
		outcomes.set(index, duplicateOf(plan.entries[twin]!));
		ledger.keep(entriesOf([index]), DUPLICATE);
		return true;
	};

	let left = request.entries.filter((index) => !replay(index));

	const settle = (outcome: Outcome): void => {
		for (const index of left) {
			const doubt = outcome.status === 'accepted' ? undefined : doubts.get(index);
			outcomes.set(index, doubt ?? outcome);
		}
	};

	return {
		get left() {
			return left;
		},

		async claim() {
			left = left.filter((index) => !isDuplicate(index));
			const before = run.halted();
			if (before) settle(before);
			if (before || left.length === 0) return false;
			const found = await claims.claim(entriesOf(left));
			left = left.filter((index) => {
				const outcome = found.get(plan.entries[index]!);
				if (outcome === undefined) return true;
				if (outcome.status === 'unknown' && resend) {
					doubts.set(index, doubts.get(index) ?? outcome);
					return true;
				}
				const doubt = outcome.status === 'notSent' ? doubts.get(index) : undefined;
				outcomes.set(index, doubt ?? outcome);
				return false;
			});
			if (left.length === 0) return false;
			await run.pacer.turn(run.tools.signal);
			// Another request may have ended the run meanwhile.
			const since = run.halted();
			if (since) {
				settle(since);
				await claims.release(entriesOf(left.filter((index) => !doubts.has(index))));
				return false;
			}
			return true;
		},

		async send(number) {
			const entries = entriesOf(left);
			ledger.begin(number, entries);
			const recipients = entries.map(({ recipient }) => recipient);
			const outcome = await attempt({ senderId, message, recipients }, number, run);
			settle(outcome);
			ledger.end(number, entries, outcome);
			if (outcome.status === 'accepted') {
				await claims.confirm(entries);
			} else if (outcome.status !== 'unknown') {
				await claims.release(entriesOf(left.filter((index) => !doubts.has(index))));
			}
		},
	};
}
