import * as fc from 'fast-check';
import { saying } from '../../../../support/saying';
import { rowsOf } from '../../../../support/table';
import {
	cleanAccessToken,
	cleanBaseUrl,
	expiryOf,
	refuseOtherOrigin,
} from '../../../../../nodes/SmsGateway/domain/service/credential';

describe('the base URL', () => {
	it.each([
		['https://sms.example.com/api/v1', 'https://sms.example.com/api/v1'],
		['  https://sms.example.com/api/v1/ \n', 'https://sms.example.com/api/v1'],
		['https://sms.example.com/api/v1/sms/send', 'https://sms.example.com/api/v1'],
		['https://sms.example.com/api/v1/sms/bulk/send/', 'https://sms.example.com/api/v1'],
		['https://sms.example.com/api/v1/balance/sms_module', 'https://sms.example.com/api/v1'],
		['https://sms.example.com/sms', 'https://sms.example.com/sms'],
		['HTTPS://SMS.Example.com:8443/Api', 'https://sms.example.com:8443/Api'],
		['http://localhost:4010/api/v1', 'http://localhost:4010/api/v1'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['http://[::1]:4010', 'http://[::1]:4010'],
	])('%j is used as %s', (baseUrl, clean) => {
		expect(cleanBaseUrl({ baseUrl })).toBe(clean);
	});

	const REFUSED = `
		invalidBaseUrl | sms.example.com/api/v1 · https://
		otherProtocol | ftp://sms.example.com · javascript:alert(1)
		queryInBaseUrl | https://sms.example.com/api?key=1 · https://sms.example.com/api#top
		userInBaseUrl | https://bob@sms.example.com
		placeholder | https://sms.example.com/{{ $json.path }}
		spaceInBaseUrl | https://sms.example.com/api /v1
		notEncrypted | http://sms.example.com · http://localhost.example.com · http://10.127.0.1 · http://gateway.localhost`;

	it.each<[unknown, string, string?]>([
		...rowsOf(REFUSED),
		...[undefined, '', 42].map((given): [unknown, string] => [given, 'noBaseUrl']),
		['https://sms.example.com/api\n/v1', 'spaceInBaseUrl'],
	])('%j is refused: %s', (baseUrl, because) => {
		expect(() => saying(() => cleanBaseUrl({ baseUrl }))).toThrow(because);
	});

	it('may be plain http anywhere where the user allows it', () => {
		const baseUrl = 'http://10.0.0.1/api/v1';
		expect(cleanBaseUrl({ baseUrl, allowInsecureHttp: true })).toBe(baseUrl);
		expect(() => saying(() => cleanBaseUrl({ baseUrl, allowInsecureHttp: 'true' }))).toThrow(
			'notEncrypted',
		);
	});

	it.each([
		'https://bob:hunter2@sms.example.com',
		'https://bob:hunter2@sms.example.com:99999',
		'https://sms.example.com?token=hunter2',
	])('%j is refused without repeating the secret in it', (baseUrl) => {
		expect(() => saying(() => cleanBaseUrl({ baseUrl }))).toThrow(/^((?!hunter2)[^])*$/);
	});
});

describe('the access token', () => {
	it.each([
		['abc.def.ghi', 'abc.def.ghi'],
		[' abc ', 'abc'],
		['Bearer abc', 'abc'],
		['Authorization: Bearer \t abc', 'abc'],
		['bearer\tabc\n', 'abc'],
		['Bearerabc', 'Bearerabc'],
		['\u00a0abc\ufeff', 'abc'],
	])('%j is used as %s', (accessToken, clean) => {
		expect(cleanAccessToken({ accessToken })).toBe(clean);
	});

	it.each([undefined, null, '', '  ', 'Bearer', 'bearer ', 7])('%j is empty', (accessToken) => {
		expect(() => saying(() => cleanAccessToken({ accessToken }))).toThrow('noToken');
	});

	it.each(['abc def', 'abc\ndef', 'abc\u200bdef', 'Bearer Bearer abc', 'clé', 'abc\u0000'])(
		'%j is refused, as no token holds that',
		(accessToken) => {
			expect(() => saying(() => cleanAccessToken({ accessToken }))).toThrow('invalidToken');
		},
	);

	it.each(['"abcdefgh"', "'abcdefgh'", 'Bearer "abcdefgh"', '“abcdefgh”'])(
		'%j is refused with its quotation marks',
		(accessToken) => {
			expect(() => saying(() => cleanAccessToken({ accessToken }))).toThrow('quotedToken');
		},
	);

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
			{ numRuns: 500 },
		);
	});
});

describe('the origin that the token is for', () => {
	const BASE = 'https://sms.example.com/api/v1';

	it.each(['https://SMS.example.com:443/other', 'sms/send', '/balance', '?page=2'])(
		'includes %s',
		(url) => expect(() => refuseOtherOrigin(url, BASE)).not.toThrow(),
	);

	it.each([
		['https://evil.example/api/v1', 'https://evil.example'],
		['https://sms.example.com@evil.example/', 'https://evil.example'],
		['//evil.example/sms/send', 'https://evil.example'],
		['http://sms.example.com/api/v1', 'http://sms.example.com'],
		['https://sms.example.com:8443/', 'https://sms.example.com:8443'],
		['https://', undefined],
	])('does not include %s, and the error says so', (url, target) => {
		expect(() => saying(() => refuseOtherOrigin(url, BASE))).toThrow(
			`otherOrigin ${JSON.stringify({ own: 'https://sms.example.com', target })}`,
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
		['an opaque token', 'abc'],
		['a token without expiry', token({ sub: 'me' })],
		['an expiry that is a text', token({ exp: '1767614400' })],
		['an expiry beyond all dates', token({ exp: 1e300 })],
		['a payload that is no object', token(null)],
		['a payload that is no JSON', 'e30.bm9wZQ.x'],
		['nothing', ''],
	])('is unknown for %s', (_, given) => {
		expect(expiryOf(given)).toBeUndefined();
	});
});
