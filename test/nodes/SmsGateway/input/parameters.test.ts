import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend } from '../run';

const values = [
	'2290197000001',
	2_290_197_000_002,
	'=2290197000003',
	'',
	null,
	true,
	['2290197000004'],
	{},
];

describe.each([
	['={{ $json.phone }}', 'phone'],
	['={{$json.phone}}', 'phone'],
	["={{ $json['Phone Number'] }}", 'Phone Number'],
	['={{ $json["Phone Number"] }}', 'Phone Number'],
	['={{ $json.constructor }}', 'phone'],
])('%s, a field of the item and nothing else,', (expression, field) => {
	it('gives what the same field gives inside a longer expression', async () => {
		gateway().bulk(accepted);
		const items = [...values.map((value) => ({ [field]: value })), {}];
		const read = async (recipients: string) => {
			const parameters = { recipients };
			const result = await bulkSend({ items, onError: 'continueRegularOutput', parameters });
			// A sentence that names the expression has it as it was written.
			const text = JSON.stringify(result.items);
			return text.replace(/\{\{ \(?(?:\s*)(.*?)(?:\s*)\)? \}\}/g, '{{ $1 }}');
		};

		const longer = expression.replace('{{', '{{ (').replace('}}', ') }}');
		expect(await read(expression)).toEqual(await read(longer));
	});
});

it('reads the key, the sender and the text of an item from its fields too', async () => {
	const service = gateway().bulk(accepted);
	const result = await bulkSend({
		items: [
			{ phone: '2290197000001', shop: 'North', text: 'Hi', order: 7 },
			{ phone: '2290197000001', shop: 'North', text: 'Hi', order: 8 },
			{ phone: '2290197000001', shop: 'South', text: 'Ho', order: 7 },
		],
		parameters: { senderId: '={{ $json.shop }}', message: '={{ $json.text }}' },
		safeguards: { deduplicationKey: '={{ $json.order }}' },
		workflowId: 'fields-of-the-item',
	});

	expect(service.requests.map(({ body }) => body)).toEqual([
		{ sender_id: 'North', recipients: '2290197000001', message: 'Hi' },
		{ sender_id: 'North', recipients: '2290197000001', message: 'Hi' },
	]);
	expect(all(result, 'reason')).toEqual(['accepted', 'accepted', 'alreadySent']);
});
