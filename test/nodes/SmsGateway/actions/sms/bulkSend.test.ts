import { defaultCredentials } from '../../../../support/credentials';
import { gateway } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, e164 } from '../../run';

it('puts the recipients of all items into one request, exactly as the contract says', async () => {
	const service = gateway().bulk(accepted);
	await bulkSend({ items: [{ phone: '+229 01 97 00 00 01' }, { phone: '002290197000002' }] });

	expect(service.requests).toHaveLength(1);
	const [request] = service.requests;
	expect(request).toMatchObject({ method: 'POST', path: '/api/v1/sms/bulk/send' });
	expect(request!.headers).toMatchObject({
		authorization: `Bearer ${defaultCredentials.accessToken}`,
		'content-type': 'application/json',
	});
	expect(JSON.parse(request!.rawBody)).toStrictEqual({
		sender_id: 'MyShop',
		recipients: '2290197000001|2290197000002',
		message: 'Hello',
	});
});

it('sends 250 items in 3 requests and hands out 250 paired items', async () => {
	const service = gateway().bulk(accepted);
	const { items } = await bulkSend({ items: people(250) });

	expect(service.requests.map(({ recipients }) => recipients.length)).toStrictEqual([100, 100, 50]);
	expect(service.recipients).toStrictEqual(phones(250));
	expect(items.map(({ json }) => json.recipient)).toStrictEqual(phones(250).map(e164));
	expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
		people(250).map((_, item) => ({ item })),
	);
	expect(items.map(({ json }) => json.request)).toStrictEqual(
		people(250).map((_, item) => 1 + Math.floor(item / 100)),
	);
});

describe('grouping', () => {
	const items = [
		{ phone: '2290197000001', shop: 'North', name: 'Ada' },
		{ phone: '2290197000002', shop: 'South', name: 'Ada' },
		{ phone: '2290197000003', shop: 'North', name: 'Bo' },
		{ phone: '2290197000004', shop: 'North', name: 'Ada' },
	];

	it('is by sender and text, as each item gives them', async () => {
		const service = gateway().bulk(accepted);
		const result = await bulkSend({
			items,
			parameters: { senderId: '={{ $json.shop }}', message: '=Hi {{ $json.name }}' },
		});

		expect(service.requests.map(({ body }) => body)).toStrictEqual([
			{ sender_id: 'North', recipients: '2290197000001|2290197000004', message: 'Hi Ada' },
			{ sender_id: 'South', recipients: '2290197000002', message: 'Hi Ada' },
			{ sender_id: 'North', recipients: '2290197000003', message: 'Hi Bo' },
		]);
		expect(all(result, 'recipient')).toStrictEqual(items.map(({ phone }) => e164(phone)));
		expect(all(result, 'request')).toStrictEqual([1, 2, 3, 1]);
	});
});

describe('recipients of one item', () => {
	it.each<[string, unknown]>([
		['|', '2290197000001|2290197000002|2290197000003'],
		['comma and blank', '2290197000001, 2290197000002,2290197000003'],
		['semicolon', '2290197000001;2290197000002; 2290197000003'],
		['line break', '2290197000001\r\n2290197000002\n2290197000003\n'],
		['a list', ['2290197000001', 2290197000002, '+2290197000003']],
		['nested lists', [['2290197000001|2290197000002'], [2290197000003]]],
	])('may be separated by: %s', async (_, phone) => {
		const service = gateway().bulk(accepted);
		const { items } = await bulkSend({ items: [{ phone } as never] });

		expect(service.requests[0]!.body!.recipients).toBe('2290197000001|2290197000002|2290197000003');
		expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			[1, 2, 3].map(() => ({ item: 0 })),
		);
	});

	it.each([
		['', 'missingValue'],
		['|', 'invalidRecipient'],
		[[], 'invalidRecipient'],
		[null, 'missingValue'],
		[undefined, 'missingValue'],
	])('are never lost unseen: %j', async (phone, reason) => {
		gateway();
		const { items } = await bulkSend({
			items: [{ phone } as never],
			onError: 'continueRegularOutput',
		});

		expect(items.map(({ json }) => [json.status, json.reason])).toStrictEqual([
			['notSent', reason],
		]);
	});
});
