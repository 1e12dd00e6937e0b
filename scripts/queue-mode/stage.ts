/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
	createInstance,
	ensureHost,
	type Instance,
	itemsOf,
	packPackage,
	type Run,
} from '../host';
import { manualTrigger, smsGateway, type WorkflowNode, workflow } from '../workflow';
import {
	type Campaign,
	judgeCredential,
	messageOf,
	type Judge,
	type Recipient,
	startJudge,
} from './judge';
import { postgresEnvironment, startPostgres } from './services';

export type Database = 'sqlite' | 'postgres';

/** n8n with one database, of which any number of processes run workflows at once, and the service. */
export interface Stage {
	judge: Judge;
	instance: Instance;
	close(): Promise<void>;
}

export interface StageOptions {
	database: Database;
	version?: string;
	workflows: (judge: Judge) => object[];
}

export async function openStage({ database, version, workflows }: StageOptions): Promise<Stage> {
	const [host, judge] = await Promise.all([ensureHost({ version }), startJudge()]);
	const postgres = database === 'postgres' ? await startPostgres() : undefined;
	const env = {
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...(postgres ? postgresEnvironment(postgres) : {}),
	};
	const instance = await createInstance({ host, tarball: await packPackage(), env });
	const close = async () => {
		judge.close();
		await instance.remove();
		await postgres?.stop();
	};
	try {
		await instance.importCredentials([judgeCredential(judge)]);
		await instance.importWorkflows(workflows(judge));
	} catch (error) {
		await close();
		throw error;
	}
	return { judge, instance, close };
}

export const SENDING_NODE = 'Send SMS';

/** Bulk Send to everybody whom the node before it names; On Error is Continue. */
export const sendingNode = (campaign: string, options: object, isKeyed = true): WorkflowNode => ({
	...smsGateway(
		{
			operation: 'bulkSend',
			senderId: 'QUEUE',
			recipients: '={{ $json.phone }}',
			message: messageOf(campaign),
			safeguards: isKeyed ? { deduplicationKey: '={{ $json.order }}' } : {},
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
	{ between = [], isKeyed }: { between?: WorkflowNode[]; isKeyed?: boolean } = {},
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
		sendingNode(id, options, isKeyed),
	]);

let people = 0;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: String(2_290_197_000_000 + people),
		order: `order-${people++}`,
	}));

/** What goes wrong in a process; `faults.cjs` says what each means. */
export interface Fault {
	at?: string;
	nth?: number;
	signal?: NodeJS.Signals;
	seconds?: number;
	skew?: number;
	slow?: number;
}

/** What makes it go wrong there. */
export const faulty = (fault: Fault): Record<string, string> => ({
	NODE_OPTIONS: `--require ${join(__dirname, 'faults.cjs')}`,
	SMS_GATEWAY_FAULT: JSON.stringify(fault),
});

/** What the node returned, an item per recipient. */
export const outcomesOf = (run: Run): Array<Record<string, unknown>> => {
	const { error } = run.data.resultData;
	if (error) throw new Error(error.message);
	return itemsOf(run, SENDING_NODE).map(({ json }) => json);
};

/** Of the node alone, by n8n's own clock. */
export const secondsOf = (run: Run): number =>
	run.data.resultData.runData[SENDING_NODE]![0]!.executionTime! / 1000;

export interface Verdict {
	/** Recipients with more than one SMS. */
	twice: number;
	/** With none, although no outcome of these runs says that theirs is not known to be sent. */
	forgotten: number;
	/** Recipients with an outcome that is not so. */
	untrue: number;
	/** Outcomes by reason, over all runs. */
	reasons: Record<string, number>;
}

/** The service's record of a campaign beside what its last runs say. */
export function judgeRuns(
	{ people: all, sms }: Pick<Campaign, 'people' | 'sms'>,
	runs: readonly Run[],
): Verdict {
	const outcomes = runs.flatMap(outcomesOf);
	const isSent = (recipient: unknown) => sms.has(String(recipient));
	const failed = new Set<unknown>();
	const wrong = new Set<unknown>();
	const reasons: Record<string, number> = {};
	for (const { recipient, status, reason } of outcomes) {
		reasons[String(reason)] = (reasons[String(reason)] ?? 0) + 1;
		const saysSent = status === 'accepted' || reason === 'alreadySent';
		if (!saysSent) failed.add(recipient);
		if (saysSent && !isSent(recipient)) wrong.add(recipient);
	}
	return {
		twice: [...sms.values()].filter((count) => count > 1).length,
		forgotten: all.filter(({ phone }) => !isSent(phone) && !failed.has(phone)).length,
		untrue: wrong.size,
		reasons,
	};
}
