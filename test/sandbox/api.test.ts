import { startSandbox, type Sandbox } from '../../sandbox';
import { BALANCE, BULK_SEND, bulkSend, call, SEND, send, TEXT } from './call-api';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const ERROR_BODY = { status: 'error', message: expect.stringMatching(/./) };

describe('the contract, request by request', () => {
	const ONE = '2290197001234';
	const cases: Array<
		[name: string, path: string, body: object | string | undefined, status: number]
	> = [
		['a single SMS', SEND, { ...TEXT, recipient: ONE }, 200],
		['a single SMS with a field more', SEND, { ...TEXT, recipient: ONE, extra: 1 }, 200],
		['a single SMS without sender', SEND, { message: 'Hi', recipient: ONE }, 400],
		['a single SMS without recipient', SEND, { ...TEXT }, 400],
		['a single SMS without text', SEND, { sender_id: 'SHOP', recipient: ONE }, 400],
		['a recipient that is a JSON number', SEND, { ...TEXT, recipient: 2290197001234 }, 400],
		['a recipient with a leading +', SEND, { ...TEXT, recipient: `+${ONE}` }, 400],
		['a recipient with a leading 00', SEND, { ...TEXT, recipient: `00${ONE}` }, 400],
		['a recipient with a space', SEND, { ...TEXT, recipient: '229 0197001234' }, 400],
		['two recipients in a single SMS', SEND, { ...TEXT, recipient: `${ONE}|${ONE}` }, 400],
		['a bulk SMS', BULK_SEND, { ...TEXT, recipients: `${ONE}|2290197000001` }, 200],
		['a bulk SMS to one', BULK_SEND, { ...TEXT, recipients: ONE }, 200],
		['a bulk SMS with one leading +', BULK_SEND, { ...TEXT, recipients: `${ONE}|+${ONE}` }, 400],
		['a bulk SMS with one leading 00', BULK_SEND, { ...TEXT, recipients: `${ONE}|00${ONE}` }, 400],
		['a bulk SMS with a gap', BULK_SEND, { ...TEXT, recipients: `${ONE}||${ONE}` }, 400],
		['a bulk SMS with a bar at the end', BULK_SEND, { ...TEXT, recipients: `${ONE}|` }, 400],
		['a bulk SMS to nobody', BULK_SEND, { ...TEXT, recipients: '' }, 400],
		['a bulk SMS with an array', BULK_SEND, { ...TEXT, recipients: [ONE] }, 400],
		['a bulk SMS separated by commas', BULK_SEND, { ...TEXT, recipients: `${ONE},${ONE}` }, 400],
		['JSON that breaks off', SEND, '{"sender_id": "SHOP",', 400],
		['an unknown path', '/sms/queue', { ...TEXT }, 404],
		['a known path with another method', SEND, undefined, 405],
	];

	it.each(cases)('%s', async (_name, path, body, status) => {
		const response = await call(sandbox, path, body);

		expect(response.status).toBe(status);
		expect(await response.json()).toStrictEqual(
			status === 200 ? { status: 'success', message: expect.any(String) } : ERROR_BODY,
		);
		expect(sandbox.messageCount() > 0).toBe(status === 200);
	});

	it('wants a JSON content type', async () => {
		const headers = { 'Content-Type': 'text/plain' };
		const response = await call(sandbox, SEND, { ...TEXT, recipient: ONE }, { headers });

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
	])('refuses %s with 401', async (_name, token) => {
		for (const [path, body] of [
			[SEND, { ...TEXT, recipient: '2290197001234' }],
			[BALANCE],
		] as const) {
			const response = await call(sandbox, path, body, { token: token() });

			expect(response.status).toBe(401);
			expect(await response.json()).toStrictEqual(ERROR_BODY);
		}
		expect(sandbox.messages()).toStrictEqual([]);
	});

	it('accepts a token of the same secret and says when one has expired', async () => {
		const [one, two] = await Promise.all(
			[0, 0].map(() => startSandbox({ secret: 'for this test' })),
		);
		expect((await call(one!, BALANCE, undefined, { token: two!.token })).status).toBe(200);
		const token = one!.issueToken({ expiresInSeconds: -1 });
		const refused = await call(one!, BALANCE, undefined, { token });
		expect(await refused.json()).toStrictEqual({
			status: 'error',
			message: expect.stringMatching(/expired/),
		});
		await Promise.all([one!.close(), two!.close()]);
	});
});

describe('messages and balance', () => {
	it('bills each started 160 characters per recipient', async () => {
		const message = 'x'.repeat(161);
		await call(sandbox, BULK_SEND, { ...TEXT, message, recipients: '2290197001234|2290197000001' });

		expect(sandbox.messages().map(({ sms }) => sms)).toStrictEqual([2, 2]);
		expect(sandbox.settings().balance).toBe(996);
	});

	it('spends the balance to the last SMS and then refuses the whole request', async () => {
		sandbox.setBalance(2);
		expect(
			(await bulkSend(sandbox, '2290197001234', '2290197000001', '2290197000002')).status,
		).toBe(400);
		expect((await bulkSend(sandbox, '2290197001234', '2290197000001')).status).toBe(200);

		const refused = await send(sandbox, '2290197000002');
		expect(refused.status).toBe(400);
		expect(await refused.json()).toStrictEqual({
			status: 'error',
			message: 'Insufficient balance: this costs 1 SMS, the balance is 0.',
		});
		expect(sandbox.messageCount()).toBe(2);
	});
});
