import { NodeOperationError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	NodePropertyTypes,
} from 'n8n-workflow';

const property = (name: string, type: NodePropertyTypes, byDefault: unknown) =>
	({ displayName: name, name, type, default: byDefault }) as INodeProperties;

/** What n8n has to know of a node that is only there for a test. */
const stubDescription = (
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription => ({
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
	description: stubDescription('start', { group: ['trigger'], inputs: [] }),
	trigger: async () => ({}),
};

const noOp: INodeType = {
	description: stubDescription('noOp'),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Fails, as a sheet or an HTTP request may, but not in a Retry. */
const unsteady: INodeType = {
	description: stubDescription('unsteady'),
	async execute(this: IExecuteFunctions) {
		if (this.getMode() !== 'retry') throw new NodeOperationError(this.getNode(), 'No connection');
		return [this.getInputData()];
	},
};

/** Makes these items of whatever comes, as a Code node may, paired as n8n guesses: by position, or with the first. */
const made: INodeType = {
	description: stubDescription('made', { properties: [property('items', 'json', '[]')] }),
	async execute(this: IExecuteFunctions) {
		const list = JSON.parse(this.getNodeParameter('items', 0) as string) as IDataObject[];
		const isSame = list.length === this.getInputData().length;
		return [list.map((json, at) => ({ json, pairedItem: { item: isSame ? at : 0 } }))];
	},
};

/** For what the node under test knows of one beside it. */
const removeDuplicates: INodeType = {
	...noOp,
	description: stubDescription('removeDuplicates', {
		properties: [property('options', 'json', {})],
	}),
};

/** Second output: the next `batchSize` items; first output: all that came back, once none are left. */
const loop: INodeType = {
	description: stubDescription('loop', {
		outputs: ['main', 'main'],
		properties: [property('batchSize', 'number', 1)],
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

/**
 * Hands on what comes as often as `times`, and nothing after that. With `forgets`, as items that come from no other.
 */
const again: INodeType = {
	description: stubDescription('again', {
		properties: [property('times', 'number', 1), property('forgets', 'boolean', false)],
	}),
	async execute(this: IExecuteFunctions) {
		const { $runIndex } = this.getWorkflowDataProxy(0);
		const isOver = Number($runIndex) >= (this.getNodeParameter('times', 0) as number);
		if (isOver) return [[]];
		const items = this.getInputData();
		const forgets = this.getNodeParameter('forgets', 0) as boolean;
		return [forgets ? items.map(({ json }) => ({ json, pairedItem: [] })) : items];
	},
};

/** Uses its one tool as a language model would: what the tool replies, or the error that it ends with. */
const agent: INodeType = {
	description: stubDescription('agent', {
		inputs: ['main', { type: 'ai_tool', required: true }],
		properties: [property('uses', 'json', '[]'), property('atOnce', 'boolean', false)],
	}),
	async execute(this: IExecuteFunctions) {
		const uses = JSON.parse(this.getNodeParameter('uses', 0) as string) as IDataObject[];
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
		const isAtOnce = this.getNodeParameter('atOnce', 0) as boolean;
		const replies: Array<Promise<string>> = [];
		for (const use of uses) {
			const replied = tool!.invoke(use).catch(({ message }: Error) => message);
			replies.push(replied);
			if (!isAtOnce) await replied;
		}
		const all = await Promise.all(replies);
		return [all.map((reply) => ({ json: { reply }, pairedItem: 0 }))];
	},
};

type Tool = { invoke(args: IDataObject): Promise<string> };

export const stubNodes: Record<string, INodeType> = {
	'stub.start': start,
	'stub.noOp': noOp,
	'stub.unsteady': unsteady,
	'stub.made': made,
	'n8n-nodes-base.removeDuplicates': removeDuplicates,
	'stub.loop': loop,
	'stub.again': again,
	'stub.agent': agent,
};
