import type { PlannedRequest } from '../domain/plan/plan';
import { entriesOf, settle, type Progress } from './progress';

/** Whether all of the entries may still be sent: a send window may have closed meanwhile. */
export function mayStillBeSent(indexes: readonly number[], progress: Progress): boolean {
	const { clock, timingRefusalOf } = progress.run.tools;
	if (timingRefusalOf === undefined) return true;
	const now = clock.now();
	return entriesOf(indexes, progress).every((entry) => timingRefusalOf(entry, now) === undefined);
}

/** Settles the entries that may no longer be sent. Returns the request with the others. */
export function refuseLate(
	request: PlannedRequest,
	progress: Progress,
): { left: PlannedRequest; refused: readonly number[] } {
	const { plan, run } = progress;
	const { clock, timingRefusalOf } = run.tools;
	if (timingRefusalOf === undefined) return { left: request, refused: [] };
	const now = clock.now();
	const left: number[] = [];
	const refused: number[] = [];
	for (const index of request.entries) {
		const outcome = timingRefusalOf(plan.entries[index]!, now);
		if (outcome === undefined) {
			left.push(index);
			continue;
		}
		settle([index], outcome, progress);
		run.haltOn(outcome);
		refused.push(index);
	}
	return { left: { ...request, entries: left }, refused };
}
