import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import type { Run } from './run';

/** A plan that is being carried out. Entries are named by their index. */
export type Progress = {
	readonly plan: Plan;
	readonly run: Run;
	/** Undefined as long as the entry has none. */
	readonly outcomes: Array<Outcome | undefined>;
	/** Entries that may have been sent before: a failure now does not change that. */
	readonly doubts: Map<number, Outcome>;
	/** Requests are counted from 1, and on through the runs of a turn. */
	lastRequest: number;
};

export const entriesOf = (indexes: readonly number[], { plan }: Progress): Entry[] =>
	indexes.map((index) => plan.entries[index]!);

/** Ends the entries with an outcome. A failure does not tell what became of an earlier SMS in doubt. */
export function settle(
	indexes: readonly number[],
	outcome: Outcome,
	{ outcomes, doubts }: Progress,
): void {
	const keepsDoubts = outcome.status === 'rejected' || outcome.status === 'notSent';
	for (const index of indexes) {
		const doubt = keepsDoubts ? doubts.get(index) : undefined;
		if (doubt === undefined) outcomes[index] = outcome;
		else if (outcome.request === undefined) outcomes[index] = doubt;
		// This run has made a request for it, so the outcome is not that of an earlier run only.
		else outcomes[index] = { ...doubt, replayed: undefined, request: outcome.request };
	}
}
