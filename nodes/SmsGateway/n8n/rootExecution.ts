import type { IExecuteFunctions } from 'n8n-workflow';
import { runExecutionDataOf } from './nodeContext';
import { connectedWith, placeOf, type Place } from './place';

/** What is known of the root execution, which this run of the node is a part of. */
export type RootExecution = Readonly<{
	place: Place;
	/** Who has sent SMS in the root execution before, or may have: a new run would send them again. */
	before:
		| 'nobody'
		/** An earlier turn of a loop, or an earlier call. */
		| 'thisNode'
		| 'otherNodes'
		/** The node does not see all of it: it is in a sub-workflow, or a tool, or on Engine 2.0. */
		| 'unseen';
	/** Whether n8n keeps the execution, so that there is a Retry, as far as the workflow's settings tell. */
	isSaved: boolean;
	/** n8n 2 saves a workflow by itself. */
	hasSaveButton: boolean;
}>;

/** @param hasSentBefore whether this node has, in an earlier turn */
export function rootExecutionOf(ctx: IExecuteFunctions, hasSentBefore: boolean): RootExecution {
	const place = placeOf(ctx);
	return {
		place,
		before: place === 'workflow' ? whoSentBefore(ctx, hasSentBefore) : 'unseen',
		isSaved: isSaved(ctx),
		hasSaveButton: !('isToolExecution' in ctx),
	};
}

type Neighbour = ReturnType<typeof connectedWith> extends Iterable<infer One> ? One : never;

const SENDS_NOTHING = new Set<unknown>(['preview', 'check', 'get']);

/** Nodes that run others which nobody sees from here, and those that send SMS, whoever made them. */
const MAY_SEND =
	/executeWorkflow$|toolWorkflow|mcpClient|sms|twilio|vonage|plivo|messageBird|mocean|msg91|awsSns|clickatell|infobip|sinch|telnyx|httpRequest/i;

/** n8n's own for other requests is the usual way to an SMS service without a node. */
const asksOnly = ({ type, parameters }: Neighbour): boolean =>
	/httpRequest/i.test(type) && (parameters?.method ?? 'GET') === 'GET';

function maySend(node: Neighbour, ownType: string): boolean {
	const { type, disabled, parameters } = node;
	if (disabled || /trigger$/i.test(type)) return false;
	if (type.startsWith(ownType)) return !SENDS_NOTHING.has(parameters?.operation);
	return MAY_SEND.test(type) && !asksOnly(node);
}

/** A retry goes on in the turn that failed, and does not run again what came before it. */
function whoSentBefore(ctx: IExecuteFunctions, byThisNode: boolean): RootExecution['before'] {
	const { type } = ctx.getNode();
	const runData = runExecutionDataOf(ctx)?.resultData.runData ?? {};
	for (const node of connectedWith(ctx)) {
		if (runData[node.name] && maySend(node, type)) return 'otherNodes';
	}
	return byThisNode ? 'thisNode' : 'nobody';
}

function isSaved(ctx: IExecuteFunctions): boolean {
	const settings = ctx.getWorkflowSettings?.() ?? {};
	return ctx.getMode() === 'manual'
		? settings.saveManualExecutions !== false
		: settings.saveDataErrorExecution !== 'none';
}
