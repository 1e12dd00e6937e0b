/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type IncomingHttpHeaders, request } from 'node:http';
import { startSandbox } from '../../sandbox';
import { BALANCE, call, sandbox, SEND, send } from './call-api';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each path has its own shape, and the assertions state it
type Json = any;

async function control(method: string, path: string, body?: unknown): Promise<Json> {
	const response = await fetch(`${sandbox.url}/sandbox${path}`, {
		method,
		headers: { 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const answer = (await response.json()) as Json;
	return response.ok ? answer : { status: response.status, ...answer };
}

it('hands out tokens, and tells whether they survive a restart: where the secret is kept', async () => {
	const { token, survivesRestart } = await control('GET', '/token');
	expect(survivesRestart).toBe(false);
	expect((await call(BALANCE, undefined, { token })).status).toBe(200);
	const expired = await control('GET', '/token?expiresInSeconds=-1');
	expect((await call(BALANCE, undefined, { token: expired.token })).status).toBe(401);

	const kept = await startSandbox({ secret: 'kept' });
	const response = await fetch(`${kept.url}/sandbox/token`);
	expect(await response.json()).toMatchObject({ survivesRestart: true });
	await kept.close();
});

it('sets balance and delays, and says what a wrong value should have been', async () => {
	await control('PUT', '/balance', { balance: 3 });
	await control('PUT', '/latency', { latencyMs: 0 });
	const settings = { balance: 3, latencyMs: 0, lateAnswerMs: 9 };
	expect(await control('PUT', '/late-answer', { lateAnswerMs: 9 })).toMatchObject(settings);
	const error = expect.stringContaining('{"balance": 1000}');
	for (const balance of ['3', -1, null, undefined]) {
		expect(await control('PUT', '/balance', { balance })).toMatchObject({ status: 400, error });
	}
	expect(sandbox.settings().balance).toBe(3);
});

it('streams what happens, in order', async () => {
	const { body } = await fetch(`${sandbox.url}/sandbox/events`);
	const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
	let received = (await reader.read()).value!;
	await send('2290197000001');
	while ((received.match(/^event: request$/gm) ?? []).length < 2) {
		received += (await reader.read()).value;
	}
	await reader.cancel();

	expect(received.match(/(?<=^event: ).*$/gm)).toStrictEqual([
		...['state', 'request', 'accepted', 'state', 'request'],
	]);
	expect(received).toContain('"newest":["2290197000001"]');
	expect(received).toContain('"outcome":"answered"');
});

it('has a page of files that are all there, and that load nothing from elsewhere', async () => {
	const found: Record<string, string> = {};
	async function load(path: string): Promise<void> {
		const response = await fetch(`${sandbox.url}/${path}`);
		expect([path, response.status]).toStrictEqual([path, 200]);
		found[path] = await response.text();
		const named = /(?:src|href)="([^"]+)"|from '\.\/([^']+)'|url\(([^)]+)\)/g;
		for (const [, tag, module, url] of found[path].matchAll(named)) {
			const next = (tag ?? module ?? url)!;
			if (!next.startsWith('#') && !(next in found)) await load(next);
		}
	}
	await load('index.html');

	const files = ['inbox.css', 'icon.svg', 'inbox.js', 'newest-list.js'];
	expect(Object.keys(found)).toStrictEqual(expect.arrayContaining(files));
	const texts = Object.values(found).join('\n').replace('xmlns="http://www.w3.org/2000/svg"', '');
	expect(texts.match(/https?:\/\/\S+/g)).toBeNull();
});

describe('a web page from elsewhere', () => {
	interface Sent {
		method?: string;
		headers?: IncomingHttpHeaders;
		body?: string;
	}

	/** With headers that a fetch does not let one choose; resolves once there is a response. */
	const ask = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
		new Promise<{ status: number; text: string }>((resolve, reject) => {
			const sent = request(sandbox.url + path, { method, headers }, async (response) => {
				let text = '';
				for await (const chunk of response.setEncoding('utf8')) text += chunk;
				resolve({ status: response.statusCode!, text });
			});
			sent.once('error', reject).end(body);
		});

	it.each([
		['a name that leads here by DNS rebinding', { host: 'evil.example' }],
		['a name that only begins like ours', { host: '127.0.0.1.evil.example' }],
		['no readable name', { host: '%%' }],
		['another web page', { origin: 'https://evil.example' }],
		['another port of this machine', { origin: 'http://127.0.0.1:1' }],
		['a page without an origin', { origin: 'null' }],
	])('is refused, with %s, for every path', async (_what, headers) => {
		for (const path of ['/', '/sandbox/token', '/sandbox/events', '/api/v1/balance/sms_module']) {
			expect(await ask(path, { headers })).toMatchObject({ status: 403 });
		}
		await ask('/sandbox/reset', { method: 'POST', headers });
		expect(sandbox.requests()).toStrictEqual([]);
	});

	it('needs a token before its body is read', async () => {
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
	])('sees no stack trace for a broken body to %s', async (path, body) => {
		const headers = { 'content-type': 'application/json' };
		const { status, text } = await ask(path, { method: 'PUT', headers, body });
		expect(status).toBe(400);
		expect(text).not.toMatch(/node_modules|[.][jt]s:\d/);
		expect(JSON.parse(text)).toStrictEqual({ error: expect.any(String) });
	});
});
