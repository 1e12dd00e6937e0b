/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { createToken } from '../../../support/credentials';
import { createEngine, type Engine } from '../../../support/engine';

let engine: Engine;
let server: Server;

beforeAll(async () => {
	engine = await createEngine();
});

afterEach(() => {
	server.closeAllConnections();
	server.close();
});

async function serve(listener: RequestListener): Promise<string> {
	server = createServer((req, res) => req.resume().once('end', () => listener(req, res)));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const people = Array.from({ length: 4 }, (_, index) => ({ phone: `229019712345${index}` }));

const campaign = (
	baseUrl: string,
	settings: { safeguards?: INodeParameters; options?: INodeParameters },
) => ({
	items: people,
	credentials: { baseUrl, accessToken: createToken() },
	parameters: {
		operation: 'send',
		senderId: 'MyShop',
		recipient: '={{ $json.phone }}',
		message: 'Hello',
		options: { concurrency: 1 },
		...settings,
	},
});

it('gives up an answer that keeps dripping in, once the timeout is over', async () => {
	const baseUrl = await serve((_req, res) => {
		res.writeHead(200, { 'Content-Type': 'application/json' });
		const drip = setInterval(() => res.write(' '), 50);
		// So that the test ends, and fails, where the answer is not given up.
		const end = setTimeout(() => res.end('{}'), 60_000);
		res.once('close', () => (clearInterval(drip), clearTimeout(end)));
	});
	const { items } = await engine.run({
		...campaign(baseUrl, { options: { timeout: 0.3 } }),
		items: people.slice(0, 1),
		onError: 'continueRegularOutput',
	});
	expect(items[0]!.json).toMatchObject({ status: 'unknown', reason: 'timeout' });
});

/** Cancels the execution when its first request arrives, and answers that a little later. */
async function cancelInMidRequest() {
	const cancel = new AbortController();
	const log = { requests: 0, answered: 0 };
	const baseUrl = await serve((_req, res) => {
		res.once('close', () => log.answered++);
		if (++log.requests > 1) return void res.end('{"status":"success"}');
		cancel.abort();
		setTimeout(() => res.end('{"status":"success"}'), 100);
	});
	return { baseUrl, log, signal: cancel.signal };
}

it('lets a request in flight finish when the execution is cancelled, and starts no other', async () => {
	const { baseUrl, log, signal } = await cancelInMidRequest();
	const options = {
		...campaign(baseUrl, { safeguards: { deduplicationKey: 'order-1' } }),
		onError: 'continueRegularOutput' as const,
	};
	const reasonsOf = ({ items }: { items: Array<{ json: { reason?: unknown } }> }) =>
		items.map(({ json }) => json.reason);

	await engine.run({ ...options, signal });
	expect(log).toEqual({ requests: 1, answered: 1 });

	const again = await engine.run(options);
	expect(reasonsOf(again)).toEqual(['alreadySent', ...Array(3).fill('accepted')]);
	expect(log.requests).toBe(4);
});
