import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

const describe = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});

/** Hands the engine the items an execution starts with, as a webhook or schedule would. */
const start: INodeType = {
	description: describe('start', { group: ['trigger'], inputs: [] }),
	trigger: async () => ({}),
};

const noOp: INodeType = {
	description: describe('noOp', {}),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Second output: the next `batchSize` items; first output: all that came back, once none are left. */
const loop: INodeType = {
	description: describe('loop', {
		outputs: ['main', 'main'],
		properties: [{ displayName: 'Size', name: 'batchSize', type: 'number', default: 1 }],
	}),
	async execute(this: IExecuteFunctions) {
		const input = this.getInputData();
		const context = this.getContext('node') as {
			waiting?: INodeExecutionData[];
			done: INodeExecutionData[];
		};
		if (context.waiting === undefined) Object.assign(context, { waiting: [...input], done: [] });
		else context.done.push(...input);
		const turn = context.waiting!.splice(0, this.getNodeParameter('batchSize', 0) as number);
		return turn.length > 0 ? [[], turn] : [context.done, []];
	},
};

/** The nodes around the one under test, by type name. */
export const stubNodes: Record<string, INodeType> = {
	'stub.start': start,
	'stub.noOp': noOp,
	'stub.loop': loop,
};
