import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import { summarize } from '../domain/summary';
import { escapeHtml, sentences } from '../domain/text/sentences';
import type { SettingValues } from '../settings/rules';
import { isTool, type OnError } from '../n8n/place';
import { explainTo } from '../words/causes';
import { aboutReplaced } from '../words/preview';
import { sentenceOf } from '../words/summary';
import type { Hint } from './hints';

/** The fields of an item, as n8n sends them to the output that On Error says: what failed has an `error`. */
export function fieldsForOutput(
	ctx: IExecuteFunctions,
	onError: OnError,
	fields: IDataObject,
	error: string | false,
): IDataObject {
	if (onError !== 'errorOutput' || error === false) return fields;
	// n8n 2 takes only this for a failure, with nothing beside it, and n8n 1 only that.
	return 'isToolExecution' in ctx ? { error, details: fields } : { error, message: fields };
}

/** What a run has come to: what items and errors are made of. */
export type Sent = Readonly<{
	entries: readonly Entry[];
	outcomes: readonly Outcome[];
	settings: SettingValues;
	onError: OnError;
	/** Each attempt counts. */
	requests: number;
	/** Why nothing (more) was sent. */
	refusal?: Outcome;
}>;

/** One item per recipient but samples, for which nobody waits, paired with the item it came from. */
export function recipientItems(
	ctx: IExecuteFunctions,
	{ entries, outcomes, settings, onError }: Sent,
): INodeExecutionData[] {
	const inputs = settings.includeInputFields ? ctx.getInputData() : undefined;
	const toModel = isTool(ctx.getNode());
	return entries.flatMap(({ isSample, item, recipient, replaced }, index) => {
		if (isSample) return [];
		const { status, reason, smsCount, ...outcome } = outcomes[index]!;
		const why = explainTo(outcomes[index]!, toModel);
		const isReplaced = replaced !== undefined && smsCount > 0;
		const fields = {
			recipient,
			status,
			reason,
			explanation: sentences(why, isReplaced && aboutReplaced(replaced)),
			// Whose it is, before what a narrow panel cuts off.
			...(inputs && { input: inputs[item]!.json }),
			smsCount,
			request: outcome.request ?? null,
			replayed: outcome.replayed ?? false,
			response: (outcome.response ?? null) as IDataObject | null,
			...(outcome.sendAt !== undefined && { sendAt: outcome.sendAt }),
		};
		const error = isFailure({ status }) && why;
		return { json: fieldsForOutput(ctx, onError, fields, error), pairedItem: { item } };
	});
}

/** One item for the whole run, paired with all items. */
export function summaryItem(
	ctx: IExecuteFunctions,
	{ entries, outcomes, onError, requests }: Sent,
): INodeExecutionData {
	const summary = summarize(entries, outcomes);
	const toModel = isTool(ctx.getNode());
	const text = sentenceOf(summary, toModel);
	const { recipients, smsCount } = summary;
	const failures = summary.failures.map((one) => {
		const { recipient, status, reason } = one;
		return { recipient, status, reason, explanation: explainTo(one, toModel) };
	});
	const fields = { requests, recipients, smsCount, failures, text };
	return {
		json: fieldsForOutput(ctx, onError, fields, failures.length > 0 && text),
		pairedItem: ctx.getInputData().map((_, item) => ({ item })),
	};
}

export function showHints(ctx: IExecuteFunctions, hints: readonly Hint[]): void {
	const location = 'outputPane' as const;
	// Older versions of n8n show none; after a send that must not be an error.
	ctx.addExecutionHints?.(
		...hints.map(({ message, type }) => ({ message: escapeHtml(message), type, location })),
	);
}
