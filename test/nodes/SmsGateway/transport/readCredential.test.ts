import { createEngine } from '../../../support/engine';
import { causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { accepted, getBalance, people, preview, send, waysToSend } from '../run';

const baseUrl = 'https://sms.example.com/api/v1';
const TOKENS = ['token-of-one-tenant', 'token-of-another'];
const perItem = { baseUrl, accessToken: '={{ $json.token }}' };
const DIFFERS = ['differs invalidCredential Access Token'];

const tenants = (...of: number[]) =>
	people(of.length).map((person, index) => ({ ...person, token: TOKENS[of[index]!] }));

describe.each(waysToSend)('%s: a credential', (route, run) => {
	it.each([
		['the 2nd', [0, 1]],
		['the last', [...Array<number>(999).fill(0), 1]],
		['half of the items', Array.from({ length: 1000 }, (_, index) => Number(index >= 500))],
	])('that is another one for %s sends nothing', async (_, of) => {
		const service = gateway();
		const { error } = await run({ items: tenants(...of), credentials: perItem });

		expect(causesOf(error)).toStrictEqual(DIFFERS);
		expect(service.requests).toStrictEqual([]);
	});

	it('is read for at most 20 items', async () => {
		gateway()[route](accepted);
		const { credentials } = await createEngine();
		const before = credentials.calls.getDecrypted;
		await run({
			items: people(1000),
			credentials: { baseUrl, accessToken: TOKENS[0]! },
			options: { batchSize: 1000, concurrency: 50 },
			parameters: route === 'send' ? { recipient: '={{ "+2290197000000" }}' } : {},
		});

		expect(credentials.calls.getDecrypted - before).toBe(20);
	});
});

it('that was deleted is none', async () => {
	gateway();
	const credentials = { baseUrl, accessToken: TOKENS[0]! };
	const node = { credentials: { smsGatewayApi: { id: 'gone', name: 'Gone' } } };
	const { error } = await send({ items: people(1), credentials, node });
	expect(causesOf(error)).toStrictEqual(['credential invalidCredential notChosen']);
});

it('may have no other address for an item either', async () => {
	const items = people(2).map((person, index) => ({ ...person, base: ['', '/b'][index] }));
	const credentials = { baseUrl: `=${baseUrl}{{ $json.base }}`, accessToken: TOKENS[0]! };
	const { error } = await send({ items, credentials });
	expect(causesOf(error)[0]).toContain('Base URL');
});

it('tells no balance of one account for another', async () => {
	const service = gateway();
	const items = tenants(0, 1);
	const { error } = await getBalance({ items, credentials: perItem });
	expect(error!.message).toContain('Access Token');

	const safeguards = { checkBalance: true };
	const previewed = await preview({ items, credentials: perItem, safeguards });
	expect(previewed.error!.message).toContain('Access Token');
	expect(service.requests).toStrictEqual([]);
});
