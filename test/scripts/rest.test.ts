/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { stringify } from 'flatted';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchUnpooled, RestClient } from '../../host';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

/** An n8n that answers with one execution after the other, and the last one from then on. */
async function serving(executions: object[]) {
	const connections = new Set<unknown>();
	let asked = 0;
	server = createServer((_request, response) => {
		const { data, ...execution } = executions[Math.min(asked++, executions.length - 1)] as {
			data?: object;
		};
		response.end(JSON.stringify({ data: { ...execution, data: data && stringify(data) } }));
	});
	server.on('connection', (socket) => connections.add(socket));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, rest: new RestClient(url), connections };
}

const started = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [{}] } };
const resumed = {
	resultData: { runData: { Ask: [] }, lastNodeExecuted: 'Ask' },
	executionData: { nodeExecutionStack: [{}] },
};
const waiting = { ...resumed, waitTill: '2999-01-01' };
const done = { ...resumed, executionData: { nodeExecutionStack: [] } };
const failed = { ...done, resultData: { ...done.resultData, error: { message: 'No' } } };

// In the order in which n8n 1 writes: it saves the status of an execution before its data.
it.each([
	['success', [started, started], done],
	['success', [waiting, resumed, resumed], done],
	['error', [started, resumed], failed],
])('an execution that ends as %s is read once its data are saved', async (status, before, last) => {
	const { rest } = await serving([
		{ status: 'running', data: started },
		...before.map((data) => ({ status, data })),
		{ status, data: last },
	]);

	expect((await rest.waitForExecution('1')).data).toStrictEqual(last);
});

it('each request has a connection of its own', async () => {
	const { url, connections } = await serving([{}]);
	for (let times = 0; times < 3; times++) await (await fetchUnpooled(url)).text();

	expect(connections.size).toBe(3);
});
