/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { itemsOf, type Run } from '../../../host';
import { createShared, type Database } from '../../../host/cluster';
import { sandboxCredential } from '../../../host/examples';
import { manualTrigger, smsGateway, type WorkflowNode, workflow } from '../../../host/workflow';
import { startSandbox } from '../../../sandbox';
import { bulkSend } from '../../e2e/support/campaign';
import { textsOf } from '../../e2e/support/served';

interface Recipient {
	phone: string;
	order: string;
}

export const SENDING_NODE = 'Send SMS';

/** Bulk Send with keys to everybody whom the node before it names; On Error is Continue. */
export const sendingNode = (message: string, options: object): WorkflowNode =>
	smsGateway(
		{ ...bulkSend(options), message, safeguards: { deduplicationKey: '={{ $json.order }}' } },
		{ name: SENDING_NODE, onError: 'continueRegularOutput' },
	);

/** Two windows of requests are the most that a kill leaves in doubt: one in flight, and one claimed already. */
const SMALL = { batchSize: 20, concurrency: 3, timeout: 5 };
export const MOST_NAMED = 2 * SMALL.batchSize * SMALL.concurrency;

// From 1: a number that ends in six zeros is refused, as a sheet rounds them.
let people = 1;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: `+${2_290_197_000_100 + people}`,
		order: `order-${people++}`,
	}));

/** n8n with one database, of which any number of processes run workflows at once, and the service. */
export async function openStage(database: Database, between: Record<string, WorkflowNode[]>) {
	const sandbox = await startSandbox({ balance: 1_000_000 });
	/** The list of a campaign is handed out once so many have asked for it: from then on they run together. */
	const campaign = { list: [] as readonly Recipient[], processes: 1 };
	const asking: ServerResponse[] = [];
	const server = createServer((_, response) => {
		if (asking.push(response) < campaign.processes) return;
		for (const one of asking.splice(0)) {
			one.setHeader('content-type', 'application/json').end(JSON.stringify(campaign.list));
		}
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const list: WorkflowNode = {
		name: 'List',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, options: {} },
	};
	const closeServices = async () => {
		server.close().closeAllConnections();
		await sandbox.close();
	};
	const workflows = Object.entries(between).map(([id, nodes]) =>
		workflow(id, [manualTrigger(), list, ...nodes, sendingNode(id, SMALL)]),
	);
	const credentials = [sandboxCredential(sandbox)];
	const shared = createShared({ database, credentials, workflows });
	const { main, close } = await shared.catch(async (error: unknown) => {
		await closeServices();
		throw error;
	});
	return {
		sandbox,
		/** Runs a campaign in as many processes as there are faults, at once; undefined for one that was killed. */
		async play(
			id: string,
			people: readonly Recipient[],
			faults: readonly Fault[] = [{}],
			latency = 100,
		): Promise<Array<Run | undefined>> {
			Object.assign(campaign, { list: people, processes: faults.length });
			sandbox.setLatency(latency);
			const launched = faults.map((fault) =>
				main.launch(id, {
					NODE_OPTIONS: `--require ${join(__dirname, 'faults.cjs')}`,
					SMS_GATEWAY_FAULT: JSON.stringify(fault),
				}),
			);
			return await Promise.all((await Promise.all(launched)).map(({ done }) => done));
		},
		verdict: (people: readonly Recipient[], runs: ReadonlyArray<Run | undefined>) =>
			verdictOn(textsOf(sandbox), people, runs),
		close: async () => {
			await closeServices();
			await close();
		},
	};
}

/** What goes wrong in a process; `faults.cjs` says what each means. */
interface Fault {
	at?: string;
	signal?: 'SIGKILL' | 'SIGSTOP';
	seconds?: number;
}

export const RIGHT = { twice: 0, forgotten: 0, untrue: 0 };

/** Holds the service's record (how many SMS each got) beside what the runs say of each. */
export function verdictOn(
	sms: Readonly<Record<string, number>>,
	list: readonly Recipient[],
	runs: ReadonlyArray<Run | undefined>,
) {
	const reasons: Record<string, number> = {};
	const failed = new Set<unknown>();
	const untrue = new Set<unknown>();
	for (const run of runs) {
		if (run?.data.resultData.error) throw new Error(run.data.resultData.error.message);
		for (const { json } of run ? itemsOf(run, SENDING_NODE) : []) {
			const reason = String(json.reason);
			reasons[reason] = (reasons[reason] ?? 0) + 1;
			if (!['accepted', 'alreadySent'].includes(reason)) failed.add(json.recipient);
			else if (!sms[String(json.recipient)]) untrue.add(json.recipient);
		}
	}
	return {
		twice: list.filter(({ phone }) => (sms[phone] ?? 0) > 1).length,
		/** With no SMS, although no outcome says that theirs is not known to be sent. */
		forgotten: list.filter(({ phone }) => !sms[phone] && !failed.has(phone)).length,
		untrue: untrue.size,
		reasons,
	};
}
