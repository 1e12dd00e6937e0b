/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type IncomingHttpHeaders, request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';
import { SEND } from './call-api';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

interface Sent {
	method?: string;
	headers?: IncomingHttpHeaders;
	body?: string | Buffer;
}

/** With headers that a fetch does not let one choose. */
function ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
	return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>(
		(resolve, reject) => {
			const sent = request(sandbox.url + path, { method, headers }, async (response) => {
				let text = '';
				for await (const chunk of response.setEncoding('utf8')) text += chunk;
				resolve({ status: response.statusCode!, headers: response.headers, text });
			});
			sent.once('error', reject).end(body);
		},
	);
}

const PATHS = ['/', '/sandbox/token', '/sandbox/events', '/api/v1/balance/sms_module'];

it.each([
	['a name that leads here by DNS rebinding', { host: 'evil.example' }],
	['a name that only begins like ours', { host: '127.0.0.1.evil.example' }],
	['no readable name', { host: '%%' }],
	['another web page', { origin: 'https://evil.example' }],
	['another port of this machine', { origin: 'http://127.0.0.1:1' }],
	['a page without an origin', { origin: 'null' }],
])('refuses requests from %s, for every path', async (_what, headers) => {
	for (const path of PATHS) {
		expect(await ask(path, { headers })).toMatchObject({ status: 403 });
	}
	await ask('/sandbox/reset', { method: 'POST', headers });
	expect(sandbox.requests()).toStrictEqual([]);
});

it('checks the token before it reads a body', async () => {
	const headers = { 'content-type': 'application/json', 'content-length': '33554433' };
	const status = await new Promise((resolve, reject) => {
		// Announces 32 MB and sends none of it.
		const sent = request(`${sandbox.baseUrl}${SEND}`, { method: 'POST', headers }, (response) => {
			resolve(response.statusCode);
			sent.destroy();
		});
		sent.once('error', reject).flushHeaders();
	});
	expect(status).toBe(401);
});

it.each([
	['/sandbox/balance', '{"balance'],
	['/sandbox/latency', 'null'],
])('shows no stack trace for a broken body to %s', async (path, body) => {
	const headers = { 'content-type': 'application/json' };
	const { status, text } = await ask(path, { method: 'PUT', headers, body });
	expect(status).toBe(400);
	expect(text).not.toMatch(/node_modules|[.][jt]s:\d/);
	expect(JSON.parse(text)).toStrictEqual({ error: expect.any(String) });
});
