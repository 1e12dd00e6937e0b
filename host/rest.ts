/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { parse as parseFlatted } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchUnpooled, until } from './machine';

export interface Owner {
	email: string;
	/** At least 8 characters, with a digit and a capital letter: n8n's own rule. */
	password: string;
}

/** One item as n8n hands it from node to node. */
export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

interface RunError {
	message: string;
	description?: string | null;
	[field: string]: unknown;
}

export interface NodeRun {
	executionStatus?: string;
	executionTime?: number;
	error?: RunError;
	/** Per kind of connection (`main`, `ai_tool`), per output, the items. */
	data?: Record<string, Array<Item[] | null>>;
	[field: string]: unknown;
}

/** What n8n saves of an execution, as `n8n execute --rawOutput` prints it and its REST API returns it. */
export interface Run {
	id?: string;
	mode: string;
	status: string;
	finished?: boolean;
	retryOf?: string | null;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			lastNodeExecuted?: string;
			error?: RunError;
		};
		executionData?: Record<string, unknown>;
		[field: string]: unknown;
	};
}

/** The items of a node, of its last run unless another is named; [] where there are none. */
export function itemsOf(run: Run, node: string, { output = 0, runIndex = -1 } = {}): Item[] {
	return run.data.resultData.runData[node]?.at(runIndex)?.data?.main?.[output] ?? [];
}

/** An execution as n8n lists it, without its data. */
interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
	retryOf?: string | null;
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

/** Signs in, and creates the owner account first where n8n has none yet. */
export async function signIn(url: string, owner: Owner): Promise<RestClient> {
	const stranger = new RestClient(url);
	const { userManagement } = await stranger.request<{
		userManagement: { showSetupOnFirstLoad?: boolean };
	}>('GET', '/settings');
	const response = userManagement.showSetupOnFirstLoad
		? await stranger.send('POST', '/rest/owner/setup', {
				...owner,
				firstName: 'SMS',
				lastName: 'Gateway',
			})
		: await stranger.send('POST', '/rest/login', { ...owner, emailOrLdapLoginId: owner.email });
	const session = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
	return new RestClient(url, session?.split(';')[0]);
}

const UNDER_WAY = new Set(['new', 'running', 'waiting']);

/**
 * n8n 1 calls an execution ended before it has saved what came out: until then it has no data, or
 * those with which it started, or went on after a wait, where nodes are still to be executed.
 */
function isSaved({ status, data }: Run): boolean {
	const { error, lastNodeExecuted } = data?.resultData ?? {};
	if (status === 'error') return error !== undefined;
	if (status !== 'success') return data !== undefined;
	const left = data?.executionData?.nodeExecutionStack as unknown[] | undefined;
	return lastNodeExecuted !== undefined && (left ?? []).length === 0;
}

/** n8n's own REST API, as its editor speaks it, for one signed-in user. */
export class RestClient {
	/** @param cookie the session, as the value of a Cookie header: `n8n-auth=…` */
	constructor(
		private readonly url: string,
		readonly cookie = '',
	) {}

	async send(method: string, path: string, body?: object): Promise<Response> {
		const headers = { 'content-type': 'application/json', cookie: this.cookie };
		const request = { method, headers, body: JSON.stringify(body) };
		for (let tries = 0; ; tries++) {
			const response = await fetchUnpooled(this.url + path, request);
			if (response.ok) return response;
			// "Database is not ready", which n8n says under load before it does anything.
			if (response.status !== 503 || tries === 60) {
				throw new RestError(method, path, response.status, await response.text());
			}
			await sleep(1_000);
		}
	}

	/** @param path below /rest */
	async request<T = unknown>(method: string, path: string, body?: object): Promise<T> {
		const response = await this.send(method, `/rest${path}`, body);
		const answer = (await response.json()) as { data?: T };
		return (answer.data ?? answer) as T;
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.request('GET', `/workflows/${id}`);
	}

	/** Resolves to the id, which n8n gives it. */
	async createWorkflow(workflow: object): Promise<string> {
		const body = { active: false, ...workflow, id: undefined };
		return (await this.request<Workflow>('POST', '/workflows', body)).id;
	}

	/** Saves a change of it, as the editor does. */
	async changeWorkflow(id: string, change: object): Promise<void> {
		const { nodes, connections, settings, versionId } = await this.workflow(id);
		const body = { nodes, connections, settings, versionId, ...change };
		await this.request('PATCH', `/workflows/${id}`, body);
	}

	/** Resolves to the id. */
	async createCredential(credential: NewCredential): Promise<string> {
		return (await this.request<{ id: string }>('POST', '/credentials', credential)).id;
	}

	/**
	 * Starts it as a click on "Execute workflow" does; resolves to the execution's id at once.
	 *
	 * @param heard what the trigger returns, where it waits for something
	 */
	async runWorkflow(id: string, trigger?: string, heard?: object): Promise<string> {
		const workflowData = await this.workflow(id);
		const name =
			trigger ?? workflowData.nodes.find(({ type }) => /trigger$|\.webhook$/i.test(type))?.name;
		const times = { startTime: 0, executionTime: 0, executionIndex: 0 };
		const data = heard && { ...times, source: [], data: { main: [[{ json: heard }]] } };
		const body = { workflowData, triggerToStartFrom: { name, data }, startNodes: [] };
		const path = `/workflows/${id}/run`;
		return (await this.request<{ executionId: string }>('POST', path, body)).executionId;
	}

	/** n8n 2 publishes a version by a request of its own; n8n 1 flips a field of the workflow. */
	async activate(id: string, active = true): Promise<void> {
		const { versionId } = await this.workflow(id);
		const path = `/workflows/${id}/${active ? 'activate' : 'deactivate'}`;
		await this.request('POST', path, { versionId }).catch(async (error: unknown) => {
			if (!(error instanceof RestError) || error.status !== 404) throw error;
			await this.request('PATCH', `/workflows/${id}`, { active, versionId });
		});
	}

	/** Newest first, finished or not. */
	async executions(
		filter: { workflowId?: string; status?: string[] } = {},
	): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: '100' });
		const page = await this.request<{ results: ExecutionSummary[] }>('GET', `/executions?${query}`);
		return page.results;
	}

	async execution(id: string): Promise<Run> {
		const saved = await this.request<Run & { data: string }>('GET', `/executions/${id}`);
		return { ...saved, data: parseFlatted(saved.data) as Run['data'] };
	}

	/** Polls until the execution has ended and what came out is saved. */
	async waitForExecution(id: string, patience?: number): Promise<Run> {
		const look = async () => {
			const run = await this.execution(id);
			return !UNDER_WAY.has(run.status) && isSaved(run) ? run : undefined;
		};
		return await until(`the end of execution ${id}`, look, patience);
	}

	/** Retries a failed execution, waits for its end; resolves to the new execution. */
	async retry(id: string, { loadWorkflow = false } = {}): Promise<Run> {
		const known = new Set((await this.executions()).map((listed) => listed.id));
		await this.request('POST', `/executions/${id}/retry`, { loadWorkflow });
		const retried = (await this.executions()).find(
			(listed) => !known.has(listed.id) && String(listed.retryOf) === String(id),
		);
		if (retried === undefined) throw new Error(`n8n lists no retry of execution ${id}`);
		return await this.waitForExecution(retried.id);
	}
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
