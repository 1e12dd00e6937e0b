import '../../../../support/fast-clock';
import { createToken, defaultCredentials } from '../../../../support/credentials';
import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { getBalance, people } from '../../run';
import { causesOf } from '../../../../support/error-data';

const answer = { status: 'success', module: 'sms_module', balance: 1250 };

it('makes one request per execution, exactly as the contract says', async () => {
	const service = gateway().balance({ body: answer });
	const { items } = await getBalance({ items: people(3) });

	expect(service.requests).toHaveLength(1);
	const [request] = service.requests;
	expect(request).toMatchObject({ method: 'GET', path: '/api/v1/balance/sms_module', rawBody: '' });
	expect(request!.headers.authorization).toBe(`Bearer ${defaultCredentials.accessToken}`);
	expect(request!.headers).not.toHaveProperty('content-type');
	expect(items).toStrictEqual(
		[0, 1, 2].map((item) => ({ json: { balance: 1250, response: answer }, pairedItem: { item } })),
	);
});

// What else is no balance stands in domain/service/balance.test.ts.
it.each<[string, Answer, string]>([
	['a balance that is no number', { body: { balance: 'lots' } }, 'noAmount'],
	['a page', { body: '<html></html>' }, 'notJson'],
	['401', { status: 401, body: { status: 'error', message: 'Bad token' } }, 'unauthorized'],
	['a redirect', { status: 302, headers: { location: 'https://x.example' } }, 'seeOther'],
	['no answer', { hang: true }, 'timeout'],
])('%s is a clear error, never 0', async (_, reply, found) => {
	const service = gateway().balance(reply);
	const options = { timeout: reply.hang ? 0.2 : 30 };
	const { error, items } = await getBalance({ options });

	expect(causesOf(error)).toStrictEqual([`service balanceUnreadable ${found}`]);
	expect(items).toStrictEqual([]);
	expect(service.requests).toHaveLength(reply.hang ? 3 : 1);
});

it('says when the token ended', async () => {
	gateway().balance({ status: 401 });
	const credentials = { ...defaultCredentials, accessToken: createToken(-60) };
	const { error } = await getBalance({ credentials });

	expect(error!.message).toMatch(/\d+ \w{3} \d{4}, \d\d:\d\d \(/);
});

it.each<[string, Answer]>([
	['429', { status: 429, headers: { 'retry-after': '0' } }],
	['500', { status: 500 }],
	['a lost connection', { error: 'ECONNRESET' }],
])('is read again after %s: reading is harmless', async (_, failure) => {
	const service = gateway().balance([failure, { body: answer }]);
	const { items } = await getBalance({});

	expect(service.requests).toHaveLength(2);
	expect(items[0]!.json.balance).toBe(1250);
});

it.each([
	[
		'an unusable credential',
		{ credentials: { baseUrl: '', accessToken: 'x' } },
		'credential balanceUnreadable noBaseUrl',
	],
	[
		'a wrong option',
		{ options: { timeout: 'long' } },
		'wrongSetting balanceUnreadable Options > Timeout',
	],
])('does not ask for it with %s, in each setting', async (_, given, cause) => {
	const service = gateway();
	const { error } = await getBalance(given);
	expect(causesOf(error)).toStrictEqual([cause]);
	const continued = await getBalance({ ...given, onError: 'continueRegularOutput' });
	expect(continued.items.map(({ json }) => json)).toStrictEqual([
		{ balance: null, explanation: expect.stringContaining(error!.message), response: null },
	]);
	const routed = await getBalance({ ...given, onError: 'continueErrorOutput' });
	expect(routed.errorItems[0]!.json.error).toContain(error!.message);
	expect(service.requests).toStrictEqual([]);
});
