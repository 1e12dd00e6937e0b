/** One item as n8n hands it from node to node. */
export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

export interface NodeRun {
	executionStatus?: string;
	executionTime?: number;
	error?: { message: string; description?: string | null; [field: string]: unknown };
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
			error?: { message: string; description?: string | null; [field: string]: unknown };
		};
		executionData?: Record<string, unknown>;
		[field: string]: unknown;
	};
}

/** The items of a node, of its last run unless another is named; [] where there are none. */
export function itemsOf(run: Run, node: string, { output = 0, runIndex = -1 } = {}): Item[] {
	return run.data.resultData.runData[node]?.at(runIndex)?.data?.main?.[output] ?? [];
}

/** Finds the run that `n8n execute` printed among its log lines; undefined when there is none. */
export function parseRun(stdout: string): Run | undefined {
	const printed = /^\{$[\s\S]*?^\}$/gm;
	for (const [json] of stdout.matchAll(printed)) {
		const value = JSON.parse(json) as Run;
		if (value.data?.resultData !== undefined) return value;
	}
	return undefined;
}
