/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { parse as parseFlatted } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from './run';

export interface Owner {
	email: string;
	/** At least 8 characters, with a digit and a capital letter: n8n's own rule. */
	password: string;
}

/** An execution as n8n lists it, without its data. */
export interface ExecutionSummary {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	retryOf?: string | null;
	retrySuccessId?: string | null;
	[field: string]: unknown;
}

export interface Workflow {
	id: string;
	name: string;
	nodes: Array<{ name: string; type: string; [field: string]: unknown }>;
	versionId?: string;
	[field: string]: unknown;
}

export interface NewCredential {
	id?: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

const UNDER_WAY = new Set(['new', 'running', 'waiting']);

/** n8n's own REST API, as its editor speaks it, for one signed-in user. */
export interface RestClient {
	/** The session, as the value of a Cookie header: `n8n-auth=…`. */
	cookie: string;
	request: <T = unknown>(method: string, path: string, body?: object) => Promise<T>;
	/** Node types that are loaded, such as `n8n-nodes-sms-gateway.smsGateway`. */
	nodeTypes: () => Promise<string[]>;
	workflow: (id: string) => Promise<Workflow>;
	/** Resolves to the id. */
	createWorkflow: (workflow: object) => Promise<string>;
	/** Resolves to the id. */
	createCredential: (credential: NewCredential) => Promise<string>;
	/** Starts it as a click on "Execute workflow" does; resolves to the execution's id at once. */
	runWorkflow: (id: string, trigger?: string) => Promise<string>;
	activate: (id: string) => Promise<void>;
	deactivate: (id: string) => Promise<void>;
	/** Newest first, finished or not. */
	executions: (filter?: { workflowId?: string; status?: string[] }) => Promise<ExecutionSummary[]>;
	execution: (id: string) => Promise<Run>;
	/** Polls until the execution has ended; rejects after `timeout` milliseconds. */
	waitForExecution: (id: string, timeout?: number) => Promise<Run>;
	/** Retries a failed execution, waits for its end; resolves to the new execution. */
	retry: (id: string, options?: { loadWorkflow?: boolean }) => Promise<Run>;
}

/** Signs in, and creates the owner account first where n8n has none yet. */
export async function signIn(url: string, owner: Owner): Promise<RestClient> {
	const send = (path: string, body: object) => call(url, 'POST', path, { body });
	const { showSetupOnFirstLoad } = await needsOwner(url);
	const response = showSetupOnFirstLoad
		? await send('/rest/owner/setup', { ...owner, firstName: 'SMS', lastName: 'Gateway' })
		: await send('/rest/login', {
				email: owner.email,
				emailOrLdapLoginId: owner.email,
				password: owner.password,
			});
	const cookie = response.headers
		.getSetCookie()
		.map((line) => line.split(';')[0] ?? '')
		.filter((pair) => pair.startsWith('n8n-auth='))
		.join('; ');
	return client(url, cookie);
}

async function needsOwner(url: string): Promise<{ showSetupOnFirstLoad?: boolean }> {
	const settings = (await (await call(url, 'GET', '/rest/settings')).json()) as {
		data: { userManagement: { showSetupOnFirstLoad?: boolean } };
	};
	return settings.data.userManagement;
}

/**
 * n8n 1 calls an execution ended a moment before it has saved what came out: until then it has no
 * data, or those of its start or of its wait.
 */
function isSaved({ status, data }: Run): boolean {
	if (status !== 'success') return data !== undefined;
	return data?.resultData.lastNodeExecuted !== undefined && data.waitTill === undefined;
}

function client(url: string, cookie: string): RestClient {
	const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
		const response = await call(url, method, `/rest${path}`, { body, cookie });
		const answer = (await response.json()) as { data?: T };
		return (answer.data ?? answer) as T;
	};
	const executions: RestClient['executions'] = async (filter = {}) => {
		const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '100' });
		const page = await request<{ results: ExecutionSummary[] }>('GET', `/executions?${query}`);
		return page.results;
	};
	const execution = async (id: string): Promise<Run> => {
		const saved = await request<Omit<Run, 'data'> & { data: string }>('GET', `/executions/${id}`);
		return { ...saved, data: parseFlatted(saved.data) as Run['data'] };
	};
	const waitForExecution = async (id: string, timeout = 60_000): Promise<Run> => {
		const deadline = Date.now() + timeout;
		let looks = 10;
		for (;;) {
			const run = await execution(id);
			if (!UNDER_WAY.has(run.status) && (isSaved(run) || looks-- === 0)) return run;
			if (Date.now() > deadline) throw new Error(`Execution ${id} is still ${run.status}`);
			await sleep(200);
		}
	};
	const workflow = (id: string) => request<Workflow>('GET', `/workflows/${id}`);
	/** n8n 2 publishes a version by a request of its own; n8n 1 flips a field of the workflow. */
	const setActive = async (id: string, active: boolean) => {
		const { versionId } = await workflow(id);
		try {
			await request('POST', `/workflows/${id}/${active ? 'activate' : 'deactivate'}`, {
				versionId,
			});
		} catch (error) {
			if (!(error instanceof RestError) || error.status !== 404) throw error;
			await request('PATCH', `/workflows/${id}`, { active, versionId });
		}
	};
	return {
		cookie,
		request,
		nodeTypes: async () => {
			const response = await call(url, 'GET', '/types/nodes.json', { cookie });
			return ((await response.json()) as Array<{ name: string }>).map(({ name }) => name);
		},
		workflow,
		createWorkflow: async (body) =>
			(await request<Workflow>('POST', '/workflows', { active: false, ...body })).id,
		createCredential: async (body) =>
			(await request<{ id: string }>('POST', '/credentials', body)).id,
		runWorkflow: async (id, trigger) => {
			const workflowData = await workflow(id);
			const name = trigger ?? workflowData.nodes.find(({ type }) => /trigger$/i.test(type))?.name;
			const body = { workflowData, triggerToStartFrom: { name }, startNodes: [] };
			const path = `/workflows/${id}/run`;
			return (await request<{ executionId: string }>('POST', path, body)).executionId;
		},
		activate: (id) => setActive(id, true),
		deactivate: (id) => setActive(id, false),
		executions,
		execution,
		waitForExecution,
		retry: async (id, { loadWorkflow = false } = {}) => {
			const known = new Set((await executions()).map((listed) => listed.id));
			await request('POST', `/executions/${id}/retry`, { loadWorkflow });
			const retried = (await executions()).find(
				(listed) => !known.has(listed.id) && String(listed.retryOf) === String(id),
			);
			if (retried === undefined) throw new Error(`n8n lists no retry of execution ${id}`);
			return waitForExecution(retried.id);
		},
	};
}

/** n8n refused a request. */
export class RestError extends Error {
	override name = 'RestError';

	constructor(
		method: string,
		path: string,
		readonly status: number,
		readonly body: string,
	) {
		super(`${method} ${path}: ${status} ${body.slice(0, 500)}`);
	}
}

async function call(
	url: string,
	method: string,
	path: string,
	{ body, cookie }: { body?: object; cookie?: string } = {},
): Promise<Response> {
	const headers: Record<string, string> = { 'content-type': 'application/json' };
	if (cookie) headers.cookie = cookie;
	const send = () => fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
	let response = await send();
	// "Database is not ready", which n8n says under load before it does anything.
	for (let tries = 0; response.status === 503 && tries < 60; tries++) {
		await sleep(1_000);
		response = await send();
	}
	if (!response.ok) throw new RestError(method, path, response.status, await response.text());
	return response;
}
