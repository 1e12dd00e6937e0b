import { sleep } from 'n8n-workflow';
import { defaultCredentials } from '../../../../support/credentials';
import { gateway } from '../../../../support/gateway';
import { accepted, bulkSend, people, phones, send, e164, waysToSend } from '../../run';
import { tell, type Story } from '../../stories';

const [ADA, BEN, CLEO, DAN] = ['2290197000001', '2290197000002', '2290197000003', '2290197000004'];

it.each([
	['send', send, '/api/v1/sms/send', { recipient: ADA }],
	['bulk', bulkSend, '/api/v1/sms/bulk/send', { recipients: ADA }],
] as const)('makes a request exactly as the contract says: %s', async (route, run, path, to) => {
	const service = gateway()[route](accepted);
	const message = ' Ça va ? 👍\n';
	await run({ items: [{ phone: '+229 01 97 00-00-01' }], parameters: { message } });

	expect(service.requests).toHaveLength(1);
	const [request] = service.requests;
	expect(request).toMatchObject({ method: 'POST', path });
	expect(request!.headers).toMatchObject({
		authorization: `Bearer ${defaultCredentials.accessToken}`,
		'content-type': 'application/json',
		accept: 'application/json',
	});
	expect(request!.rawBody).toBe(JSON.stringify({ sender_id: 'MyShop', ...to, message }));
});

describe.each(waysToSend)('%s', (route, run) => {
	it('outputs one item per recipient, in the order of the input', async () => {
		const body = { status: 'success', recipient: 'someone', error: 'none', reason: 'x' };
		gateway()[route](async ({ recipients }) => {
			// The first is answered last.
			await sleep(recipients[0] === phones(1)[0] ? 30 : 0);
			return { body };
		});
		const { items } = await run({ items: people(4), options: { batchSize: 1 } });

		expect(items).toStrictEqual(
			phones(4).map((phone, item) => ({
				json: {
					recipient: e164(phone),
					status: 'accepted',
					reason: 'accepted',
					explanation: expect.stringMatching(/./),
					replayed: false,
					smsCount: 1,
					request: item + 1,
					// Never spread into the item.
					response: body,
				},
				pairedItem: { item },
			})),
		);
	});

	tell([route, run], {
		// Also an American mobile, were it read as a number with its country code.
		'sends to the same phone again, through any node that copies its output': [
			{
				items: [{ phone: '15125550143' }],
				options: { defaultCountry: 'DE' },
				responds: accepted,
				sent: ['4915125550143'],
				out: { recipient: ['+4915125550143'] },
			},
			{ items: [{ phone: '+4915125550143' }], sent: ['4915125550143'] },
		],
	});
});

const own = {
	items: [
		{ phone: ADA, shop: 'North', name: 'Ada' },
		{ phone: BEN, shop: 'South', name: 'Ada' },
		{ phone: CLEO, shop: 'North', name: 'Bo' },
		{ phone: DAN, shop: 'North', name: 'Ada' },
	],
	parameters: { senderId: '={{ $json.shop }}', message: '=Hi {{ $json.name }}' },
};

it.each([
	[
		'send',
		send,
		[
			['North', ADA, 'Hi Ada'],
			['South', BEN, 'Hi Ada'],
			['North', CLEO, 'Hi Bo'],
			['North', DAN, 'Hi Ada'],
		],
	],
	[
		'bulk',
		bulkSend,
		[
			['North', `${ADA}|${DAN}`, 'Hi Ada'],
			['South', BEN, 'Hi Ada'],
			['North', CLEO, 'Hi Bo'],
		],
	],
] as const)('sends each item its own sender and text: %s', async (route, run, requests) => {
	const service = gateway()[route](accepted);
	const { items } = await run(own);

	expect(service.requests.map(({ body }) => Object.values(body!))).toStrictEqual(requests);
	expect(items.map(({ json }) => json.recipient)).toStrictEqual([ADA, BEN, CLEO, DAN].map(e164));
});

it('sends 250 items in 3 requests and outputs 250 paired items', async () => {
	const service = gateway().bulk(accepted);
	const { items } = await bulkSend({ items: people(250) });

	expect(service.requests.map(({ recipients }) => recipients.length)).toStrictEqual([100, 100, 50]);
	expect(
		items.map(({ json, pairedItem }) => [json.recipient, json.request, pairedItem]),
	).toStrictEqual(
		phones(250).map((phone, item) => [e164(phone), 1 + Math.floor(item / 100), { item }]),
	);
});

const list = (phone: unknown, more: Story = {}): Story => ({
	items: [{ phone }] as NonNullable<Story['items']>,
	responds: accepted,
	sent: [ADA, BEN, CLEO],
	...more,
});
const missing = (phone: unknown, reason: string): Story =>
	list(phone, { sent: [], onError: 'continueRegularOutput', out: { reason: [reason] } });

tell(['bulk', bulkSend], {
	'reads recipients of an item by |': list(`${ADA}|${BEN}|${CLEO}`),
	'reads them by comma and blank': list(`${ADA}, ${BEN},${CLEO}`),
	'reads them by semicolon': list(`${ADA};${BEN}; ${CLEO}`),
	'reads them by line break': list(`${ADA}\r\n${BEN}\n${CLEO}\n`),
	'reads a list': list([ADA, Number(BEN), `+${CLEO}`]),
	'reads nested lists': list([[`${ADA}|${BEN}`], [Number(CLEO)]]),
	'loses no item with an empty text': missing('', 'missingValue'),
	'loses no item with a separator': missing('|', 'invalidRecipient'),
	'loses no item with an empty list': missing([], 'invalidRecipient'),
	'loses no item with null': missing(null, 'missingValue'),
	'loses no item with nothing': missing(undefined, 'missingValue'),
});
