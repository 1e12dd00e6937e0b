import { readCredential } from '../../../../nodes/SmsGateway/transport/readCredential';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, all, getBalance, people, preview, waysToSend } from '../run';

const baseUrl = 'https://sms.example.com/api/v1';
const TOKENS = ['token-of-one-tenant', 'token-of-another'];

const tenants = (...of: number[]) =>
	people(of.length).map((person, index) => ({ ...person, token: TOKENS[of[index]!] }));

const another = (label: string, item: string) =>
	`'${label}' in the credential gives another value for the ${item} item than for the 1st. Use one account for all items, or put a 'Loop Over Items' node with 'Batch Size' 1 in front of this node.`;

const perItem = { baseUrl, accessToken: '={{ $json.token }}' };

describe.each(waysToSend)('%s: a credential', (route, run) => {
	it.each([
		['the 2nd', [0, 1], '2nd'],
		['the last', [0, 0, 0, 1], '4th'],
		['one of many', Array.from({ length: 3000 }, (_, index) => Number(index === 1234)), '1235th'],
	])('that is another one for %s item sends nothing', async (_, of, item) => {
		const service = gateway();
		const result = await run({ items: tenants(...of), credentials: perItem });

		expect(result.error!.message).toContain(another('Access Token', item));
		expect(service.requests).toStrictEqual([]);
	});

	it('that has its own value for one of many items sends nothing', async () => {
		const service = gateway();
		const items = people(3000).map((person, index) => ({ ...person, isVip: index === 1234 }));
		const accessToken = `={{ $json.isVip ? "${TOKENS[1]}" : "${TOKENS[0]}" }}`;
		const { error } = await run({ items, credentials: { baseUrl, accessToken } });

		expect(error!.message).toContain(another('Access Token', '1235th'));
		expect(service.requests).toStrictEqual([]);
	});

	it('Continue: gives every item the reason', async () => {
		const service = gateway();
		const result = await run({
			items: tenants(0, 1),
			credentials: perItem,
			onError: 'continueRegularOutput',
		});

		expect(all(result, 'reason')).toStrictEqual(['invalidCredential', 'invalidCredential']);
		expect(service.requests).toStrictEqual([]);
	});

	it('that another item has another address for sends nothing', async () => {
		const service = gateway();
		const items = people(2).map((person, index) => ({ ...person, base: ['', '/b'][index] }));
		const credentials = { baseUrl: `=${baseUrl}{{ $json.base }}`, accessToken: TOKENS[0]! };
		const { error } = await run({ items, credentials });

		expect(error!.message).toContain(another('Base URL', '2nd'));
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		['twice where no item can change it', TOKENS[0]!, 2],
		[
			'once more for each value that it can have',
			`={{ $json.isVip ? "${TOKENS[0]}" : "${TOKENS[0]}" }}`,
			3,
		],
	])('is read %s', async (_, accessToken, reads) => {
		gateway()[route](accepted);
		const { credentials } = await createEngine();
		const before = credentials.calls.getDecrypted;
		await run({
			items: people(1000).map((person, index) => ({ ...person, isVip: index % 2 === 0 })),
			credentials: { baseUrl, accessToken },
			options: { batchSize: 1000, concurrency: 50 },
			parameters: route === 'send' ? { recipient: '={{ "+2290197000000" }}' } : {},
		});

		expect(credentials.calls.getDecrypted - before).toBe(reads);
	});
});

it('is read for each item where n8n does not show it as it was entered', async () => {
	const service = gateway();
	const { credentials } = await createEngine();
	const getDecrypted = credentials.getDecrypted.bind(credentials);
	const unseen = jest.spyOn(credentials, 'getDecrypted').mockImplementation(async (...given) => {
		if (given[5]) throw new Error('Not supported yet');
		return await getDecrypted(...given);
	});
	try {
		const items = tenants(0, 0, 1);
		const { error } = await waysToSend[0]![1]({ items, credentials: perItem });
		expect(error!.message).toContain(another('Access Token', '3rd'));
		expect(service.requests).toStrictEqual([]);
	} finally {
		unseen.mockRestore();
	}
});

it('tells no balance of one account for another', async () => {
	const service = gateway();
	const items = tenants(0, 1);
	const { error } = await getBalance({ items, credentials: perItem });
	expect(error!.message).toContain(another('Access Token', '2nd'));

	const previewed = await preview({
		items,
		credentials: perItem,
		safeguards: { checkBalance: true },
	});
	expect(previewed.error!.message).toContain(another('Access Token', '2nd'));
	expect(service.requests).toStrictEqual([]);
});

describe('a credential that n8n reads', () => {
	const [ONE, OTHER] = TOKENS.map((accessToken) => ({ baseUrl, accessToken })) as [object, object];

	/** @param saved as it was entered; undefined where n8n does not show it */
	const reading = (items: Array<object | undefined>, saved?: object) =>
		readCredential({
			getNode: () => ({ credentials: { smsGatewayApi: { id: '1' } } }),
			getInputData: () => items,
			getMode: () => 'trigger',
			getCredentials: async (_: string, item: number) =>
				items[item] ?? (await Promise.reject(new Error('No such field'))),
			additionalData: {
				credentialsHelper: {
					getDecrypted: async (...given: unknown[]) => {
						expect(given.slice(1)).toStrictEqual([
							{ id: '1' },
							'smsGatewayApi',
							'trigger',
							undefined,
							true,
						]);
						return saved ?? (await Promise.reject(new Error('Not supported')));
					},
				},
			},
		} as never);

	it('is that of the only item, or of a node without items', async () => {
		expect(await reading([ONE])).toBe(ONE);
		const getNode = () => ({ credentials: { smsGatewayApi: { id: '1' } } });
		const polling = { getNode, getCredentials: async () => ONE };
		expect(await readCredential(polling as never)).toBe(ONE);
	});

	it('is another one where n8n cannot read it for an item', async () => {
		await expect(reading([ONE, undefined])).rejects.toMatchObject({
			problem: { causes: [{ name: 'credentialDiffers', field: 'Access Token', item: 1 }] },
		});
	});

	it('is read once where it has no expression', async () => {
		expect(await reading([ONE, OTHER], ONE)).toBe(ONE);
	});
});
