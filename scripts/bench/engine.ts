/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type {
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeType,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type * as N8nWorkflow from 'n8n-workflow';
import { HTTP_REQUEST } from '../workflow';
import { OWN_NODES, SMS_GATEWAY, settingsOf, type Setup, type Way } from './ways';

const NODE = 'Node';

/** Addresses that n8n hands to every expression. */
const URLS = [
	'restApiUrl',
	'instanceBaseUrl',
	'formBaseUrl',
	'formWaitingBaseUrl',
	'formTestBaseUrl',
	'webhookBaseUrl',
	'webhookWaitingBaseUrl',
	'webhookTestBaseUrl',
	'mcpBaseUrl',
	'mcpTestBaseUrl',
];

/** n8n's own engine, with its HTTP Request node and the built package, in this process. */
export async function createEngine({ hostFolder, packageFolder, baseUrl }: Setup) {
	const inHost = createRequire(join(hostFolder, 'node_modules', 'n8n', 'package.json'));
	inHost('reflect-metadata');
	const { ExecutionLifecycleHooks, WorkflowExecute } = inHost('n8n-core') as typeof Core;
	const { createRunExecutionData, Expression, NodeHelpers, Workflow } = inHost(
		'n8n-workflow',
	) as typeof N8nWorkflow;
	const { stringify } = inHost('flatted') as { stringify: (value: unknown) => string };
	// As n8n 2 starts it, with its defaults.
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});

	const load = <T>(from: string, file: string, name: string): T => {
		const { [name]: Type } = inHost(join(from, 'dist', file)) as Record<string, new () => T>;
		return new Type!();
	};
	const known: Record<string, () => INodeType | IVersionedNodeType> = {
		[SMS_GATEWAY]: () => load(packageFolder, 'nodes/SmsGateway/SmsGateway.node.js', 'SmsGateway'),
		[HTTP_REQUEST]: () =>
			load(
				join(hostFolder, 'node_modules', 'n8n-nodes-base'),
				'nodes/HttpRequest/HttpRequest.node.js',
				'HttpRequest',
			),
	};
	const loaded = new Map<string, INodeType | IVersionedNodeType>();
	const typeOf = (name: string) => {
		const type = loaded.get(name) ?? OWN_NODES[name] ?? known[name]!();
		loaded.set(name, type);
		return type;
	};
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
		getKnownTypes: () => ({}),
	};

	const credentialType: ICredentialType = load(
		packageFolder,
		'credentials/SmsGatewayApi.credentials.js',
		'SmsGatewayApi',
	);
	const credential = { baseUrl, accessToken: 'bench', allowInsecureHttp: true };
	const credentialsHelper = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => credentialType.properties,
		getDecrypted: async () => credential,
		preAuthentication: async () => undefined,
		authenticate: async (data: typeof credential, _name: string, options: IHttpRequestOptions) =>
			typeof credentialType.authenticate === 'function'
				? await credentialType.authenticate(data, options)
				: options,
	};

	/** Bytes that n8n writes into its database for this run. */
	const savedBytes = ({ data }: IRun): number => Buffer.byteLength(stringify(data));

	async function run(way: Way, items: ReadonlyArray<{ phone: string }>): Promise<IRun> {
		const node = (name: string, more: Pick<INode, 'type' | 'parameters'>): INode => ({
			id: name,
			name,
			typeVersion: 1,
			position: [0, 0],
			credentials: { smsGatewayApi: { id: '1', name: 'Bench' } },
			...more,
		});
		const start = node('Start', { type: 'bench.start', parameters: {} });
		const workflow = {
			id: 'bench',
			name: 'Bench',
			active: true,
			nodes: [start, node(NODE, settingsOf(way, { baseUrl }))],
			connections: {
				Start: { main: [[{ node: NODE, type: 'main' as const, index: 0 }]] },
			},
			settings: { executionOrder: 'v1' as const },
		};
		const additionalData = {
			credentialsHelper,
			executionId: '1',
			currentNodeExecutionIndex: 0,
			variables: {},
			...Object.fromEntries(URLS.map((name) => [name, 'http://localhost:5678/'])),
			hooks: new ExecutionLifecycleHooks('trigger', '1', workflow as never),
		} as unknown as IWorkflowExecuteAdditionalData;
		const input = items.map((json) => ({ json }));
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [input] }, source: null }],
			},
		});
		const instance = new Workflow({ ...workflow, nodeTypes });
		return await new WorkflowExecute(additionalData, 'trigger', data).processRunExecutionData(
			instance,
		);
	}

	return { run, savedBytes };
}
