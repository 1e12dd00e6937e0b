import { entriesOf, requestedRows, type Plan, type PlannedRequest } from '../domain/plan/plan';
import { closeOpen, divideRefused } from './divide';
import { Run, type DeliverySettings, type DeliveryTools } from './run';
import { Pass } from './sendInOrder';

/** Says what open requests were before the next ones start; those stay in `notBegun` where a failure ends the run. */
async function sendAndClose(requests: readonly PlannedRequest[], run: Run): Promise<void> {
	for (let queue = requests; queue.length > 0;) {
		await new Pass(queue, run).send();
		const open = [...run.open];
		if (await closeOpen(run)) run.refused.push(...open);
		queue = run.settings.endsOnFailure ? [] : run.notBegun.splice(0);
	}
}

/**
 * Every row ends with exactly one outcome, and no request is repeated unless it provably did not reach the
 * service or the user chose to resend. Requests that were refused with several recipients are divided once
 * the others have ended; what another execution is sending is left to another pass.
 *
 * @returns how many requests were made, counting each attempt
 */
export async function deliver(
	plan: Plan,
	settings: DeliverySettings,
	tools: DeliveryTools,
): Promise<number> {
	const { deduplication, ledger, signal } = tools;
	const run = new Run(plan, settings, tools);
	try {
		let { requests } = plan;
		while (requests.length > 0) {
			await sendAndClose(requests, run);
			await divideRefused(run);
			const later = [...run.postponed.splice(0), ...run.notBegun.splice(0)];
			requests = later.sort((one, other) => one.order - other.order);
			run.blocked.clear();
			// A part goes on in a stopped run too.
			const goingOn = requests.filter((request) => !run.halted(request));
			await deduplication.othersEnded(entriesOf(requestedRows(goingOn)), signal);
		}
	} finally {
		await deduplication.end();
	}
	return run.lastRequest - ledger.lastRequest;
}
