import {
	NodeOperationError,
	sleep,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { createClaims, NO_CLAIMS } from '../../delivery/claims';
import { systemClock } from '../../delivery/clock';
import { deliver, type Delivery } from '../../delivery/deliver';
import type { Message } from '../../delivery/run';
import type { Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan';
import type { Reply } from '../../domain/reply';
import { tallyOf } from '../../domain/tally';
import { failedDeliveryError, invalidEntriesError } from '../../items/errors';
import { hintsFor, showHints } from '../../items/hints';
import { ledgerOf } from '../../items/ledger';
import { readOnError } from '../../items/onError';
import { prepare, type Prepared } from '../../items/prepare';
import { recipientItems, summaryItem } from '../../items/write';
import { connect, type Gateway } from '../../transport/gateway';
import { markStore } from '../../transport/markStore';
import { guard } from './guard';

export type Campaign = Readonly<{
	field: 'recipient' | 'recipients';
	send(gateway: Gateway, message: Message): Promise<Reply>;
}>;

const NOTHING_SENT = 'Nothing was sent.';

/** Ends what no earlier run has settled with one outcome, without a request. */
function settleAll({ entries, settled }: Plan, outcome: Outcome): Delivery {
	return { outcomes: entries.map((_, index) => settled[index] ?? outcome), requests: 0 };
}

async function carryOut(
	ctx: IExecuteFunctions,
	{ plan, options }: Prepared,
	campaign: Campaign,
	stopOnFailure: boolean,
): Promise<Delivery> {
	const gateway = await connect(ctx, options.timeout * 1000);
	const clock = systemClock(sleep);
	const ledger = ledgerOf(ctx);
	const refusal = await guard(plan, options, gateway, ledger, clock);
	if (refusal) return settleAll(plan, refusal);
	const hasKeys = plan.entries.some(({ key }) => key !== '');
	return await deliver(
		plan,
		{ ...options, stopOnFailure },
		{
			send: (message) => campaign.send(gateway, message),
			clock,
			ledger,
			claims: hasKeys ? createClaims(markStore(ctx)) : NO_CLAIMS,
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
			throw new NodeOperationError(node, problem.explanation, { description: NOTHING_SENT });
		}
		if (plan.entries.some((entry) => entry.problem)) throw invalidEntriesError(node, plan.entries);
	}

	const { outcomes, requests } = await carryOut(ctx, prepared, campaign, onError === 'stop');
	const tally = tallyOf(plan.entries, outcomes);
	if (onError === 'stop' && tally.failures.length > 0) {
		throw failedDeliveryError(node, plan.entries, outcomes, tally, options.uncertain);
	}
	showHints(ctx, hintsFor(plan, outcomes));
	return options.output === 'summary'
		? [summaryItem(tally, requests, items, onError)]
		: recipientItems(plan.entries, outcomes, onError);
}
