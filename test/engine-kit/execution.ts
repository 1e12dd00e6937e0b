import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { Workflow, jsonParse, jsonStringify } from 'n8n-workflow';
import type {
	ICredentialsHelper,
	INodeExecutionData,
	INodeTypes,
	IRun,
	IRunData,
	IRunExecutionData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

/** What n8n would have in its database once the execution is over. */
export interface SavedExecution {
	workflow: IWorkflowBase;
	executionId: string;
	executionData: IRunExecutionData;
	nodeName: string;
}

export interface NodeError {
	name: string;
	message: string;
	description?: string | null;
	[field: string]: unknown;
}

export interface RunResult extends SavedExecution {
	status: IRun['status'];
	/** The node's items on its first output, over all turns of a loop. */
	items: INodeExecutionData[];
	/** The same, one list per run index. */
	turns: INodeExecutionData[][];
	errorItems: INodeExecutionData[];
	/** What stopped the execution, as n8n saves it. */
	error?: NodeError;
	hints: NodeExecutionHint[];
	runData: IRunData;
}

/** Through the database and back: text, no shared references, no classes. */
export const saved = <T>(value: T): T =>
	jsonParse<T>(jsonStringify(value, { replaceCircularRefs: true }));

export function additionalData(
	credentialsHelper: ICredentialsHelper,
	executionId: string,
	url = 'https://n8n.example.com',
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		instanceBaseUrl: `${url}/`,
		formWaitingBaseUrl: `${url}/form-waiting`,
		webhookWaitingBaseUrl: `${url}/webhook-waiting`,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * Runs one execution to its end; a failure of a node is in the result, never thrown.
 *
 * @param signal aborting it cancels the execution, as n8n's stop button does
 */
export async function execute(
	{ workflow, executionId, executionData: data, nodeName }: SavedExecution,
	mode: WorkflowExecuteMode,
	nodeTypes: INodeTypes,
	additional: IWorkflowExecuteAdditionalData,
	signal?: AbortSignal,
): Promise<RunResult> {
	const hooks = new ExecutionLifecycleHooks(mode, executionId, workflow);
	// n8n saves at the first of these calls: for a cancelled execution that is the moment of the
	// cancel, while the node may still be at work.
	let executionData: IRunExecutionData | undefined;
	hooks.addHandler('workflowExecuteAfter', async (run) => {
		executionData ??= saved(run.data);
	});

	Object.assign(additional, { hooks });
	const instance = new Workflow({ ...saved(workflow), nodeTypes });
	const running = new WorkflowExecute(additional, mode, data).processRunExecutionData(instance);
	const cancel = () => running.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	const run = await running;
	signal?.removeEventListener('abort', cancel);

	return {
		...read(run, nodeName),
		nodeName,
		workflow,
		executionId,
		executionData: executionData ?? saved(run.data),
	};
}

function read({ data, status }: IRun, nodeName: string): Omit<RunResult, keyof SavedExecution> {
	const { runData, error } = data.resultData;
	const tasks = runData[nodeName] ?? [];
	const output = (index: number) => tasks.map((task) => task.data?.main?.[index] ?? []);
	return {
		status,
		items: output(0).flat(),
		turns: output(0),
		errorItems: output(1).flat(),
		error: error as NodeError | undefined,
		hints: tasks.flatMap((task) => task.hints ?? []),
		runData,
	};
}
