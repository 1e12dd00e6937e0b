/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import 'reflect-metadata';
import './n8n-home';
import { join } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowSettings,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { defaultCredentials } from './credentials';
import type { GatewayCredentials } from './credentials';
import { MemoryCredentialsHelper } from './credentials-helper';
import { MemoryDeduplicator } from './deduplicator';
import { execute, saved } from './execution';
import type { RunResult, SavedExecution } from './execution';
import { loadPackage } from './package-types';
import type { PackageTypes } from './package-types';
import { poll } from './poll';
import type { PollResult } from './poll';
import { visitLink } from './link-visit';
import type { LinkRequest, Visit } from './link-visit';
import { NODE_NAME, toItems, workflowAround } from './workflow';

interface NodeOptions {
	/** As the editor saves them; what is missing gets its default. */
	parameters?: INode['parameters'];
	/** `null`: none selected. */
	credentials?: GatewayCredentials | null;
	/** Any other setting of the node. */
	node?: Partial<INode>;
	/** Keeps apart what n8n keeps per workflow (deduplication). */
	workflowId?: string;
}

export interface RunOptions extends NodeOptions {
	/** What the node gets: plain json, or whole items. One empty item unless given. */
	items?: Array<IDataObject | INodeExecutionData>;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	/** Milliseconds between n8n's own attempts; 1 unless given. */
	waitBetweenTries?: number;
	/** How the execution is started; by a trigger unless given. */
	mode?: 'manual' | 'trigger' | 'integrated';
	/** The workflow's settings. */
	settings?: IWorkflowSettings;
	/** Runs the node in a loop: one turn (run index) per `batchSize` items. */
	loop?: { batchSize: number };
	/** Aborting it cancels the execution, as n8n's stop button does. */
	signal?: AbortSignal;
	/** Where n8n believes that the world reaches it; https://n8n.example.com unless given. */
	publicUrl?: string;
}

export interface PollOptions extends NodeOptions {
	staticData?: IDataObject;
	mode?: 'trigger' | 'manual';
	activation?: WorkflowActivateMode;
}

const CREDENTIAL_TYPE = 'smsGatewayApi';

/** n8n-core 2.41.1 in this process, with the sources of the package in it. */
export class Engine {
	private executions = 0;

	readonly credentials: MemoryCredentialsHelper;

	constructor(
		private readonly types: PackageTypes,
		/** n8n's table of processed values; lives as long as the engine. */
		readonly deduplicator: MemoryDeduplicator,
	) {
		this.credentials = new MemoryCredentialsHelper(types);
	}

	/** Runs a workflow with the node in it once. */
	async run(options: RunOptions): Promise<RunResult> {
		const { items = [{}], loop, onError, retryOnFail, maxTries, publicUrl, signal } = options;
		const node: INode = {
			...this.node('smsGateway', NODE_NAME, options),
			...(onError && { onError }),
			...(retryOnFail && {
				retryOnFail,
				maxTries,
				waitBetweenTries: options.waitBetweenTries ?? 1,
			}),
			...options.node,
		};
		const workflow = workflowAround(node, options.workflowId ?? 'workflow-1', loop);
		Object.assign((workflow.settings ??= {}), options.settings);
		// By hand, a trigger would wait for an event; the node's own button starts at the node.
		const start = options.mode === 'manual' ? node : workflow.nodes[0]!;
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [toItems(items)] }, source: null }],
			},
		});
		return await this.execute({ workflow, executionData: data }, options.mode ?? 'trigger', {
			publicUrl,
			signal,
		});
	}

	/**
	 * The Retry of a saved failed execution, with the workflow as it was then. Another credential
	 * stands for one that was corrected in between.
	 */
	async retry(
		previous: SavedExecution,
		options: { credentials?: GatewayCredentials; signal?: AbortSignal } = {},
	): Promise<RunResult> {
		const executionData = saved(previous.executionData);
		const { resultData } = executionData;
		const last = resultData.runData[resultData.lastNodeExecuted ?? ''];
		if (resultData.lastNodeExecuted) delete resultData.error;
		if (last?.at(-1)?.error !== undefined) last.pop();
		if (options.credentials) {
			const node = previous.workflow.nodes.find(({ name }) => name === NODE_NAME);
			this.credentials.save(node!.credentials![CREDENTIAL_TYPE]!.id!, options.credentials);
		}
		return await this.execute({ workflow: previous.workflow, executionData }, 'retry', {
			signal: options.signal,
		});
	}

	/** Opens the link of a waiting execution, or posts its form, as n8n hands it to the node. */
	async visit(waiting: SavedExecution, request: LinkRequest): Promise<Visit> {
		const { nodeTypes } = this.context();
		const { data, ...visit } = await visitLink(waiting, request, nodeTypes, this.credentials);
		if (data === undefined) return visit;
		return { ...visit, resumed: await this.resume({ ...waiting, executionData: data }) };
	}

	/** Continues a waiting execution, as n8n does when its time is over. */
	async resume(waiting: SavedExecution): Promise<RunResult> {
		const { workflow, executionId } = waiting;
		const executionData = saved(waiting.executionData);
		return await this.execute({ workflow, executionData }, 'trigger', { executionId });
	}

	/** Polls the trigger node once. */
	async poll(options: PollOptions = {}): Promise<PollResult> {
		const { activation = 'activate', mode = 'trigger', staticData = {} } = options;
		return await poll({
			...this.context(),
			executionId: String(++this.executions),
			node: { ...this.node('smsGatewayTrigger', 'SMS Gateway Trigger', options), ...options.node },
			workflowId: options.workflowId ?? 'workflow-1',
			staticData,
			mode,
			activation: mode === 'manual' ? 'manual' : activation,
		});
	}

	private execute(
		{ workflow, executionData }: Pick<SavedExecution, 'workflow' | 'executionData'>,
		mode: WorkflowExecuteMode,
		options: { executionId?: string; publicUrl?: string; signal?: AbortSignal },
	) {
		const { executionId = String(++this.executions), publicUrl, signal } = options;
		const { nodeTypes, credentialsHelper } = this.context();
		return execute({
			nodeTypes,
			credentialsHelper,
			executionId,
			workflow,
			data: executionData,
			mode,
			publicUrl,
			signal,
		});
	}

	private context() {
		return { nodeTypes: this.types.nodeTypes, credentialsHelper: this.credentials };
	}

	private node(type: string, name: string, options: NodeOptions): INode {
		const { credentials = defaultCredentials, parameters = {} } = options;
		const id = `credential-${this.executions + 1}`;
		if (credentials) this.credentials.save(id, credentials);
		return {
			id: `${type}-id`,
			name,
			type: `${this.types.packageName}.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(credentials && { credentials: { [CREDENTIAL_TYPE]: { id, name: 'Test account' } } }),
		};
	}
}

let engine: Promise<Engine> | undefined;

async function start(): Promise<Engine> {
	const deduplicator = new MemoryDeduplicator();
	await DataDeduplicationService.init(deduplicator);
	return new Engine(await loadPackage(join(__dirname, '../..'), 'sources'), deduplicator);
}

/** The engine with this repository's sources. One per test file, as n8n has one per process. */
export const createEngine = (): Promise<Engine> => (engine ??= start());
