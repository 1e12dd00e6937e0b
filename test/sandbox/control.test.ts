import { startSandbox, type Sandbox } from '../../sandbox';
import { BALANCE, bulkSend, call, send, TEXT } from './call-api';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ balance: 10 })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

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

it('hands out tokens that the API accepts, or that have expired', async () => {
	const { token } = await control('GET', '/token');
	expect((await call(sandbox, BALANCE, undefined, { token })).status).toBe(200);
	const expired = await control('GET', '/token?expiresInSeconds=-1');
	expect((await call(sandbox, BALANCE, undefined, { token: expired.token })).status).toBe(401);
});

it('pages and filters messages', async () => {
	await bulkSend(sandbox, '2290197000001', '2290197000002', '33612345678');

	expect(await control('GET', '/messages')).toStrictEqual({
		total: 3,
		messages: sandbox.messages(),
	});
	expect(await control('GET', '/messages?recipient=2290197&order=newest&limit=1')).toMatchObject({
		total: 2,
		messages: [{ recipient: '2290197000002', sender: 'SHOP', text: TEXT.message, sms: 1 }],
	});
});

it('sets balance and delays, and says what a wrong value should have been', async () => {
	await control('PUT', '/balance', { balance: 3 });
	await control('PUT', '/latency', { latencyMs: 7 });
	expect(await control('PUT', '/late-answer', { lateAnswerMs: 9 })).toMatchObject({
		balance: 3,
		latencyMs: 7,
		lateAnswerMs: 9,
	});
	for (const balance of ['3', -1, null, undefined]) {
		expect(await control('PUT', '/balance', { balance })).toMatchObject({
			status: 400,
			error: expect.stringContaining('{"balance": 1000}'),
		});
	}
	expect(sandbox.settings().balance).toBe(3);
	sandbox.setLatency(0);
});

it('tells whether a token survives a restart: where the secret is kept', async () => {
	expect(await control('GET', '/token')).toMatchObject({ survivesRestart: false });
	const kept = await startSandbox({ secret: 'kept' });
	const response = await fetch(`${kept.url}/sandbox/token`);
	expect(await response.json()).toMatchObject({ survivesRestart: true });
	await kept.close();
});

it('streams what happens, in order', async () => {
	const { body } = await fetch(`${sandbox.url}/sandbox/events`);
	const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
	let received = (await reader.read()).value!;
	await send(sandbox, '2290197000001');
	while ((received.match(/^event: request$/gm) ?? []).length < 2) {
		received += (await reader.read()).value;
	}
	await reader.cancel();

	expect(received.match(/(?<=^event: ).*$/gm)).toStrictEqual([
		'state',
		'request',
		'accepted',
		'state',
		'request',
	]);
	expect(received).toContain('"newest":["2290197000001"]');
	expect(received).toContain('"outcome":"answered"');
});
