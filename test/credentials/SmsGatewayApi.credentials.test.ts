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
		const asked = { ...request, sendCredentialsOnCrossOriginRedirect: true };
		expect(await credential.authenticate(data, asked)).toStrictEqual({
			...request,
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
		});
		expect(request.headers).toStrictEqual({ Accept: 'application/json' });
	});

	it('needs no headers to add to, and cleans a token that was pasted with "Bearer"', async () => {
		const given = { ...data, accessToken: ` Bearer ${accessToken}\r\n` };
		const { headers } = await credential.authenticate(given, { url: request.url });

		expect(headers).toStrictEqual({ Authorization: `Bearer ${accessToken}` });
	});

	it.each([
		{ url: 'https://sms.example.com/other?page=2' },
		{ url: 'HTTPS://SMS.Example.com:443/api/v1' },
		{ url: '/balance/sms_module' },
		{ url: '/balance/sms_module', baseURL: data.baseUrl },
		{ url: request.url, headers: { Authorization: 'Basic YTpi' } },
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
		{ url: 'https:evil.example/x' },
		{ url: 'ht\ttps:evil.example/x' },
		{ url: '\0https:evil.example/x' },
		{ url: '\\\\evil.example\\' },
		{ url: '/api', baseURL: 'https://evil.example' },
		{ uri: 'https://evil.example' } as unknown as IHttpRequestOptions,
		{ url: 'https://evil.example', uri: request.url } as IHttpRequestOptions,
		{ url: 'https://' },
		{ url: 'https://', baseURL: 'https://sms.example.com' },
	])('does not add the token to a request elsewhere, and says so: %j', async (given) => {
		await expect(credential.authenticate(data, given)).rejects.toThrow('https://sms.example.com');
	});

	it.each([
		{ proxy: 'http://evil.example:8080' },
		{ proxy: { host: 'evil.example', port: 80 } },
		{ skipSslCertificateValidation: true },
		{ rejectUnauthorized: false },
		{ agentOptions: { rejectUnauthorized: false } },
		{ httpsAgent: {} },
		{ agent: {} },
	])('does not send the token on a way on which it could be read: %j', async (way) => {
		const given = { ...request, ...way } as IHttpRequestOptions;
		await expect(credential.authenticate(data, given)).rejects.toThrow("Remove 'Proxy'");
	});

	it.each([
		{ proxy: undefined },
		{ proxy: '' },
		{ skipSslCertificateValidation: false },
		{ rejectUnauthorized: true },
		{ agentOptions: undefined },
		{ timeout: 1_000, json: true },
	])('sends it as the HTTP Request node asks by itself: %j', async (way) => {
		const given = { ...request, ...way } as IHttpRequestOptions;
		const { headers } = await credential.authenticate(data, given);
		expect(headers!.Authorization).toBe(`Bearer ${accessToken}`);
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

describe('Allow Insecure HTTP', () => {
	const field = new SmsGatewayApi().properties.find(({ name }) => name === 'allowInsecureHttp')!;
	const isShown = (baseUrl: string) => NodeHelpers.displayParameter({ baseUrl }, field, null, null);

	it.each<[boolean, string[]]>([
		[true, ['http://10.0.0.5/v1', 'HTTP://10.0.0.5', 'Http://a', ' http://a', '={{ $vars.sms }}']],
		[false, ['', 'https://sms.example.com/api/v1', 'sms.example.com']],
		[
			false,
			['localhost:4010', 'localhost', '127.0.0.1:4010', '[::1]'].map((one) => `http://${one}/v1`),
		],
	])('is shown (%s) for %j', (shown, baseUrls) => {
		expect(baseUrls.filter((one) => isShown(one) !== shown)).toStrictEqual([]);
	});

	// n8n asks at every request, and gives a regular expression 250 ms.
	it('needs no regular expression', () => {
		expect(JSON.stringify(field.displayOptions)).not.toContain('regex');
	});
});
