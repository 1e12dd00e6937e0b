/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createConnection } from 'node:net';
import { magicNumber, startSandbox } from '../../sandbox';
import { BALANCE, BULK_SEND, bulkSend, call, sandbox, SEND, send, TEXT } from './call-api';

const ERROR_BODY = { status: 'error', message: expect.stringMatching(/./) };
const ONE = '2290197001234';
const single = (recipient: unknown, more: object = {}) => ({ ...TEXT, recipient, ...more });
const bulk = (recipients: unknown) => ({ ...TEXT, recipients });

describe('the contract, request by request', () => {
	it.each<[name: string, status: number, path: string, body?: object | string]>([
		['a single SMS with a field more', 200, SEND, single(ONE, { extra: 1 })],
		['a single SMS without sender', 400, SEND, { message: 'Hi', recipient: ONE }],
		['a single SMS without recipient', 400, SEND, TEXT],
		['a single SMS without text', 400, SEND, { sender_id: 'SHOP', recipient: ONE }],
		['a recipient that is a JSON number', 400, SEND, single(2290197001234)],
		['a recipient with a leading +', 400, SEND, single(`+${ONE}`)],
		['a recipient with a leading 00', 400, SEND, single(`00${ONE}`)],
		['two recipients in a single SMS', 400, SEND, single(`${ONE}|${ONE}`)],
		['a bulk SMS', 200, BULK_SEND, bulk(`${ONE}|2290197000001`)],
		['a bulk SMS to one', 200, BULK_SEND, bulk(ONE)],
		['a bulk SMS with one leading 00', 400, BULK_SEND, bulk(`${ONE}|00${ONE}`)],
		['a bulk SMS with a gap', 400, BULK_SEND, bulk(`${ONE}||${ONE}`)],
		['a bulk SMS to nobody', 400, BULK_SEND, bulk('')],
		['a bulk SMS with an array', 400, BULK_SEND, bulk([ONE])],
		['a bulk SMS separated by commas', 400, BULK_SEND, bulk(`${ONE},${ONE}`)],
		['JSON that breaks off', 400, SEND, '{"sender_id": "SHOP",'],
		['an unknown path', 404, '/sms/queue', TEXT],
		['a known path with another method', 405, SEND, undefined],
	])('%s: %d', async (_, status, path, body) => {
		const response = await call(path, body);

		expect(response.status).toBe(status);
		expect(await response.json()).toStrictEqual(
			status === 200 ? { status: 'success', message: expect.any(String) } : ERROR_BODY,
		);
		expect(sandbox.messageCount() > 0).toBe(status === 200);
	});

	it('wants a JSON content type', async () => {
		const response = await send(ONE, { headers: { 'Content-Type': 'text/plain' } });

		expect(response.status).toBe(415);
		expect(await response.json()).toStrictEqual(ERROR_BODY);
	});
});

describe('authentication', () => {
	it.each([
		['no token', () => null],
		['an expired token', () => sandbox.issueToken({ expiresInSeconds: -1 })],
		['a text that is no JWT', () => 'abc'],
		['a changed signature', () => sandbox.token.replace(/\.[^.]*$/, `.${'A'.repeat(43)}`)],
		['no signature', () => `${btoa('{"alg":"none"}')}.${sandbox.token.split('.')[1]}.`],
	])('refuses %s with 401', async (name, token) => {
		for (const body of [single(ONE), undefined]) {
			const response = await call(body ? SEND : BALANCE, body, { token: token() });

			expect(response.status).toBe(401);
			const { message, ...rest } = (await response.json()) as { message: string };
			expect(rest).toStrictEqual({ status: 'error' });
			expect(/expired/.test(message)).toBe(name.includes('expired'));
		}
		expect(sandbox.messages()).toStrictEqual([]);
	});

	it('accepts a token of the same secret', async () => {
		const [one, two] = await Promise.all(
			[0, 0].map(() => startSandbox({ secret: 'for this test' })),
		);
		expect((await call(BALANCE, undefined, { on: one, token: two!.token })).status).toBe(200);
		await Promise.all([one!.close(), two!.close()]);
	});
});

describe('messages and balance', () => {
	it('bills each started 160 characters per recipient', async () => {
		await call(BULK_SEND, { ...bulk(`${ONE}|2290197000001`), message: 'x'.repeat(161) });

		expect(sandbox.messages().map(({ sms }) => sms)).toStrictEqual([2, 2]);
		expect(sandbox.settings().balance).toBe(996);
	});

	it('spends the balance to the last SMS and then refuses the whole request', async () => {
		sandbox.setBalance(2);
		expect((await bulkSend(ONE, '2290197000001', '2290197000002')).status).toBe(400);
		expect((await bulkSend(ONE, '2290197000001')).status).toBe(200);

		const refused = await send('2290197000002');
		expect(refused.status).toBe(400);
		const message = 'Insufficient balance: this costs 1 SMS, the balance is 0.';
		expect(await refused.json()).toStrictEqual({ status: 'error', message });
		expect(sandbox.messageCount()).toBe(2);
	});

	it.each([
		['+33 6 12', [4]],
		['0033 (6) 12', [4]],
		['00000', [1, 2, 3, 5, 6]],
		['5678', [4]],
		['+ ', [1, 2, 3, 4, 5, 6]],
		['anna', []],
	])('are found by "%s"', async (recipient, found) => {
		await bulkSend('2290197000001', '2290197000002', '2290197000003');
		await send('33612345678');
		await bulkSend('2290197000005', '2290197000006');
		const { messages } = sandbox.findMessages({ recipient });
		expect(messages.map(({ id }) => id)).toStrictEqual(found);
	});
});

describe('the log', () => {
	it('holds each request with its body, without its token and the cookies of the editor', async () => {
		const headers = { Cookie: 'n8n-auth=secret', 'Proxy-Authorization': 'Basic secret' };
		await send(ONE);
		await call(BALANCE, undefined, { headers });

		const [first, second] = sandbox.requests();
		expect(first).toMatchObject({
			id: 1,
			method: 'POST',
			path: '/api/v1/sms/send',
			body: single(ONE),
			status: 200,
			outcome: 'answered',
			accepted: [ONE],
			magic: null,
		});
		expect(second).toMatchObject({ id: 2, method: 'GET', status: 200, accepted: [] });
		expect(JSON.stringify(sandbox.requests())).not.toContain(sandbox.token);
		expect(JSON.stringify(sandbox.requests())).not.toContain('secret');
		expect(sandbox.messages()[0]?.requestId).toBe(1);
	});

	it('holds a request whose client died in the middle of sending it', async () => {
		const socket = createConnection(sandbox.port, '127.0.0.1');
		socket.write('POST /api/v1/sms/send HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n');
		socket.write(`Authorization: Bearer ${sandbox.token}\r\n`);
		socket.write('Content-Type: application/json\r\n\r\n{"sender_id":');
		await sandbox.until(({ requests }) => requests().length === 1);
		socket.destroy();
		await sandbox.until(({ requests }) => requests()[0]!.outcome !== 'pending');

		const abandoned = { outcome: 'abandoned', status: null, accepted: [] };
		expect(sandbox.requests()).toMatchObject([abandoned]);
	});

	it('forgets all on a reset, requests in progress too', async () => {
		const client = new AbortController();
		const hung = expect(send(magicNumber('8102'), client)).rejects.toThrow(/abort/);
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		sandbox.reset();
		client.abort();
		await hung;

		expect(sandbox.requests()).toStrictEqual([]);
		expect(sandbox.messages()).toStrictEqual([]);
		expect(sandbox.settings().balance).toBe(1000);
	});
});

it('closes at once, whatever hangs', async () => {
	const on = await startSandbox({ latencyMs: 60_000 });
	const answers = [ONE, magicNumber('8101'), magicNumber('8103')].map((number) =>
		expect(send(number, { on })).rejects.toThrow(),
	);
	const events = await fetch(`${on.url}/sandbox/events`);
	await on.until(({ messageCount, requests }) => messageCount() === 2 && requests().length === 3);

	await on.close();
	await Promise.all(answers);
	await expect(events.text()).rejects.toThrow();
});
