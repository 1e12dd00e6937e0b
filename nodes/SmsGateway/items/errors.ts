import { NodeOperationError, type INode } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { countsInWords, type Tally } from '../domain/tally';
import { isFailure, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/retryPolicy';

const MOST_NAMED = 10;

const NOTHING_SENT =
	'Nothing was sent. Mend or remove these, or set On Error to Continue to text the others.';

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function invalidEntriesError(node: INode, entries: readonly Entry[]): NodeOperationError {
	const invalid = entries.filter(({ problem }) => problem !== undefined);
	const [first] = invalid;
	const named = invalid
		.slice(0, MOST_NAMED)
		.map(({ item, problem }) => `Item ${item}: ${problem!.explanation}`);
	if (invalid.length > named.length) named.push(`… and ${invalid.length - named.length} more.`);
	return invalid.length === 1
		? new NodeOperationError(node, first!.problem!.explanation, {
				itemIndex: first!.item,
				description: NOTHING_SENT,
			})
		: new NodeOperationError(
				node,
				`${invalid.length} of ${entries.length} recipients cannot be texted. The first: ${first!.problem!.explanation}`,
				{ itemIndex: first!.item, description: `${NOTHING_SENT}\n${named.join('\n')}` },
			);
}

function aboutRetry({ recipients }: Tally, uncertain: Uncertain): string {
	const kept =
		uncertain === 'resend' ? recipients.accepted : recipients.accepted + recipients.unknown;
	const rest = `A retry is safe: it sends only what is missing`;
	return kept === 0
		? `${rest}.`
		: `${rest}, and not again to the ${kept} above that were or may have been sent.`;
}

/** On Error: Stop, and a request failed: the service's own reason first, then what stands. */
export function failedDeliveryError(
	node: INode,
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	tally: Tally,
	uncertain: Uncertain,
): NodeOperationError {
	// What a request ended with says more than what was stopped because of it.
	const carried = outcomes.findIndex((one) => isFailure(one) && one.request !== undefined);
	const index = carried >= 0 ? carried : outcomes.findIndex(isFailure);
	return new NodeOperationError(node, outcomes[index]!.explanation, {
		itemIndex: entries[index]!.item,
		description: `Of ${tally.recipients.total} recipients: ${countsInWords(tally)}. ${aboutRetry(tally, uncertain)}`,
	});
}
