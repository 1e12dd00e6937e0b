/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { itemsOf, type Run } from '../host';
import { manualTrigger, smsGateway, type WorkflowNode, workflow } from '../workflow';
import { createShared, type Database } from './cluster';
import { type Behaviour, type Judge, judgeCredential, type Recipient, startJudge } from './judge';

export const SENDING_NODE = 'Send SMS';

/** Bulk Send with keys to everybody whom the node before it names; On Error is Continue. */
export const sendingNode = (campaign: string, options: object): WorkflowNode => ({
	...smsGateway(
		{
			operation: 'bulkSend',
			senderId: 'QUEUE',
			recipients: '={{ $json.phone }}',
			message: campaign,
			safeguards: { deduplicationKey: '={{ $json.order }}' },
			options,
		},
		{ onError: 'continueRegularOutput' },
	),
	name: SENDING_NODE,
});

/** A workflow that asks the judge for the list of its campaign and sends to everybody on it. */
export const listWorkflow = (
	id: string,
	{ listUrl }: Judge,
	options: object,
	...between: WorkflowNode[]
) =>
	workflow(id, [
		manualTrigger(),
		{
			name: 'List',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: listUrl(id), options: {} },
		},
		...between,
		sendingNode(id, options),
	]);

/** n8n with one database, of which any number of processes run workflows at once, and the service. */
export async function openStage({
	workflows,
	...options
}: {
	database: Database;
	version?: string;
	workflows: (judge: Judge) => object[];
}) {
	const judge = await startJudge();
	const { main, ...shared } = await createShared({
		...options,
		credentials: [judgeCredential(judge)],
		workflows: workflows(judge),
	});
	const close = async () => {
		judge.close();
		await shared.close();
	};
	return { judge, instance: main, close };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

// From 1: a number that ends in six zeros is refused, as a sheet rounds them.
let people = 1;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: String(2_290_197_000_100 + people),
		order: `order-${people++}`,
	}));

/** What goes wrong in a process; `faults.cjs` says what each means. */
export interface Fault {
	at?: string;
	nth?: number;
	delay?: number;
	signal?: 'SIGKILL' | 'SIGSTOP';
	seconds?: number;
	skew?: number;
	slow?: number;
}

/** What happens to a campaign: processes run it at once, one per fault. */
export interface Round extends Behaviour {
	/** The same as in the round before, by the same service, unless given. */
	people?: Recipient[];
	faults: readonly Fault[];
	/** Milliseconds after its first request when the next round begins; unless given, at its end. */
	next?: number;
}

export interface Verdict {
	/** Recipients with more than one SMS. */
	twice: number;
	/** With none, although no outcome of these runs says that theirs is not known to be sent. */
	forgotten: number;
	/** Recipients with an outcome that is not so. */
	untrue: number;
	/** Processes that were killed. */
	kills: number;
	/** Of the node in the process that took longest, by n8n's own clock. */
	seconds: number;
	/** Outcomes by reason, over all runs. */
	reasons: Record<string, number>;
}

/** Plays a campaign, and holds the service's record beside what the runs say. */
export async function play(
	{ judge, instance }: Stage,
	id: string,
	rounds: readonly Round[],
): Promise<Verdict> {
	const played: Array<Promise<Run | undefined>> = [];
	let campaign = { begun: Promise.resolve() };
	for (const { people: list, faults, next, ...behaviour } of rounds) {
		if (list) campaign = judge.open(id, list, faults.length, behaviour);
		const launched = await Promise.all(faults.map((fault) => instance.launch(id, faulty(fault))));
		const runs = launched.map(({ done }) => done);
		played.push(...runs);
		await (next === undefined ? Promise.all(runs) : campaign.begun.then(() => sleep(next)));
	}
	const runs = (await Promise.all(played)).filter((run) => run !== undefined);
	const kills = played.length - runs.length;
	const meant = rounds.flatMap(({ faults }) => faults).filter(({ signal }) => signal === 'SIGKILL');
	if (kills !== meant.length) throw new Error(`${id}: ${kills} processes were killed`);
	const all = new Set(rounds.flatMap(({ people: list = [] }) => list.map(({ phone }) => phone)));
	return { ...judgeRuns(judge.sms, all, runs), kills };
}

/** What makes it go wrong in a process. */
const faulty = (fault: Fault): Record<string, string> => ({
	NODE_OPTIONS: `--require ${join(__dirname, 'faults.cjs')}`,
	SMS_GATEWAY_FAULT: JSON.stringify(fault),
});

/** What the node returned, an item per recipient. */
export function outcomesOf(run: Run): Array<Record<string, unknown>> {
	const { error } = run.data.resultData;
	if (error) throw new Error(error.message);
	return itemsOf(run, SENDING_NODE).map(({ json }) => json);
}

function judgeRuns(sms: Judge['sms'], phones: ReadonlySet<string>, runs: readonly Run[]) {
	const failed = new Set<string>();
	const untrue = new Set<string>();
	const reasons: Record<string, number> = {};
	for (const outcome of runs.flatMap(outcomesOf)) {
		const recipient = String(outcome.recipient);
		const reason = String(outcome.reason);
		reasons[reason] = (reasons[reason] ?? 0) + 1;
		if (outcome.status !== 'accepted' && reason !== 'alreadySent') failed.add(recipient);
		else if (!sms.has(recipient)) untrue.add(recipient);
	}
	const ended = runs.map(({ data }) => data.resultData.runData[SENDING_NODE]![0]!.executionTime!);
	return {
		twice: [...phones].filter((phone) => (sms.get(phone) ?? 0) > 1).length,
		forgotten: [...phones].filter((phone) => !sms.has(phone) && !failed.has(phone)).length,
		untrue: untrue.size,
		seconds: Math.max(...ended) / 1000,
		reasons,
	};
}
