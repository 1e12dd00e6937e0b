import 'reflect-metadata';
import './n8n-home';
import { DataDeduplicationService } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	RelatedExecution,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MemoryCredentialsHelper } from './credentials-helper';
import { MemoryDeduplicator } from './deduplicator';
import { execute, saved } from './execution';
import type { RunResult, SavedExecution } from './execution';
import { visitLink } from './link-visit';
import type { LinkRequest, Visit } from './link-visit';
import { loadPackage } from './package-types';
import type { PackageTypes } from './package-types';
import { poll } from './poll';
import type { PollResult } from './poll';
import { againAround, agentWith, loopAround, parentOf, toItems, workflowAround } from './workflow';

/** What each credential holds, by its type, as its form holds it. */
export type Credentials = Readonly<Record<string, object>>;

export interface NodeOptions {
	/** The node's name in its package. */
	type: string;
	/** As the editor saves them; what is missing gets its default. */
	parameters?: INode['parameters'];
	credentials?: Credentials;
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
	mode?: 'manual' | 'evaluation' | 'trigger';
	/** Runs the node in a loop: one turn (run index) per `batchSize` items. */
	loop?: { batchSize: number };
	/** What leaves on this output of the node comes back to it, so many times. */
	again?: { output: 0 | 1; times: number; forgets?: boolean };
	/** Aborting it cancels the execution, as n8n's stop button does. */
	signal?: AbortSignal;
	/** Settings of the workflow. */
	settings?: IWorkflowBase['settings'];
	/** Where n8n believes that the world reaches it; https://n8n.example.com unless given. */
	publicUrl?: string;
}

export interface PollOptions extends NodeOptions {
	/** What the last poll left behind. */
	staticData?: IDataObject;
	mode?: 'trigger' | 'manual';
	activation?: WorkflowActivateMode;
}

export interface ActiveTrigger {
	/** @param changed options that differ in this poll */
	poll(changed?: Partial<PollOptions>): Promise<PollResult>;
	/** Of n8n. */
	restart(): void;
}

const WORKFLOW_ID = 'workflow-1';

/** The n8n-core that is installed, in this process, with the nodes of a package in it. */
export class Engine {
	private executions = 0;

	readonly credentials: MemoryCredentialsHelper;

	constructor(
		private readonly types: PackageTypes,
		/** n8n's table of processed values; lives as long as the process. */
		readonly deduplicator: MemoryDeduplicator,
	) {
		this.credentials = new MemoryCredentialsHelper(types);
	}

	/** Runs a workflow with the node in it once. */
	async run(options: RunOptions): Promise<RunResult> {
		const { mode = 'trigger' } = options;
		const node = this.node(options);
		const workflow = this.workflowOf(node, options);
		// By hand, a trigger would wait for an event; the node's own button starts at the node.
		const first = mode === 'manual' ? node : workflow.nodes[0]!;
		return await this.start(workflow, node.name, options, { first, mode });
	}

	/**
	 * Runs the node in a sub-workflow; the result is that of the parent, `children` those of the
	 * sub-workflow, once for each time that it ran.
	 *
	 * @param parent settings of the parent's node that runs it, such as its own Retry On Fail
	 */
	async runInSubWorkflow(
		options: RunOptions,
		parent: Partial<INode> = {},
	): Promise<RunResult & { children: RunResult[] }> {
		const node = this.node(options);
		const workflowId = options.workflowId ?? WORKFLOW_ID;
		const child = workflowAround(node, workflowId);
		const children: RunResult[] = [];
		const workflow = parentOf({ waitBetweenTries: 1, ...parent }, `parent-of-${workflowId}`);
		const { mode = 'trigger' } = options;
		const runsIt = workflow.nodes.find(({ name }) => name === 'Sub-Workflow');
		const result = await this.start(workflow, 'Sub-Workflow', options, {
			mode,
			// By hand, a trigger would wait for an event.
			first: mode === 'manual' ? runsIt : undefined,
			// As n8n's workflow-execute-additional-data.js: new run data each time.
			async executeWorkflow(_info, _additional, { inputData = [], parentExecution }) {
				const ran = await this.start(child, node.name, options, {
					mode: 'integrated',
					items: inputData,
					parentExecution,
				});
				children.push(ran);
				if (ran.error) throw Object.assign(new Error(ran.error.message), ran.error);
				return { executionId: ran.executionId, data: [ran.items] };
			},
		});
		return { ...result, children };
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
		const tool = this.node({ ...options, type: `${options.type}Tool` });
		const workflow = agentWith(tool, options.workflowId ?? WORKFLOW_ID, uses, atOnce);
		const result = await this.start(workflow, 'Agent', options);
		return { ...result, replies: result.items.map(({ json }) => String(json.reply)) };
	}

	/**
	 * The Retry of a saved failed execution, with the workflow as it was then. Other credentials
	 * stand for those that were corrected in between.
	 */
	async retry(
		previous: SavedExecution,
		options: { credentials?: Credentials; signal?: AbortSignal } = {},
	): Promise<RunResult> {
		const executionData = saved(previous.executionData);
		const { resultData } = executionData;
		const last = resultData.runData[resultData.lastNodeExecuted ?? ''];
		if (resultData.lastNodeExecuted) delete resultData.error;
		if (last?.at(-1)?.error !== undefined) last.pop();
		const node = previous.workflow.nodes.find(({ name }) => name === previous.nodeName);
		for (const [type, data] of Object.entries(options.credentials ?? {})) {
			this.credentials.save(node!.credentials![type]!.id!, data);
		}
		return await this.execute({ ...previous, executionData }, 'retry', { signal: options.signal });
	}

	/** Opens the link of a waiting execution, or posts its form, as n8n hands it to the node. */
	async visit(waiting: SavedExecution, request: LinkRequest): Promise<Visit> {
		const { nodeTypes } = this.types;
		const { data, ...visit } = await visitLink(waiting, request, nodeTypes, this.credentials);
		if (data === undefined) return visit;
		return { ...visit, resumed: await this.resume({ ...waiting, executionData: data }) };
	}

	/** Continues a waiting execution, as n8n does when its time is over. */
	async resume(waiting: SavedExecution): Promise<RunResult> {
		const executionData = saved(waiting.executionData);
		return await this.execute({ ...waiting, executionData }, 'trigger', {
			executionId: waiting.executionId,
		});
	}

	/** Polls a trigger node once. */
	async poll(options: PollOptions): Promise<PollResult> {
		const { activation = 'activate', mode = 'trigger', staticData = {} } = options;
		return await poll({
			nodeTypes: this.types.nodeTypes,
			credentialsHelper: this.credentials,
			executionId: String(++this.executions),
			node: this.node(options),
			workflowId: options.workflowId ?? WORKFLOW_ID,
			staticData,
			mode,
			activation: mode === 'manual' ? 'manual' : activation,
		});
	}

	/**
	 * A trigger in an active workflow. n8n saves what it remembers only when it fires: that is all it
	 * knows after a restart, and after a change of the workflow (`getExecutePollFunctions` of n8n).
	 */
	activate(options: Omit<PollOptions, 'staticData'>): ActiveTrigger {
		let inMemory: IDataObject = {};
		let inDatabase: IDataObject = {};
		return {
			poll: async (changed = {}) => {
				const result = await this.poll({ ...options, ...changed, staticData: inMemory });
				inMemory = result.staticData;
				if (result.items) inDatabase = inMemory;
				return result;
			},
			restart: () => {
				inMemory = inDatabase;
			},
		};
	}

	private workflowOf(
		node: INode,
		{ again, loop, workflowId = WORKFLOW_ID }: RunOptions,
	): IWorkflowBase {
		if (loop) return loopAround(node, workflowId, loop.batchSize);
		return again ? againAround(node, workflowId, again) : workflowAround(node, workflowId);
	}

	private start(
		workflow: IWorkflowBase,
		nodeName: string,
		{ items = [{}], publicUrl, settings, signal }: RunOptions,
		how: {
			first?: INode;
			mode?: WorkflowExecuteMode;
			items?: INodeExecutionData[];
			parentExecution?: RelatedExecution;
			executeWorkflow?: (
				this: Engine,
				...given: Parameters<IWorkflowExecuteAdditionalData['executeWorkflow']>
			) => ReturnType<IWorkflowExecuteAdditionalData['executeWorkflow']>;
		} = {},
	): Promise<RunResult> {
		const { first = workflow.nodes[0]!, mode = 'trigger' } = how;
		const input = { main: [how.items ?? toItems(items)] };
		const executionData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: first, data: input, source: null }] },
			parentExecution: how.parentExecution,
		});
		const set = { ...workflow, settings: { ...workflow.settings, ...settings } };
		return this.execute({ workflow: set, nodeName, executionData }, mode, {
			publicUrl,
			signal,
			executeWorkflow: how.executeWorkflow?.bind(this),
		});
	}

	private execute(
		{ workflow, nodeName, executionData }: Omit<SavedExecution, 'executionId'>,
		mode: WorkflowExecuteMode,
		more: {
			executionId?: string;
			publicUrl?: string;
			signal?: AbortSignal;
			executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
		},
	): Promise<RunResult> {
		return execute({
			executionId: String(++this.executions),
			...more,
			nodeTypes: this.types.nodeTypes,
			credentialsHelper: this.credentials,
			workflow,
			nodeName,
			data: executionData,
			mode,
		});
	}

	private node(options: RunOptions): INode {
		const { credentials = {}, onError, parameters = {}, retryOnFail, type } = options;
		const used = Object.entries(credentials).map(([credentialType, data]) => {
			const id = `${credentialType}-${this.executions + 1}`;
			this.credentials.save(id, data);
			return [credentialType, { id, name: 'Test account' }];
		});
		const fullType = `${this.types.packageName}.${type}`;
		const { defaults } = this.types.nodeTypes.getByNameAndVersion(fullType).description;
		return {
			id: `${type}-id`,
			name: defaults.name ?? type,
			type: fullType,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			...(used.length > 0 && {
				credentials: Object.fromEntries(used) as INode['credentials'],
			}),
			...(onError && { onError }),
			...(retryOnFail && {
				retryOnFail,
				maxTries: options.maxTries,
				waitBetweenTries: options.waitBetweenTries ?? 1,
			}),
			...options.node,
		};
	}
}

let deduplicator: MemoryDeduplicator | undefined;

/**
 * The engine with the nodes of a package.
 *
 * @param packageDir absolute folder that holds its package.json
 */
export async function createEngine(packageDir: string): Promise<Engine> {
	const types = await loadPackage(packageDir);
	// One per process in n8n, so one per test file here.
	if (deduplicator === undefined) {
		deduplicator = new MemoryDeduplicator();
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(deduplicator);
	}
	return new Engine(types, deduplicator);
}
