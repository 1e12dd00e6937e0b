/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { itemsOf, type Run } from '../../../host';
import { createShared, type Database } from '../../../host/cluster';
import { sandboxCredential } from '../../../host/examples';
import { manualTrigger, smsGateway, type WorkflowNode, workflow } from '../../../host/workflow';

export interface Recipient {
	phone: string;
	/** The deduplication key. */
	order: string;
}

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

/** Two windows of requests are the most that a kill leaves in doubt: one in flight, and one claimed already. */
export const SMALL = { batchSize: 20, concurrency: 3, timeout: 5 };
export const MOST_NAMED = 2 * SMALL.batchSize * SMALL.concurrency;

// From 1: a number that ends in six zeros is refused, as a sheet rounds them.
let people = 1;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: String(2_290_197_000_100 + people),
		order: `order-${people++}`,
	}));

const answer = (response: ServerResponse, body: unknown) =>
	response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

/**
 * A service that remembers what it sends, each after `latency` milliseconds. It also has the list of a
 * campaign, which it hands out once so many processes have asked for it: from then on they run together.
 */
async function startJudge() {
	const sms = new Map<string, number>();
	let list: readonly Recipient[] = [];
	let together = 1;
	let latency = 0;
	const asking: ServerResponse[] = [];
	const server = createServer(async (request, response) => {
		if (request.url === '/list') {
			if (asking.push(response) < together) return;
			for (const one of asking.splice(0)) answer(one, list);
			return;
		}
		const { recipients } = (await json(request)) as { recipients: string };
		for (const one of recipients.split('|')) sms.set(one, (sms.get(one) ?? 0) + 1);
		await delay(latency);
		answer(response, { status: 'success' });
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		/** How many SMS each number got. */
		sms,
		open(people: readonly Recipient[], processes: number, milliseconds: number): void {
			[list, together, latency] = [people, processes, milliseconds];
		},
		close: () => server.close().closeAllConnections(),
	};
}

/** n8n with one database, of which any number of processes run workflows at once, and the service. */
export async function openStage(database: Database, between: Record<string, WorkflowNode[]>) {
	const judge = await startJudge();
	const list: WorkflowNode = {
		name: 'List',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: `${judge.url}/list`, options: {} },
	};
	const shared = createShared({
		database,
		credentials: [sandboxCredential({ baseUrl: `${judge.url}/api/v1`, token: 'queue-mode' })],
		workflows: Object.entries(between).map(([id, nodes]) =>
			workflow(id, [manualTrigger(), list, ...nodes, sendingNode(id, SMALL)]),
		),
	});
	const { main, close } = await shared.catch((error: unknown) => {
		judge.close();
		throw error;
	});
	return { judge, instance: main, close: async () => (judge.close(), await close()) };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What goes wrong in a process; `faults.cjs` says what each means. */
export interface Fault {
	at?: string;
	signal?: 'SIGKILL' | 'SIGSTOP';
	seconds?: number;
}

/** Runs a campaign in as many processes as there are faults, at once; undefined for one that was killed. */
export async function play(
	{ judge, instance }: Stage,
	id: string,
	list: readonly Recipient[],
	faults: readonly Fault[],
	latency = 100,
): Promise<Array<Run | undefined>> {
	judge.open(list, faults.length, latency);
	const launched = faults.map((fault) =>
		instance.launch(id, {
			NODE_OPTIONS: `--require ${join(__dirname, 'faults.cjs')}`,
			SMS_GATEWAY_FAULT: JSON.stringify(fault),
		}),
	);
	return await Promise.all((await Promise.all(launched)).map(({ done }) => done));
}

/** What the node returned, an item per recipient. */
export function outcomesOf(run: Run): Array<Record<string, unknown>> {
	const { error } = run.data.resultData;
	if (error) throw new Error(error.message);
	return itemsOf(run, SENDING_NODE).map(({ json }) => json);
}

const digits = (recipient: unknown) => String(recipient).replace('+', '');

/** Holds the service's record beside what the runs say of each. */
export function verdictOn(
	{ judge: { sms } }: Stage,
	list: readonly Recipient[],
	runs: ReadonlyArray<Run | undefined>,
) {
	const reasons: Record<string, number> = {};
	const failed = new Set<string>();
	const untrue = new Set<string>();
	for (const outcome of runs.flatMap((run) => (run ? outcomesOf(run) : []))) {
		const recipient = digits(outcome.recipient);
		const reason = String(outcome.reason);
		reasons[reason] = (reasons[reason] ?? 0) + 1;
		if (outcome.status !== 'accepted' && reason !== 'alreadySent') failed.add(recipient);
		else if (!sms.has(recipient)) untrue.add(recipient);
	}
	return {
		twice: list.filter(({ phone }) => (sms.get(phone) ?? 0) > 1).length,
		/** With no SMS, although no outcome says that theirs is not known to be sent. */
		forgotten: list.filter(({ phone }) => !sms.has(phone) && !failed.has(phone)).length,
		untrue: untrue.size,
		reasons,
	};
}
