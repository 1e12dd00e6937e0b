import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { Balance } from '../../domain/service/balance';
import { refusalOf, unitsFor } from '../../domain/plan/limits';
import { previewOf } from '../../domain/plan/preview';
import { readOnError } from '../../output/onError';
import type { Settings } from '../../input/readSettings';
import { prepare } from '../../input/prepare';
import { readLiveBalance } from '../../transport/liveBalance';

/** Takes about a second; looking up all of a million would make n8n wait. */
const MAX_LOOKED_UP = 100_000;

async function lookUp(): Promise<(recipient: string) => boolean> {
	const { isKnownNumber } = await import('../../domain/recipient/national');
	let lookedUp = 0;
	return (recipient) => ++lookedUp > MAX_LOOKED_UP || isKnownNumber(recipient);
}

/** What the guards would say to all groups together. */
function verdictOf(sms: number, options: Settings, balance: Balance | undefined): IDataObject {
	const refusal = refusalOf(sms, options, balance);
	const totalCost = unitsFor(sms, options.unitsPerSms);
	const known = balance?.read ? balance.balance : null;
	return {
		totalSms: sms,
		totalCost,
		...(balance
			? { balance: known, balanceSuffices: known === null ? null : totalCost <= known }
			: {}),
		wouldSend: sms > 0 && refusal === undefined,
		refusal: refusal?.explanation ?? '',
	};
}

/** Previews have one shape; what keeps them from being one is an error, or stands under `refusal`. */
function itemsOf(
	previews: ReadonlyArray<{ json: IDataObject; items: readonly number[] }>,
	trouble: string | undefined,
	ctx: IExecuteFunctions,
): INodeExecutionData[] {
	const onError = readOnError(ctx);
	if (trouble !== undefined && onError === 'stop') {
		throw new NodeOperationError(ctx.getNode(), trouble, {
			description: 'This is about the preview only: it sends nothing.',
		});
	}
	return previews.map(({ json, items }) => ({
		json:
			trouble !== undefined && onError === 'errorOutput' ? { error: trouble, details: json } : json,
		pairedItem: items.map((item) => ({ item })),
	}));
}

/** One item per group of recipients that get the same text from the same sender. */
export async function previewItems(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const count = ctx.getInputData().length;
	if (count === 0) return [];
	const { plan, options, problem } = await prepare(ctx, count, 'recipients');
	const previews = previewOf(plan, options.unitsPerSms, await lookUp());
	const sms = previews.reduce((sum, { estimate }) => sum + estimate, 0);
	const balance =
		options.checkBalance && !problem ? await readLiveBalance(ctx, options) : undefined;
	const unread = balance && !balance.read ? balance.explanation : undefined;
	const verdict = verdictOf(sms, options, balance);
	if (problem) verdict.refusal = problem.explanation;
	return itemsOf(
		previews.map(({ group, items }) => ({ json: { ...group, ...verdict }, items })),
		problem?.explanation ?? (unread && `The balance could not be read: ${unread}`),
		ctx,
	);
}
