import { CredentialTestContext } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';
import { SmsGatewayTrigger } from '../../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import { credentialTest } from '../../../../nodes/SmsGateway/transport/readBalance';
import { createToken } from '../../../support/credentials';
import {
	answer,
	startRawServer,
	type Behaviour,
	type RawServer,
} from '../../../support/raw-server';

const accessToken = createToken();
const TIMEOUT = 500;

const context = () => new CredentialTestContext({} as IWorkflowExecuteAdditionalData);

const test = async (baseUrl: string, token = accessToken) =>
	await credentialTest.testCredential.call(
		context(),
		{ data: { baseUrl, accessToken: token } },
		TIMEOUT,
	);

let server: RawServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

async function serve(behaviour: Partial<Behaviour>, tls?: Parameters<typeof startRawServer>[1]) {
	server = await startRawServer({ received: () => {}, ...behaviour }, tls);
	return server.port;
}

const responding = async (status: number, body: object | string, token?: string) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = answer(status, text, { location: '/elsewhere' });
	const port = await serve({ received: (_, socket) => socket.end(response) });
	return await test(`http://127.0.0.1:${port}/api/v1/`, token);
};

const GOOD = { status: 'success', module: 'sms_module', balance: 3 };

it('is how both nodes test the credential', () => {
	for (const { description, methods } of [new SmsGateway(), new SmsGatewayTrigger()]) {
		const testedBy = description.credentials![0]!.testedBy as 'testCredential';
		expect(methods.credentialTest[testedBy]).toBeInstanceOf(Function);
	}
});

it('reads the balance once, at the base URL as the node cleans it', async () => {
	expect(await responding(200, GOOD)).toStrictEqual({
		status: 'OK',
		message: 'Connection successful!',
	});
	expect(server!.requests.map(({ path }) => path)).toStrictEqual(['/api/v1/balance/sms_module']);
});

it('ends a response that is larger than any of the service', async () => {
	let closed = () => {};
	const isClosed = new Promise<void>((done) => (closed = done));
	const port = await serve({
		received: (_, socket) => {
			socket.on('close', closed);
			socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000_000)}`);
		},
	});
	const result = await test(`http://127.0.0.1:${port}/api/v1`);
	await isClosed;
	expect(result.status).toBe('Error');
});

it.each<[number, object | string, RegExp]>([
	[200, { status: 'error', message: 'Module closed' }, /Module closed/],
	[200, '<html>Welcome</html>', /Base URL/],
	[200, { status: 'success' }, /./],
	[401, {}, /HTTP 401/],
	[403, {}, /HTTP 403/],
	[404, {}, /HTTP 404.*Base URL/],
	[302, '', /Base URL/],
	[503, {}, /HTTP 503/],
])('is red and helpful for %i %j', async (status, body, message) => {
	const result = await responding(status, body);

	expect(result).toStrictEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(server!.requests).toHaveLength(1);
});

it.each([
	['sms.example.com', accessToken, /Base URL/],
	['http://sms.example.com', accessToken, /Allow Insecure HTTP/],
	['https://sms.example.com', 'two tokens', /access token/],
])('refuses what no request could be made with: %s, …', async (baseUrl, token, message) => {
	expect(await test(baseUrl, token)).toStrictEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});

it('never shows the token', async () => {
	const { message } = await responding(400, { status: 'error', message: `No: ${accessToken}` });
	expect(message).toContain('No: [access token]');
});
