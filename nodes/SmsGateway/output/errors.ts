import { NodeOperationError, type INode } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import type { Plan } from '../domain/plan/plan';
import { adviceOf, countsInWords, namesInWords, type Summary } from '../domain/summary';
import { isFailure, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';

const MAX_NAMED = 10;

export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * n8n drops all that a tool puts out when it has an error output: the agent would not even learn
 * that somebody was texted, and might do it again.
 */
export function refuseToHideFromAgent(node: INode): void {
	if (!isTool(node) || node.onError !== 'continueErrorOutput') return;
	throw nodeError(
		node,
		'Settings > On Error of this tool is Continue (using error output), with which n8n tells an AI agent nothing of what the tool did.',
		'Nothing was sent. A person has to set On Error to Stop or Continue.',
	);
}

/**
 * An error with a message, and a description of what stands now. An AI agent is handed the
 * message alone, so for it the message says both.
 */
export const nodeError = (
	node: INode,
	message: string,
	description: string,
	itemIndex?: number,
): NodeOperationError =>
	new NodeOperationError(node, isTool(node) ? `${message} ${description}` : message, {
		description,
		itemIndex,
	});

const NOTHING_SENT =
	'Nothing was sent. Mend or remove these, or set On Error to Continue to text the others.';
const NOTHING_SENT_BY_TOOL =
	'Nothing was sent. Correct or leave out what is named here, then send.';

/** Found before anything is sent. */
export const isRefused = (settled: Outcome | undefined): settled is Outcome =>
	settled?.status === 'notSent';

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(node: INode, { entries, settled }: Plan): NodeOperationError {
	const refused = entries.flatMap(({ item }, index) =>
		isRefused(settled[index]) ? [{ item, explanation: settled[index].explanation }] : [],
	);
	const { item: first, explanation } = refused[0]!;
	const nothingSent = isTool(node) ? NOTHING_SENT_BY_TOOL : NOTHING_SENT;
	if (refused.length === 1) return nodeError(node, explanation, nothingSent, first);
	const named = refused
		.slice(0, MAX_NAMED)
		.map((entry) =>
			isTool(node) ? entry.explanation : `Item ${entry.item}: ${entry.explanation}`,
		);
	if (refused.length > named.length) named.push(`… and ${refused.length - named.length} more.`);
	return nodeError(
		node,
		`${refused.length} of ${entries.length} recipients cannot be texted. The first: ${explanation}`,
		`${nothingSent}\n${named.join('\n')}`,
		first,
	);
}

function aboutRetry({ recipients }: Summary, uncertain: Uncertain): string {
	const kept =
		uncertain === 'resend' ? recipients.accepted : recipients.accepted + recipients.unknown;
	const rest = `A retry is safe: it sends only what is missing`;
	return kept === 0
		? `${rest}.`
		: `${rest}, and not again to the ${kept} above that were or may have been sent.`;
}

/** Names who ended how, where that differs. */
function forAgent(
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
): string {
	const alike = outcomes.every(({ status }) => status === outcomes[0]!.status);
	return alike ? adviceOf(summary) : `${namesInWords(entries, outcomes)} ${adviceOf(summary)}`;
}

/** On Error: Stop, and a request failed: the service's own reason first, then what stands. */
export function failedDeliveryError(
	node: INode,
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
	uncertain: Uncertain,
): NodeOperationError {
	// What a request ended with says more than what was stopped because of it.
	const carried = outcomes.findIndex((one) => isFailure(one) && one.request !== undefined);
	const index = carried >= 0 ? carried : outcomes.findIndex(isFailure);
	// A repeated call is a run of its own, unlike n8n's retries: it would send all of it again.
	const description = isTool(node)
		? forAgent(entries, outcomes, summary)
		: `Of ${summary.recipients.total} recipients: ${countsInWords(summary)}. ${aboutRetry(summary, uncertain)}`;
	return nodeError(node, outcomes[index]!.explanation, description, entries[index]!.item);
}
