import * as fc from 'fast-check';
import { saying } from '../../../../support/saying';
import { rowsOf } from '../../../../support/table';
import {
	cleanAccessToken,
	cleanBaseUrl,
	expiryOf,
} from '../../../../../nodes/SmsGateway/domain/service/credential';

const HTTPS = 'https://sms.example.com/api/v1';

describe('the base URL', () => {
	it.each([
		...[HTTPS, `  ${HTTPS}/ \n`, `${HTTPS}/sms/send`, `${HTTPS}/sms/bulk/send/`].map((given) => [
			given,
			HTTPS,
		]),
		[`${HTTPS}/balance/sms_module`, HTTPS],
		['https://sms.example.com/sms', 'https://sms.example.com/sms'],
		['HTTPS://SMS.Example.com:8443/Api', 'https://sms.example.com:8443/Api'],
		...[
			'http://localhost:4010/api/v1',
			'http://127.0.0.1:4010',
			'http://[::1]:4010',
			'http://127.0.0.0',
			'http://127.255.255.255',
		].map((given) => [given, given]),
	])('%j is used as %s', (baseUrl, clean) => {
		expect(cleanBaseUrl({ baseUrl })).toBe(clean);
	});

	const REFUSED = `
		invalidBaseUrl | sms.example.com/api/v1 · https:// · https://bob:hunter2@sms.example.com:99999
		invalidBaseUrl | ftp://sms.example.com · javascript:alert(1) · https://sms.example.com/api /v1
		invalidBaseUrl | https://sms.example.com/api?token=hunter2 · https://sms.example.com/api#top
		invalidBaseUrl | https://bob:hunter2@sms.example.com
		placeholder | https://sms.example.com/{{ $json.path }}
		notEncrypted | http://sms.example.com · http://localhost.example.com · http://10.127.0.1 · http://gateway.localhost
		notEncrypted | http://127.example.com · http://127.0.0.1.example.com · http://126.255.255.255 · http://128.0.0.1 · http://[::2]`;

	it.each<[unknown, string, string?]>([
		...rowsOf(REFUSED),
		...[undefined, '', 42].map((given): [unknown, string] => [given, 'noBaseUrl']),
		['https://sms.example.com/api\n/v1', 'invalidBaseUrl'],
	])('%j is refused: %s, without repeating a secret in it', (baseUrl, because) => {
		const clean = () => saying(() => cleanBaseUrl({ baseUrl }));
		expect(clean).toThrow(because);
		expect(clean).toThrow(/^((?!hunter2)[^])*$/);
	});

	it('may be plain http anywhere where the user allows it', () => {
		const baseUrl = 'http://10.0.0.1/api/v1';
		expect(cleanBaseUrl({ baseUrl, allowInsecureHttp: true })).toBe(baseUrl);
		expect(() => saying(() => cleanBaseUrl({ baseUrl, allowInsecureHttp: 'true' }))).toThrow(
			'notEncrypted',
		);
	});
});

describe('the access token', () => {
	it.each([
		...['abc', ' abc ', 'Bearer abc', 'bearer\tabc\n', '\u00a0abc\ufeff'],
		'Authorization: Bearer \t abc',
	])('%j is used without what surrounds it', (accessToken) => {
		expect(cleanAccessToken({ accessToken })).toBe('abc');
	});

	it.each<[string, unknown[]]>([
		['noToken', [undefined, null, '', '  ', 'Bearer', 'bearer ', 7]],
		['invalidToken', ['abc def', 'abc\ndef', 'abc\u200bdef', 'Bearer Bearer abc', 'clé', 'a\0']],
		['invalidToken', ['"abcdefgh"', "'abcdefgh'", 'Bearer "abcdefgh"', '“abcdefgh”']],
	])('is refused as %s: %j', (flaw, tokens) => {
		for (const accessToken of tokens) {
			expect(() => saying(() => cleanAccessToken({ accessToken }))).toThrow(flaw);
		}
	});

	it('is never repeated in an error, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 4, unit: 'binary' }), (accessToken) => {
				const secret = `q7${accessToken}`;
				try {
					saying(() => cleanAccessToken({ accessToken: secret }));
				} catch (error) {
					expect(String(error)).not.toContain(secret.trim());
				}
			}),
			{ numRuns: 200 },
		);
	});
});

describe('the expiry', () => {
	const token = (payload: unknown) =>
		`e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

	it('is that of the JWT, in seconds', () => {
		expect(expiryOf(token({ exp: 1_767_614_400 }))).toStrictEqual(new Date('2026-01-05T12:00:00Z'));
	});

	it.each([
		...['abc', '', 'e30.bm9wZQ.x'],
		...[{ sub: 'me' }, { exp: '1767614400' }, null].map(token),
	])('is unknown for %j', (given) => expect(expiryOf(given)).toBeUndefined());
});
