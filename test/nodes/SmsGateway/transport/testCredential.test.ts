/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';
import { SmsGatewayTrigger } from '../../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import type { Finding } from '../../../../nodes/SmsGateway/domain/service/result';
import { credentialTest } from '../../../../nodes/SmsGateway/methods';
import { explain } from '../../../../nodes/SmsGateway/words/causes';
import { createToken } from '../../../support/credentials';
import { answer, startRawServer, type RawServer } from '../../../support/raw-server';

const accessToken = createToken();
const MASK = '[access token]';

const test = async (baseUrl: string, token = accessToken) =>
	await credentialTest.testCredential.call(
		new CredentialTestContext({} as IWorkflowExecuteAdditionalData),
		{ data: { baseUrl, accessToken: token } },
	);

let server: RawServer | undefined;
afterEach(async () => await server?.close());

/** What is said where the service does this with the request. */
async function meeting(act: (socket: Socket) => void) {
	server = await startRawServer({ received: (_, socket) => act(socket) });
	return await test(`http://127.0.0.1:${server.port}/api/v1/`);
}

const responding = async (status: number, body: object | string) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = answer(status, text, { location: '/elsewhere' });
	return await meeting((socket) => socket.end(response));
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
	const result = await meeting((socket) => {
		socket.on('close', closed);
		socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000_000)}`);
	});
	await isClosed;
	expect(result.status).toBe('Error');
});

it.each<[number, object | string, Finding, says: string]>([
	[200, { status: 'error', message: 'Module closed' }, 'noBalance', 'Module closed'],
	[200, '<html>Welcome</html>', 'notJson', ''],
	[200, { status: 'success' }, 'noBalance', ''],
	[401, {}, 'unauthorized', ''],
	[403, {}, 'forbidden', ''],
	[404, {}, 'notHere', ''],
	[302, '', 'seeOther', ''],
	[503, {}, 'serverError', ''],
	[400, { status: 'error', message: `No: ${accessToken}` }, 'refusedByService', `No: ${MASK}`],
])('is red and helpful, never shows the token (%#: HTTP %i)', async (status, body, found, says) => {
	const result = await responding(status, body);
	const http = status === 200 ? undefined : status;

	expect(result).toStrictEqual({
		status: 'Error',
		message: explain([{ name: 'service', found, http, says: says || undefined }]),
	});
	expect(server!.requests).toHaveLength(1);
});

it.each([
	['sms.example.com', accessToken, 'invalidBaseUrl'],
	['http://sms.example.com', accessToken, 'notEncrypted'],
	['https://sms.example.com', 'two tokens', 'invalidToken'],
] as const)('refuses what no request could be made with: %s, …', async (baseUrl, token, flaw) => {
	expect(await test(baseUrl, token)).toStrictEqual({
		status: 'Error',
		message: explain([{ name: 'credential', flaw }]),
	});
});
