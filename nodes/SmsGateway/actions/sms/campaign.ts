import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { createClaims, NO_CLAIMS } from '../../delivery/claims';
import { systemClock } from '../../delivery/clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import type { Message } from '../../delivery/run';
import type { Ledger } from '../../domain/ledger';
import { withoutRequest, type Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan';
import type { Reply } from '../../domain/reply';
import { tallyOf } from '../../domain/tally';
import { failAtCancellation } from '../../items/cancellation';
import { failedDeliveryError, invalidEntriesError, nodeError } from '../../items/errors';
import { hintsFor, showHints } from '../../items/hints';
import { ledgerOf } from '../../items/ledger';
import { readOnError } from '../../items/onError';
import { isFilledIn } from '../../items/perItem';
import { prepare, type Prepared } from '../../items/prepare';
import { recipientItems, summaryItem } from '../../items/write';
import { connect, type Gateway } from '../../transport/gateway';
import { keysUnderWay, markStore } from '../../transport/markStore';
import { guard } from './guard';

export type Campaign = Readonly<{
	field: 'recipient' | 'recipients';
	send(gateway: Gateway, message: Message): Promise<Reply>;
}>;

const NOTHING_SENT = 'Nothing was sent.';

type Refusal = { refusal: Outcome };

/** Whatever keeps all of it from being sent, found before the first request. */
async function open(
	ctx: IExecuteFunctions,
	{ plan, options }: Prepared,
	ledger: Ledger,
): Promise<{ gateway: Gateway } | Refusal> {
	let gateway: Gateway;
	try {
		gateway = await connect(ctx, options.timeout * 1000);
	} catch (error) {
		const explanation = `${(error as Error).message} ${NOTHING_SENT}`;
		return { refusal: withoutRequest('notSent', 'invalidCredential', explanation) };
	}
	const signal = ctx.getExecutionCancelSignal?.();
	const refusal = await guard(plan, options, gateway, ledger, systemClock(sleep), signal);
	return refusal ? { refusal } : { gateway };
}

/** What earlier runs of the turn settled stays; the rest ends with the refusal. */
const refuse = ({ entries, settled }: Plan, ledger: Ledger, refusal: Outcome): Delivery => ({
	outcomes: entries.map((entry, index) => settled[index] ?? ledger.find(entry) ?? refusal),
	requests: 0,
});

async function carryOut(
	ctx: IExecuteFunctions,
	prepared: Prepared,
	campaign: Campaign,
	stopOnFailure: boolean,
): Promise<Delivery> {
	const { plan, options } = prepared;
	const ledger = ledgerOf(ctx);
	const opened = await open(ctx, prepared, ledger);
	if ('refusal' in opened) return refuse(plan, ledger, opened.refusal);
	const { gateway } = opened;
	const hasKeys = plan.entries.some(({ key }) => key !== '');
	return await deliver(
		plan,
		{ ...options, stopOnFailure },
		{
			send: (message) => campaign.send(gateway, message),
			clock: systemClock(sleep),
			ledger,
			claims: hasKeys ? createClaims(markStore(ctx), keysUnderWay(ctx)) : NO_CLAIMS,
			tokenExpired: () => gateway.tokenExpired(),
			signal: ctx.getExecutionCancelSignal?.(),
		},
	);
}

/** From items to items: what Send and Bulk Send have in common. */
export async function runCampaign(
	ctx: IExecuteFunctions,
	campaign: Campaign,
): Promise<INodeExecutionData[]> {
	const items = ctx.getInputData().length;
	if (items === 0) return [];
	const node = ctx.getNode();
	const onError = readOnError(ctx);
	const prepared = await prepare(ctx, items, campaign.field);
	const { plan, options, problem } = prepared;

	if (onError === 'stop') {
		if (problem) {
			throw nodeError(node, problem.explanation, NOTHING_SENT);
		}
		if (plan.entries.some((entry) => entry.problem)) throw invalidEntriesError(node, plan.entries);
	}

	const work = carryOut(ctx, prepared, campaign, onError === 'stop');
	const { outcomes, requests } = await (onError === 'stop' ? failAtCancellation(ctx, work) : work);
	const tally = tallyOf(plan.entries, outcomes);
	if (onError === 'stop' && tally.failures.length > 0) {
		throw failedDeliveryError(node, plan.entries, outcomes, tally, options.uncertain);
	}
	showHints(ctx, hintsFor(plan, outcomes, isFilledIn(ctx, 'options.deduplicationKey')));
	return options.output === 'summary'
		? [summaryItem(tally, requests, items, onError)]
		: recipientItems(plan.entries, outcomes, onError);
}
