/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import 'reflect-metadata';
import '../engine-kit/n8n-home';
import { join } from 'node:path';
import { DataDeduplicationService } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MemoryCredentialsHelper } from '../engine-kit/credentials-helper';
import { MemoryDeduplicator } from '../engine-kit/deduplicator';
import { additionalData, execute, saved } from '../engine-kit/execution';
import type { RunResult, SavedExecution } from '../engine-kit/execution';
import { visitLink } from '../engine-kit/link-visit';
import type { LinkRequest, Visit } from '../engine-kit/link-visit';
import { loadPackage } from '../engine-kit/package-types';
import type { PackageTypes } from '../engine-kit/package-types';
import { poll } from '../engine-kit/poll';
import type { Poll, PollResult } from '../engine-kit/poll';
import {
	againAround,
	agentWith,
	behindMade,
	behindUnsteady,
	loopAround,
	toItems,
	workflowAround,
} from '../engine-kit/workflow';
import { defaultCredentials } from './credentials';
import type { GatewayCredentials } from './credentials';

interface NodeOptions {
	/** What is missing gets its default. */
	parameters?: INode['parameters'];
	/** As the form holds them; `null`: none is selected. */
	credentials?: GatewayCredentials | null;
	node?: Partial<INode>;
	/** n8n keeps keys per workflow. */
	workflowId?: string;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
}

export interface RunOptions extends NodeOptions {
	items?: Array<IDataObject | INodeExecutionData>;
	/** How the execution is started; by a trigger unless given. */
	mode?: 'manual' | 'evaluation' | 'trigger';
	/** Runs the node in a loop: one turn (run index) per `batchSize` items. */
	loop?: { batchSize: number };
	/** What leaves on this output of the node comes back to it, so many times. */
	again?: { output: 0 | 1; times: number; forgets?: boolean };
	/** What a node before this one makes of the items. */
	made?: IDataObject[];
	/** Whether a node before this one fails, but not in a Retry. */
	failsBefore?: true;
	/** Aborting it cancels the execution, as n8n's stop button does. */
	signal?: AbortSignal;
	settings?: IWorkflowBase['settings'];
	/** Where n8n believes that the world reaches it; https://n8n.example.com unless given. */
	publicUrl?: string;
}

export type PollOptions = NodeOptions & Poll;

/** How an execution is started, where not by a trigger at the first node. */
type Start = { first?: INode; mode?: WorkflowExecuteMode };

type Special = Pick<RunOptions, 'publicUrl' | 'signal'>;

const CREDENTIAL = 'smsGatewayApi';
const WORKFLOW_ID = 'workflow-1';

/** The n8n-core that is installed, in this process, with the sources of this package in it. */
export class Engine {
	private executions = 0;

	readonly credentials: MemoryCredentialsHelper;

	constructor(
		private readonly types: PackageTypes,
		/** n8n's table of processed values; lives as long as the process. */
		readonly deduplicator: MemoryDeduplicator,
	) {
		this.credentials = new MemoryCredentialsHelper(types.credentialType);
	}

	async run(options: RunOptions): Promise<RunResult> {
		const { again, failsBefore, loop, made, mode, workflowId = WORKFLOW_ID } = options;
		const node = this.node('smsGateway', options);
		let workflow = workflowAround(node, workflowId);
		if (made) workflow = behindMade(node, workflowId, made);
		if (failsBefore) workflow = behindUnsteady(node, workflowId);
		if (loop) workflow = loopAround(node, workflowId, loop.batchSize);
		if (again) workflow = againAround(node, workflowId, again);
		// By hand, a trigger would wait for an event; the node's own button starts at the node.
		const first = mode === 'manual' ? node : undefined;
		return await this.start(workflow, node.name, options, { first, mode });
	}

	/**
	 * Lets an AI agent use the node as a tool, once with each of the arguments ($fromAI).
	 *
	 * @returns what the model is told each time
	 */
	async useAsTool(
		options: RunOptions,
		uses: readonly IDataObject[],
		{ atOnce = false } = {},
	): Promise<RunResult & { replies: string[] }> {
		const tool = this.node('smsGatewayTool', options);
		const workflow = agentWith(tool, options.workflowId ?? WORKFLOW_ID, uses, atOnce);
		const result = await this.start(workflow, 'Agent', options);
		return { ...result, replies: result.items.map(({ json }) => String(json.reply)) };
	}

	/**
	 * The Retry of a saved failed execution, with the workflow as it was then. Another credential
	 * stands for one that was corrected in between.
	 */
	async retry(
		previous: SavedExecution,
		{ credentials, signal }: Pick<RunOptions, 'credentials' | 'signal'> = {},
	): Promise<RunResult> {
		const executionData = saved(previous.executionData);
		const { resultData } = executionData;
		const last = resultData.runData[resultData.lastNodeExecuted ?? ''];
		if (resultData.lastNodeExecuted) delete resultData.error;
		if (last?.at(-1)?.error !== undefined) last.pop();
		const node = previous.workflow.nodes.find(({ name }) => name === previous.nodeName);
		if (credentials) this.credentials.save(node!.credentials![CREDENTIAL]!.id!, credentials);
		const execution = { ...previous, executionData, executionId: this.nextId() };
		return await this.execute(execution, 'retry', { signal });
	}

	/** Opens the link of a waiting execution, or posts its form, as n8n hands it to the node. */
	async visit(waiting: SavedExecution, request: LinkRequest): Promise<Visit> {
		const additional = this.additional(waiting.executionId);
		const visited = await visitLink(waiting, request, this.types.nodeTypes, additional);
		const { data, ...visit } = visited;
		if (data === undefined) return visit;
		return { ...visit, resumed: await this.resume({ ...waiting, executionData: data }) };
	}

	/** Continues a waiting execution, as n8n does when its time is over. */
	async resume(waiting: SavedExecution): Promise<RunResult> {
		return await this.execute({ ...waiting, executionData: saved(waiting.executionData) });
	}

	async poll(options: PollOptions = {}): Promise<PollResult> {
		const node = this.node('smsGatewayTrigger', options);
		return await poll(node, options, this.types.nodeTypes, this.additional(this.nextId()));
	}

	/**
	 * The trigger in an active workflow. n8n saves what it remembers only when it fires: that is all it
	 * knows after a restart, and after a change of the workflow (`getExecutePollFunctions` of n8n).
	 */
	activate(options: PollOptions = {}) {
		let inMemory: IDataObject = {};
		let inDatabase: IDataObject = {};
		return {
			/** @param changed options that differ in this poll */
			poll: async (changed: PollOptions = {}): Promise<PollResult> => {
				const result = await this.poll({ ...options, ...changed, staticData: inMemory });
				inMemory = result.staticData;
				if (result.items) inDatabase = inMemory;
				return result;
			},
			restart: () => void (inMemory = inDatabase),
		};
	}

	private async start(
		workflow: IWorkflowBase,
		nodeName: string,
		{ items = [{}], settings, ...special }: RunOptions,
		{ first: node = workflow.nodes[0]!, mode }: Start = {},
	): Promise<RunResult> {
		const data = { main: [toItems(items)] };
		const executionData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data, source: null }] },
		});
		const set = { ...workflow, settings: { ...workflow.settings, ...settings } };
		const started = { workflow: set, nodeName, executionData, executionId: this.nextId() };
		return await this.execute(started, mode, special);
	}

	private async execute(
		given: SavedExecution,
		mode: WorkflowExecuteMode = 'trigger',
		{ publicUrl, signal }: Special = {},
	): Promise<RunResult> {
		const additional = this.additional(given.executionId, publicUrl);
		return await execute(given, mode, this.types.nodeTypes, additional, signal);
	}

	private additional(executionId: string, publicUrl?: string): IWorkflowExecuteAdditionalData {
		return additionalData(this.credentials.asHelper, executionId, publicUrl);
	}

	private nextId(): string {
		return String(++this.executions);
	}

	private node(type: string, options: NodeOptions): INode {
		const { credentials = defaultCredentials, onError, parameters = {}, retryOnFail } = options;
		const id = `${CREDENTIAL}-${this.executions + 1}`;
		if (credentials) this.credentials.save(id, credentials);
		const fullType = `${this.types.packageName}.${type}`;
		const { defaults } = this.types.nodeTypes.getByNameAndVersion(fullType).description;
		return {
			id: `${type}-id`,
			name: defaults.name ?? type,
			type: fullType,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(credentials && { credentials: { [CREDENTIAL]: { id, name: 'Test account' } } }),
			...(onError && { onError }),
			...(retryOnFail && { retryOnFail, maxTries: options.maxTries, waitBetweenTries: 1 }),
			...options.node,
		};
	}
}

let engine: Promise<Engine> | undefined;

async function start(): Promise<Engine> {
	const types = await loadPackage(join(__dirname, '../..'));
	const deduplicator = new MemoryDeduplicator();
	Reflect.set(DataDeduplicationService, 'instance', undefined);
	await DataDeduplicationService.init(deduplicator);
	return new Engine(types, deduplicator);
}

// Each test starts with an empty store, in whichever order.
beforeEach(async () => (await engine)?.deduplicator.reset());

/** One per test file, as n8n has one per process. */
export const createEngine = (): Promise<Engine> => (engine ??= start());
