import { sleep } from 'n8n-workflow';
import { defaultCredentials } from '../../../../support/credentials';
import { gateway } from '../../../../support/gateway';
import { accepted, people, phones, send, e164 } from '../../run';

it('makes one request per item, exactly as the contract says', async () => {
	const service = gateway().send(accepted);
	await send({
		items: [{ phone: '+229 01 97 00-12-34' }],
		parameters: { message: ' Ça va ? 👍\n' },
	});

	expect(service.requests).toHaveLength(1);
	const [request] = service.requests;
	expect(request).toMatchObject({ method: 'POST', path: '/api/v1/sms/send' });
	expect(request!.headers).toMatchObject({
		authorization: `Bearer ${defaultCredentials.accessToken}`,
		'content-type': 'application/json',
		accept: 'application/json',
	});
	expect(request!.body).toStrictEqual({
		sender_id: 'MyShop',
		recipient: '2290197001234',
		message: ' Ça va ? 👍\n',
	});
	expect(Object.keys(request!.body!)).toStrictEqual(['sender_id', 'recipient', 'message']);
});

it('sends each item its own sender and text', async () => {
	const service = gateway().send(accepted);
	const items = [
		{ phone: '2290197000001', shop: 'North', name: 'Ada' },
		{ phone: 2290197000002, shop: 'South', name: 'Bo' },
	];
	await send({
		items,
		parameters: { senderId: '={{ $json.shop }}', message: '=Hi {{ $json.name }}' },
	});

	expect(service.requests.map(({ body }) => body)).toStrictEqual([
		{ sender_id: 'North', recipient: '2290197000001', message: 'Hi Ada' },
		{ sender_id: 'South', recipient: '2290197000002', message: 'Hi Bo' },
	]);
});

it('hands out one item per recipient, in the order of the input', async () => {
	gateway().send(async ({ recipients }) => {
		// The first is answered last.
		await sleep(recipients[0] === '2290197001234' ? 30 : 0);
		return { body: { status: 'success', id: recipients[0] } };
	});
	const { items } = await send({ items: people(4) });

	expect(items).toHaveLength(4);
	items.forEach(({ json, pairedItem }, index) => {
		expect(pairedItem).toStrictEqual({ item: index });
		expect(json).toStrictEqual({
			recipient: e164(phones(4)[index]!),
			status: 'accepted',
			reason: 'accepted',
			explanation: expect.stringMatching(/./),
			replayed: false,
			smsCount: 1,
			request: index + 1,
			response: { status: 'success', id: phones(4)[index] },
		});
	});
});

it('never spreads what the service answers into the item', async () => {
	const answer = { status: 'success', recipient: 'someone', error: 'none', reason: 'x' };
	gateway().send({ body: answer });
	const { items } = await send({ items: people(1), retryOnFail: true });

	expect(items[0]!.json).toMatchObject({ recipient: '+2290197001234', response: answer });
	expect(items[0]!.json).not.toHaveProperty('error');
});

it('sends to the same phone again, through any node that copies its output', async () => {
	const service = gateway().send(accepted);
	const options = { defaultCountry: 'DE' };
	// Also an American mobile, were it read as a number with its country code.
	const { items } = await send({ items: [{ phone: '15125550143' }], options });
	const copies = items.map(({ json }) => ({ phone: json.recipient }));
	const again = await send({ items: copies, options });

	expect(copies).toStrictEqual([{ phone: '+4915125550143' }]);
	expect(again.items.map(({ json }) => json.recipient)).toStrictEqual(['+4915125550143']);
	expect(service.requests.map(({ body }) => body!.recipient)).toStrictEqual([
		'4915125550143',
		'4915125550143',
	]);
});
