/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	createInstance,
	ensureHost,
	freePort,
	packPackage,
	type Instance,
	type NewCredential,
	type RestClient,
} from '../host';
import { workflow, type WorkflowNode } from '../workflow';
import { postgresEnvironment, startPostgres, startRedis } from './services';

export interface ClusterOptions {
	workers: number;
	/** Executions that one worker runs at once. */
	concurrency: number;
	credentials: Array<NewCredential & { id: string }>;
	workflows: object[];
	/** More settings for every n8n. */
	env?: Record<string, string>;
}

export interface Worker {
	instance: Instance;
	/** Ids of the executions that it has begun, in their order. */
	begun(): string[];
}

/** n8n in queue mode: a main process, workers, Redis and PostgreSQL, all on this machine. */
export interface Cluster {
	main: Instance;
	workers: Worker[];
	rest: RestClient;
	/** Ends and deletes everything. */
	close(): Promise<void>;
}

/** Starts it with the built package installed on the main process and on every worker. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const [host, redis, postgres] = await Promise.all([ensureHost(), startRedis(), startPostgres()]);
	const instances: Instance[] = [];
	const close = async () => {
		await Promise.all(instances.map((instance) => instance.remove()));
		await Promise.all([redis.stop(), postgres.stop()]);
	};
	const port = await freePort();
	const env = {
		// Else the workers write links to themselves, where nobody answers.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		...postgresEnvironment(postgres),
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_CONCURRENCY_PRODUCTION_LIMIT: String(options.concurrency),
		N8N_LOG_LEVEL: 'info',
		...options.env,
	};
	try {
		const tarball = await packPackage();
		const create = async (at?: number) => {
			const instance = await createInstance({ host, tarball, env, port: at });
			instances.push(instance);
			return instance;
		};
		const main = await create(port);
		const workers = await Promise.all(Array.from({ length: options.workers }, () => create()));
		await main.importCredentials(options.credentials);
		if (options.workflows.length > 0) await main.importWorkflows(options.workflows);
		// The main process brings the tables up to date; workers expect them.
		await main.start();
		await Promise.all(workers.map((worker) => worker.start('worker')));
		return {
			main,
			workers: workers.map((instance) => ({ instance, begun: () => begunIn(instance.logFile) })),
			rest: await main.setupOwner(),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

const begunIn = (logFile: string): string[] =>
	[...readFileSync(logFile, 'utf8').matchAll(/started execution (\d+)/gi)].map(([, id]) => id!);

/** A workflow that POST /webhook/<id> starts; n8n answers before it runs. */
export const webhookWorkflow = (id: string, nodes: WorkflowNode[]) =>
	workflow(id, [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
		},
		...nodes,
	]);

export async function callWebhook(url: string, id: string, input: object = {}): Promise<void> {
	const request = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(input),
	};
	const deadline = Date.now() + 20_000;
	for (;;) {
		const response = await fetch(`${url}/webhook/${id}`, request);
		if (response.ok) return;
		const problem = `Webhook ${id}: ${response.status} ${await response.text()}`;
		// In queue mode n8n listens a moment after it has answered the activation.
		if (response.status !== 404 || Date.now() > deadline) throw new Error(problem);
		await sleep(100);
	}
}
