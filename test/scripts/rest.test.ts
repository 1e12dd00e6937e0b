/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { stringify } from 'flatted';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchUnpooled, RestClient } from '../../host';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

/** An n8n that answers with one execution after the other, and the last one from then on. */
async function serving(executions: Array<{ status?: string; data?: object }>) {
	const connections = new Set<unknown>();
	server = createServer((_request, response) => {
		const { data, status } = executions.length > 1 ? executions.shift()! : executions[0]!;
		response.end(JSON.stringify({ data: { status, data: data && stringify(data) } }));
	});
	server.on('connection', (socket) => connections.add(socket)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
}

const started = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [{}] } };
const resumed = { ...started, resultData: { runData: { Ask: [] }, lastNodeExecuted: 'Ask' } };
const waiting = { ...resumed, waitTill: '2999-01-01' };
const done = { ...resumed, executionData: { nodeExecutionStack: [] } };
const failed = { ...done, resultData: { ...done.resultData, error: { message: 'No' } } };

// In the order in which n8n 1 writes: it saves the status of an execution before its data.
it.each([
	['success', [started, started, done]],
	['success', [waiting, resumed, resumed, done]],
	['error', [started, resumed, failed]],
])('an execution that ends as %s is read once its data are saved', async (status, written) => {
	const ended = written.map((data) => ({ status, data }));
	const { url } = await serving([{ status: 'running', data: started }, ...ended]);

	const { data } = await new RestClient(url).waitForExecution('1');
	expect(data).toStrictEqual(written.at(-1));
});

it('each request has a connection of its own', async () => {
	const { url, connections } = await serving([{}]);
	for (let times = 0; times < 3; times++) await (await fetchUnpooled(url)).text();

	expect(connections.size).toBe(3);
});
