import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isFailure, type Outcome } from '../domain/outcome';
import { summarize, type Ended } from '../domain/summary';
import { sentences } from '../domain/text/sentences';
import type { SettingValues } from '../settings/rules';
import { isTool, type OnError } from '../n8n/place';
import { explainTo } from '../words/causes';
import { aboutReplaced } from '../words/preview';
import { sentenceOf } from '../words/summary';

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
	/** With samples: `ofItems` are the recipients. */
	all: readonly Ended[];
	settings: SettingValues;
	onError: OnError;
	/** Each attempt counts. */
	requests: number;
	/** Why nothing (more) was sent. */
	refusal?: Outcome;
}>;

/** One item per recipient, paired with the item it came from. A sample is none of the recipients. */
export function recipientItems(
	ctx: IExecuteFunctions,
	{ all, settings, onError }: Omit<Sent, 'requests'>,
): INodeExecutionData[] {
	const inputs = settings.includeInputFields ? ctx.getInputData() : undefined;
	const toModel = isTool(ctx.getNode());
	return all.flatMap((one) => {
		const { isSample, item, recipient, replaced, status, reason, smsCount, sendAt } = one;
		if (isSample) return [];
		const why = explainTo(one, toModel);
		const isReplaced = replaced !== undefined && smsCount > 0;
		const fields = {
			recipient,
			status,
			reason,
			explanation: sentences(why, isReplaced && aboutReplaced(replaced)),
			// Whose it is, before what a narrow panel cuts off.
			...(inputs && { input: inputs[item]?.json }),
			smsCount,
			request: one.request ?? null,
			replayed: one.replayed ?? false,
			response: (one.response ?? null) as IDataObject | null,
			...(sendAt !== undefined && { sendAt }),
		};
		const error = isFailure(one) && why;
		return { json: fieldsForOutput(ctx, onError, fields, error), pairedItem: { item } };
	});
}

/** One item for the whole run, paired with all items. */
export function itemOfRun(
	ctx: IExecuteFunctions,
	...output: [onError: OnError, fields: IDataObject, error: string | false]
): INodeExecutionData {
	const json = fieldsForOutput(ctx, ...output);
	const pairedItem = ctx.getInputData().map((_, item) => ({ item }));
	// Into the item of a failure n8n writes the fields of the first one that it is paired with.
	const isOfOne = !('error' in json) || pairedItem.length === 1;
	return isOfOne ? { json, pairedItem } : { json };
}

export function summaryItem(
	ctx: IExecuteFunctions,
	{ all, onError, requests }: Sent,
): INodeExecutionData {
	const summary = summarize(all);
	const { recipients, smsCount } = summary;
	const toModel = isTool(ctx.getNode());
	const text = sentenceOf(summary, toModel);
	const failures = summary.failures.map((one) => {
		const { recipient, status, reason } = one;
		return { recipient, status, reason, explanation: explainTo(one, toModel) };
	});
	const fields = { text, requests, recipients, smsCount, failures };
	return itemOfRun(ctx, onError, fields, failures.length > 0 && text);
}
