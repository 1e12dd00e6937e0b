/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createConnection } from 'node:net';
import { magicNumber, startSandbox, type Sandbox } from '../../sandbox';
import { BALANCE, bulkSend, call, send, TEXT } from './call-api';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ balance: 5_000_000 })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('the log', () => {
	it('holds each request with its body and without its token', async () => {
		await send(sandbox, '2290197001234');
		await call(sandbox, BALANCE);

		const [first, second] = sandbox.requests();
		expect(first).toMatchObject({
			id: 1,
			method: 'POST',
			path: '/api/v1/sms/send',
			body: { ...TEXT, recipient: '2290197001234' },
			status: 200,
			outcome: 'answered',
			accepted: ['2290197001234'],
			magic: null,
		});
		expect(Date.parse(first!.endedAt!)).toBeGreaterThanOrEqual(Date.parse(first!.at));
		expect(second).toMatchObject({ id: 2, method: 'GET', status: 200, accepted: [] });
		expect(JSON.stringify(sandbox.requests())).not.toContain(sandbox.token);
		expect(sandbox.messages()[0]?.requestId).toBe(1);
	});

	it('keeps no cookies: a browser sends those of the editor too', async () => {
		const headers = { Cookie: 'n8n-auth=secret', 'Proxy-Authorization': 'Basic secret' };
		await call(sandbox, BALANCE, undefined, { headers });
		expect(JSON.stringify(sandbox.requests())).not.toContain('secret');
	});

	it('holds a request whose client died in the middle of sending it', async () => {
		const socket = createConnection(sandbox.port, '127.0.0.1');
		socket.write('POST /api/v1/sms/send HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n');
		socket.write(`Authorization: Bearer ${sandbox.token}\r\n`);
		socket.write('Content-Type: application/json\r\n\r\n{"sender_id":');
		await sandbox.until(({ requests }) => requests().length === 1);
		socket.destroy();
		await sandbox.until(({ requests }) => requests()[0]!.outcome !== 'pending');

		expect(sandbox.requests()).toMatchObject([
			{ outcome: 'abandoned', status: null, accepted: [] },
		]);
	});

	it('forgets all on a reset, requests those in progress too', async () => {
		const client = new AbortController();
		const hung = expect(send(sandbox, magicNumber('8102'), client.signal)).rejects.toThrow(/abort/);
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		sandbox.reset();
		client.abort();
		await hung;

		expect(sandbox.requests()).toStrictEqual([]);
		expect(sandbox.messages()).toStrictEqual([]);
		expect(sandbox.settings().balance).toBe(5_000_000);
		await send(sandbox, '2290197001234');
		expect(sandbox.messages()[0]).toMatchObject({ id: 1, requestId: 1 });
	});
});

describe('pages of messages', () => {
	const ids = (query: Parameters<Sandbox['findMessages']>[0]) =>
		sandbox.findMessages(query).messages.map(({ id }) => id);

	beforeEach(async () => {
		await bulkSend(sandbox, '2290197000001', '2290197000002', '2290197000003');
		await send(sandbox, '33612345678');
		await bulkSend(sandbox, '2290197000005', '2290197000006');
	});

	it.each([
		['+33 6 12', [4]],
		['0033 (6) 12', [4]],
		['00000', [1, 2, 3, 5, 6]],
		['+45', []],
		['5678', [4]],
		['+ ', [1, 2, 3, 4, 5, 6]],
		['anna', []],
	])('are found by "%s"', (recipient, found) => {
		expect(ids({ recipient })).toStrictEqual(found);
	});
});

it('closes at once, whatever hangs', async () => {
	const other = await startSandbox({ latencyMs: 60_000 });
	const answers = ['2290197001234', magicNumber('8101'), magicNumber('8103')].map((number) =>
		expect(send(other, number)).rejects.toThrow(),
	);
	const events = await fetch(`${other.url}/sandbox/events`);
	await other.until(
		({ messageCount, requests }) => messageCount() === 2 && requests().length === 3,
	);

	await other.close();
	await Promise.all(answers);
	await expect(events.text()).rejects.toThrow();
});
