/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
	createInstance,
	ensureHost,
	fetchUnpooled,
	packPackage,
	type Instance,
	type NewCredential,
	until,
} from './index';
import { webhook, workflow, type WorkflowNode } from './workflow';
import { postgresEnvironment, startPostgres, startRedis } from './services';

export type Database = 'sqlite' | 'postgres';

interface SharedOptions {
	database: Database;
	version?: string;
	/** How many n8n there are, one unless given. */
	count?: number;
	credentials: Array<NewCredential & { id: string }>;
	workflows: object[];
	/** More settings for every n8n. */
	env?: Record<string, string>;
}

/** The built package in n8n on one new database. Nothing is started; the first one is filled. */
export async function createShared({ database, version, count = 1, ...given }: SharedOptions) {
	const host = await ensureHost({ version });
	const postgres = database === 'postgres' ? await startPostgres() : undefined;
	const env: Record<string, string> = {
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		...(postgres && postgresEnvironment(postgres)),
		...given.env,
	};
	const instances: Instance[] = [];
	const close = async () => {
		await Promise.all(instances.map((instance) => instance.remove()));
		await postgres?.stop();
	};
	try {
		const tarball = await packPackage();
		const create = () => createInstance({ host, tarball, env });
		instances.push(...(await Promise.all(Array.from({ length: count }, create))));
		const [main] = instances as [Instance];
		// Else workers write links to themselves, where nobody answers.
		env.WEBHOOK_URL = `${main.url}/`;
		await main.importCredentials(given.credentials);
		if (given.workflows.length > 0) await main.importWorkflows(given.workflows);
		return { main, workers: instances.slice(1), close };
	} catch (error) {
		await close();
		throw error;
	}
}

interface ClusterOptions extends Pick<SharedOptions, 'credentials' | 'workflows'> {
	workers: number;
	/** Executions that one worker runs at once. */
	concurrency: number;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** n8n in queue mode: a main process, one for webhooks, workers, Redis and PostgreSQL, all on this machine. */
export async function startCluster({ workers: count, concurrency, ...given }: ClusterOptions) {
	const redis = await startRedis();
	const env = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrency),
		N8N_LOG_LEVEL: 'info',
	};
	let close = redis.stop;
	try {
		const options = { ...given, database: 'postgres', count: 2 + count, env } as const;
		const { main, workers, ...shared } = await createShared(options);
		const webhooks = workers.pop()!;
		close = async () => {
			await shared.close();
			await redis.stop();
		};
		// The main process brings the tables up to date; workers expect them.
		await main.start();
		const started = workers.map((worker) => worker.start('worker'));
		await Promise.all([...started, webhooks.start('webhook')]);
		return {
			main,
			webhooks,
			workers: workers.map((instance) => ({
				instance,
				/** Ids of the executions that it has begun, in their order. */
				begun: () => begunIn(instance.logFile),
			})),
			rest: await main.setupOwner(),
			/** Ends and deletes everything. */
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

const begunIn = (logFile: string): string[] =>
	[...readFileSync(logFile, 'utf8').matchAll(/started execution (\d+)/gi)].map(([, id]) => id!);

/** A workflow that POST /webhook/<id> starts. */
export const webhookWorkflow = (id: string, nodes: WorkflowNode[]) =>
	workflow(id, [webhook(id), ...nodes]);

export async function callWebhook(url: string, id: string, input: object = {}): Promise<void> {
	const request = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(input),
	};
	// In queue mode n8n listens a moment after it has answered the activation.
	const response = await until(`webhook ${id}`, async () => {
		const answer = await fetchUnpooled(`${url}/webhook/${id}`, request);
		return answer.status === 404 ? undefined : answer;
	});
	if (!response.ok) throw new Error(`Webhook ${id}: ${response.status} ${await response.text()}`);
}
