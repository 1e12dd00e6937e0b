import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import { sentences } from '../domain/text/sentences';
import { explain } from '../words/causes';
import { aboutReplaced } from '../words/preview';
import { sentenceOf, type Summary } from '../words/summary';
import type { OnError } from '../n8n/place';

function fieldsOfEntry(
	{ recipient, replaced }: Entry,
	outcome: Outcome,
	input: IDataObject | undefined,
): IDataObject {
	const { status, reason, replayed, smsCount, request, response, sendAt } = outcome;
	const isReplaced = replaced !== undefined && smsCount > 0;
	return {
		recipient,
		status,
		reason,
		explanation: sentences(
			explain(outcome.explanation),
			isReplaced ? aboutReplaced(replaced) : undefined,
		),
		// Whose it is, before what a narrow panel cuts off.
		...(input !== undefined && { input }),
		smsCount,
		request: request ?? null,
		replayed: replayed ?? false,
		response: (response ?? null) as IDataObject | null,
		...(sendAt !== undefined && { sendAt }),
	};
}

/** n8n sends an item to the error output only if it holds `error` and `details` and nothing else. */
export const forErrorOutput = (explanation: string, details: IDataObject): IDataObject => ({
	error: explanation,
	details,
});

/**
 * The items as this n8n takes them for the error output: n8n 1 does so only where they hold `error` and
 * `message`, and would put `details` among the successes.
 */
export function forThisN8n(
	ctx: IExecuteFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (ctx.getNode().onError !== 'continueErrorOutput' || 'isToolExecution' in ctx) return items;
	return items.map((item) => {
		const { error, details, ...others } = item.json;
		const isFailed = details !== undefined && Object.keys(others).length === 0;
		return isFailed ? { ...item, json: { error, message: details } } : item;
	});
}

/**
 * One item per recipient but samples, for which nobody waits, paired with the item it came from.
 *
 * @param inputs the input items, where their fields are to be handed on
 */
export const recipientItems = (
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	onError: OnError,
	inputs?: readonly INodeExecutionData[],
): INodeExecutionData[] =>
	entries.flatMap((entry, index) => {
		if (entry.isSample) return [];
		const outcome = outcomes[index]!;
		const fields = fieldsOfEntry(entry, outcome, inputs && inputs[entry.item]!.json);
		const toErrorOutput = onError === 'errorOutput' && isFailure(outcome);
		return {
			json: toErrorOutput ? forErrorOutput(explain(outcome.explanation), fields) : fields,
			pairedItem: { item: entry.item },
		};
	});

/** One item for the whole run, paired with all items. */
export function summaryItem(
	summary: Summary,
	requests: number,
	items: number,
	onError: OnError,
): INodeExecutionData {
	const text = sentenceOf(summary);
	const { recipients, smsCount, failures } = summary;
	const json: IDataObject = { requests, recipients, smsCount, failures: [...failures], text };
	const toErrorOutput = onError === 'errorOutput' && failures.length > 0;
	return {
		json: toErrorOutput ? forErrorOutput(text, json) : json,
		pairedItem: Array.from({ length: items }, (_, item) => ({ item })),
	};
}
