import type { IExecuteFunctions } from 'n8n-workflow';
import { keysIn, whyKeysRefused } from '../domain/plan/memory';
import type { Plan } from '../domain/plan/plan';
import { phoneOf } from '../domain/recipient/samePhone';
import { nodeContext } from '../n8n/nodeContext';
import { isTool } from '../n8n/place';
import type { History } from './context';
import { canKeepKeys } from './n8nStore';

const FIRST = 'smsGatewayExecution';

/** Notes in which execution the node first ran: n8n keeps that, like the ledger, for its retries. */
export function noteExecution(ctx: IExecuteFunctions): void {
	nodeContext(ctx)[FIRST] ??= ctx.getExecutionId();
}

/** The id of the execution that this one retries; undefined where the node has not run in it. */
function retriedExecution(ctx: IExecuteFunctions): string | undefined {
	// An agent may ask a tool for something else in each retry.
	if (ctx.getMode() !== 'retry' || isTool(ctx.getNode())) return undefined;
	const first = nodeContext(ctx)[FIRST] as string | undefined;
	return first === ctx.getExecutionId() ? undefined : first;
}

/**
 * n8n starts every Retry from the execution that failed, so that a second one does not know what the
 * first has sent, nor does one at the same time, and the user may have changed the keys between them.
 * In a Retry, each gets a key for it. What comes back from the error output has that of the turn in
 * which it failed: another Retry may send it there.
 *
 * @param timeout seconds
 */
export function withRetryKeys(
	ctx: IExecuteFunctions,
	plan: Plan,
	timeout: number,
	originOf: History['originOf'],
): Plan {
	const execution = retriedExecution(ctx);
	if (execution === undefined || !canKeepKeys(ctx)) return plan;
	const known = new Set<string>();
	const entries = plan.entries.map((entry, index): Plan['entries'][number] => {
		if (plan.settled[index] !== undefined) return entry;
		const { turn, item } = originOf(entry);
		const phone = phoneOf(entry.recipient);
		let retryKey = `retry ${execution} ${turn} ${item}`;
		// Several items that come from one are several SMS.
		while (known.has(`${phone} ${retryKey}`)) retryKey += ' more';
		known.add(`${phone} ${retryKey}`);
		return entry.key === ''
			? { ...entry, key: retryKey, madeFor: 'retry' }
			: { ...entry, retryKey };
	});
	const keyed = { ...plan, entries };
	return whyKeysRefused(keysIn(keyed), timeout) === undefined ? keyed : plan;
}
