/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { runInNewContext } from 'node:vm';
import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { SmsGatewayApi } from '../../credentials/SmsGatewayApi.credentials';
import { createToken } from '../support/credentials';

const credential = new SmsGatewayApi();
const accessToken = createToken();
const data = { baseUrl: 'https://sms.example.com/api/v1', accessToken };
const request: IHttpRequestOptions = {
	method: 'GET',
	url: 'https://sms.example.com/api/v1/balance/sms_module',
	headers: { Accept: 'application/json' },
};

describe('authenticate', () => {
	it('adds the token and keeps the rest, also for the HTTP Request node', async () => {
		expect(await credential.authenticate(data, request)).toEqual({
			...request,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
		});
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	it('needs no headers to add to', async () => {
		const { headers } = await credential.authenticate(data, { url: request.url });

		expect(headers).toEqual({ Authorization: `Bearer ${accessToken}` });
	});

	it('cleans a token that was pasted with "Bearer" and line breaks', async () => {
		const given = { ...data, accessToken: ` Bearer ${accessToken}\r\n` };
		const { headers } = await credential.authenticate(given, request);

		expect(headers!.Authorization).toBe(`Bearer ${accessToken}`);
	});

	it.each([
		{ url: 'https://sms.example.com/other?page=2' },
		{ url: 'HTTPS://SMS.Example.com:443/api/v1' },
		{ url: '/balance/sms_module' },
		{ url: '/balance/sms_module', baseURL: data.baseUrl },
		{ uri: 'https://sms.example.com/api/v1' } as unknown as IHttpRequestOptions,
	])('adds the token to a request to the origin of the base URL: %j', async (given) => {
		const { headers } = await credential.authenticate(data, given);
		expect(headers!.Authorization).toBe(`Bearer ${accessToken}`);
	});

	it.each([
		{ url: 'https://evil.example/api/v1' },
		{ url: 'http://sms.example.com/api/v1' },
		{ url: 'https://sms.example.com:8443/api/v1' },
		{ url: 'https://sms.example.com@evil.example/api/v1' },
		{ url: 'https://sms.example.com.evil.example/' },
		{ url: '//evil.example/' },
		{ url: '\\\\evil.example\\' },
		{ url: '/api', baseURL: 'https://evil.example' },
		{ uri: 'https://evil.example' } as unknown as IHttpRequestOptions,
		{ url: 'https://' },
	])('does not add the token to a request elsewhere, and says so: %j', async (given) => {
		await expect(credential.authenticate(data, given)).rejects.toThrow(
			/^The access token is for https:\/\/sms\.example\.com only and is not sent to /,
		);
	});

	it.each<[string, ICredentialDataDecryptedObject]>([
		['plain http', { ...data, baseUrl: 'http://sms.example.com' }],
		['an empty token', { ...data, accessToken: '' }],
		['a token of two lines', { ...data, accessToken: 'one\ntwo' }],
		['no base URL', { accessToken }],
	])('refuses %s before anything leaves', async (_, given) => {
		await expect(credential.authenticate(given, request)).rejects.toThrow();
	});
});

describe('the test of the credential', () => {
	const rules = credential.test.rules! as unknown as Array<{
		type: 'responseCode' | 'responseSuccessBody';
		properties: { key?: string; value: unknown; message: string };
	}>;

	/** As n8n judges: a matching rule is an error; codes count only outside of 2xx. */
	const judge = (status: number, body: Record<string, unknown> = {}): string | undefined =>
		rules.find(({ type, properties }) =>
			status === 200
				? type === 'responseSuccessBody' && body[properties.key!] === properties.value
				: type === 'responseCode' && properties.value === status,
		)?.properties.message;

	it('reads the balance and follows no redirect', () => {
		expect(credential.test.request).toMatchObject({
			url: '/balance/sms_module',
			disableFollowRedirect: true,
		});
	});

	it.each([
		['https://sms.example.com/api/v1'],
		[' https://sms.example.com/api/v1/ '],
		['https://sms.example.com/api/v1///'],
	])('goes to the base URL as the node cleans it: %j', (baseUrl) => {
		const expression = credential.test.request.baseURL!.replace(/^=\{\{|\}\}$/g, '');

		expect(runInNewContext(expression, { $credentials: { baseUrl } })).toBe(
			'https://sms.example.com/api/v1',
		);
	});

	it('is green for a balance, as documented and as met', () => {
		expect(judge(200, { status: 'success', module: 'sms_module', balance: 3 })).toBeUndefined();
		expect(judge(200, { status: 'success', data: '3.5' })).toBeUndefined();
	});

	it.each<[number, Record<string, unknown>, RegExp]>([
		[200, { status: 'error', message: 'No' }, /'Access Token'/],
		[200, { data: '<html></html>' }, /not as the SMS service/],
		[401, {}, /did not accept the access token/],
		[403, {}, /not allowed/],
		[404, {}, /\/api\/v1/],
		[302, {}, /redirects/],
		[503, {}, /failing/],
	])('is red and helpful for %i %j', (status, body, message) => {
		expect(judge(status, body)).toMatch(message);
	});
});

it('hides the token in the form', () => {
	const field = credential.properties.find(({ name }) => name === 'accessToken')!;

	expect(field.typeOptions).toEqual({ password: true });
});

describe('Allow Insecure HTTP', () => {
	const field = new SmsGatewayApi().properties.find(({ name }) => name === 'allowInsecureHttp')!;
	const isShown = (baseUrl: string) => NodeHelpers.displayParameter({ baseUrl }, field, null, null);

	it.each(['http://10.0.0.5/api/v1', 'HTTP://10.0.0.5/api/v1', ' http://a', '={{ $vars.sms }}'])(
		'is shown for %j',
		(baseUrl) => expect(isShown(baseUrl)).toBe(true),
	);

	it.each([
		'',
		'https://sms.example.com/api/v1',
		'sms.example.com',
		'http://localhost:4010/api/v1',
		'http://127.0.0.1:4010/api/v1',
		'http://[::1]/api/v1',
	])('is not shown for %j', (baseUrl) => expect(isShown(baseUrl)).toBe(false));

	// n8n asks at every request, and gives a regular expression 250 ms.
	it('needs no regular expression', () => {
		expect(JSON.stringify(field.displayOptions)).not.toContain('regex');
	});
});
