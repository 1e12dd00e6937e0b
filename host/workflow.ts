export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	[setting: string]: unknown;
}

export const manualTrigger = (): WorkflowNode => ({
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
});

/** A node named "Items" that returns these items, one per object. */
export const items = (list: object[]): WorkflowNode => ({
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(list.map((json) => ({ json })))};` },
});

/** POST /webhook/<path> starts its workflow; n8n answers before it runs. */
export const webhook = (path: string): WorkflowNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
});

/** A node that does nothing, to stand behind an output. */
export const noOp = (name: string): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
});

/** The node of this package, with the sandbox's credential. `settings` are such as `retryOnFail`, `onError`. */
export const smsGateway = (
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowNode => ({
	name: 'SMS Gateway',
	type: 'n8n-nodes-sms-gateway.smsGateway',
	typeVersion: 1,
	parameters,
	credentials: { smsGatewayApi: { id: 'sms-gateway-sandbox', name: 'SMS Gateway (sandbox)' } },
	...settings,
});

/** n8n's HTTP Request node, as somebody without an SMS node would fill it in. */
export const postingNode = (
	url: string,
	token: string,
	body: Record<string, string>,
	options: Record<string, number> = {},
) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${token}` }] },
		sendBody: true,
		bodyParameters: {
			parameters: Object.entries(body).map(([name, value]) => ({ name, value })),
		},
		options,
	},
});

type Branch = [from: WorkflowNode, output: number, to: WorkflowNode, type?: string];

/** A workflow whose nodes follow one another; `branches` adds connections, `main` unless of another type. */
export function workflow(id: string, chain: WorkflowNode[], branches: Branch[] = []) {
	const connections: Record<string, Record<string, object[][]>> = {};
	const connect = (...[from, output, to, type = 'main']: Branch) => {
		const outputs = ((connections[from.name] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]!.push({ node: to.name, type, index: 0 });
	};
	chain.slice(1).forEach((node, index) => connect(chain[index]!, 0, node));
	branches.forEach((branch) => connect(...branch));
	const nodes = [...new Set([...chain, ...branches.flatMap(([from, , to]) => [from, to])])];
	return {
		id,
		name: id,
		nodes: nodes.map((node, index) => ({
			id: `${id}-${index}`,
			position: [index * 220, 0],
			...node,
		})),
		connections,
		settings: { executionOrder: 'v1' },
	};
}
