import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation: delete its file, and it is gone from the editor and from execution. */
export type Operation = Readonly<{
	/** The persisted value of the operation parameter. */
	value: string;
	/** The label in the operation picker. */
	name: string;
	/** The label in the node's list of actions. */
	action: string;
	description: string;
	fields: INodeProperties[];
	/** Gets all input items at once. */
	execute(ctx: IExecuteFunctions): Promise<INodeExecutionData[]>;
}>;

export type Resource = Readonly<{
	value: string;
	name: string;
	operations: readonly Operation[];
}>;
