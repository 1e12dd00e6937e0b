/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import {
	createInstance,
	ensureHost,
	packPackage,
	type HostVersion,
	type Instance,
	itemsOf,
	type Run,
} from '../host';
import { manualTrigger, type WorkflowNode, workflow } from '../workflow';
import { campaignNode, SENDING_NODE, type CampaignSettings } from './campaign';
import { postgresEnvironment, startPostgres } from './databases';
import { judgeCredential, startJudge, type Judge } from './judge';

export type Database = 'sqlite' | 'postgres';

export interface FleetOptions {
	database: Database;
	version?: HostVersion;
	workflows: (judge: Judge) => object[];
}

/** n8n with one database, of which any number of processes run workflows at once. */
export interface Fleet {
	judge: Judge;
	instance: Instance;
	close(): Promise<void>;
}

export async function startFleet({ database, version, workflows }: FleetOptions): Promise<Fleet> {
	const [host, judge] = await Promise.all([ensureHost({ version }), startJudge()]);
	const postgres = database === 'postgres' ? await startPostgres() : undefined;
	const env = {
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...(postgres ? postgresEnvironment(postgres) : {}),
	};
	const instance = await createInstance({ host, tarball: await packPackage(), env });
	try {
		await instance.importCredentials([judgeCredential(judge)]);
		await instance.importWorkflows(workflows(judge));
	} catch (error) {
		await close();
		throw error;
	}
	async function close() {
		judge.close();
		await instance.remove();
		await postgres?.stop();
	}
	return { judge, instance, close };
}

export interface ListWorkflow extends CampaignSettings {
	/** A node between the list and the one that sends. */
	between?: WorkflowNode;
}

/** A workflow that asks for the list and sends to everybody on it. */
export function listWorkflow(
	id: string,
	{ listUrl }: Judge,
	{ batchSize, concurrency, isKeyed = true, between }: ListWorkflow,
) {
	return workflow(id, [
		manualTrigger(),
		{
			name: 'List',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: listUrl, options: {} },
		},
		...(between ? [between] : []),
		campaignNode({
			message: 'Hello',
			safeguards: isKeyed ? { deduplicationKey: '={{ $json.order }}' } : {},
			options: { batchSize, concurrency },
		}),
	]);
}

/** What the node returned, an item per recipient. */
export const outcomesOf = (run: Run): Array<Record<string, unknown>> => {
	const { error } = run.data.resultData;
	if (error) throw new Error(error.message);
	return itemsOf(run, SENDING_NODE).map(({ json }) => json);
};

/** Of the node alone, by n8n's own clock. */
export const secondsOf = (run: Run): number =>
	run.data.resultData.runData[SENDING_NODE]![0]!.executionTime! / 1000;
