import { entriesOf, requestedRows, type Plan, type PlannedRequest } from '../domain/plan/plan';
import { closeOpen, divideRefused } from './divide';
import { Run, type DeliverySettings, type DeliveryTools } from './run';
import { sendInOrder } from './sendInOrder';

/** Sends, and says what the open requests were before the next ones start: all of them, unless one failure ends the run. */
async function sendAndClose(requests: readonly PlannedRequest[], run: Run): Promise<void> {
	for (let queue = requests; queue.length > 0;) {
		await sendInOrder(queue, run);
		const open = [...run.open];
		if (await closeOpen(run)) for (const request of open) run.refused.push(request);
		queue = run.settings.stopOnFailure ? [] : run.rest.splice(0);
	}
}

/**
 * Carries out what is left of a plan: every row ends with exactly one outcome, and no request is
 * repeated unless it provably did not reach the service or the user chose to resend.
 *
 * The requests start in the plan's order, a few at a time: claim their keys, send, settle the rows, then
 * confirm or release their keys. Once these have ended, those that were refused with several recipients are
 * divided. What another execution is sending is left to another pass. Requests in flight always finish.
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
			await divideRefused(run.refused.splice(0), run);
			const left = [...run.left.splice(0), ...run.rest.splice(0)];
			requests = left.sort((one, other) => one.place - other.place);
			run.waiting.clear();
			// A part goes on in a stopped run too.
			const open = requests.filter((request) => !run.halted(request));
			await deduplication.othersEnded(entriesOf(requestedRows(open)), signal);
		}
	} finally {
		await deduplication.end();
	}
	return run.lastRequest - ledger.lastRequest;
}
