import 'reflect-metadata';
import { createRunExecutionData } from 'n8n-workflow';
import type { IDataObject, INodeType, IWorkflowBase } from 'n8n-workflow';
import { MemoryCredentialsHelper } from '../test/engine-kit/credentials-helper';
import { execute, type RunResult } from '../test/engine-kit/execution';
import { loadPackage } from '../test/engine-kit/package-types';
import { stubNodes } from '../test/engine-kit/stub-nodes';
import type { Example, sandboxCredential } from './examples';
import { PROJECT, Problem } from './host';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** One node of n8n's own, as far as the examples use it. */
const ownNode = (parameter: string, execute: INodeType['execute']): INodeType => ({
	description: {
		...stubNodes['stub.noOp']!.description,
		properties: [{ displayName: parameter, name: parameter, type: 'string', default: '' }],
	},
	execute,
});

/** `npm ci` brings n8n's engine, but not its nodes: these few are enough for a demo. */
const OWN_NODES: Record<string, INodeType | undefined> = {
	'n8n-nodes-base.manualTrigger': stubNodes['stub.start'],
	'n8n-nodes-base.noOp': stubNodes['stub.noOp'],
	'n8n-nodes-base.set': ownNode('jsonOutput', async function () {
		const json = JSON.parse(this.getNodeParameter('jsonOutput', 0) as string) as IDataObject;
		return [[{ json, pairedItem: 0 }]];
	}),
	'n8n-nodes-base.splitOut': ownNode('fieldToSplitOut', async function () {
		const field = this.getNodeParameter('fieldToSplitOut', 0) as string;
		const split = this.getInputData().flatMap(({ json }, pairedItem) =>
			(json[field] as IDataObject[]).map((part) => ({ json: part, pairedItem })),
		);
		return [split];
	}),
};

/** Runs an example in n8n's engine, in this process. Rejects with a `Problem` where it needs all of n8n. */
export async function runInEngine(
	example: Example,
	credential: ReturnType<typeof sandboxCredential>,
): Promise<RunResult> {
	const { packageName, ...types } = await loadPackage(PROJECT);
	const nodes = example.nodes.filter(
		({ type }) => type !== STICKY_NOTE,
	) as unknown as IWorkflowBase['nodes'];
	const foreign = nodes.find(
		({ type }) => !type.startsWith(`${packageName}.smsGateway`) && OWN_NODES[type] === undefined,
	);
	if (foreign) {
		throw new Problem(`"${foreign.name}" needs n8n itself: try this example with npm start.`);
	}
	const credentialsHelper = new MemoryCredentialsHelper({ packageName, ...types });
	credentialsHelper.save(credential.id, credential.data);
	const start = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger')!;
	return await execute({
		workflow: { ...example, nodes } as unknown as IWorkflowBase,
		nodeTypes: {
			...types.nodeTypes,
			getByName: (type) => OWN_NODES[type] ?? types.nodeTypes.getByName(type),
			getByNameAndVersion: (type, version) =>
				OWN_NODES[type] ?? types.nodeTypes.getByNameAndVersion(type, version),
		},
		credentialsHelper,
		executionId: '1',
		nodeName: nodes.find(({ type }) => type.startsWith(packageName))!.name,
		mode: 'trigger',
		data: createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [[{ json: {} }]] }, source: null }],
			},
		}),
	});
}
