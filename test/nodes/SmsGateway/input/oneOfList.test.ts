import type { INode } from 'n8n-workflow';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, phones, send } from '../run';

const onError = 'continueRegularOutput';

/** As 'Aggregate' makes one item of three. */
const AGGREGATED = {
	phone: phones(3),
	name: ['Ada', 'Ben', 'Cia'],
	shop: ['Main Street', 'Main Street', ''],
	days: ['Monday', 'Tuesday'],
	data: ['Ada', 'Ben', 'Cia'].map((name, index) => ({ name, phone: phones(3)[index]! })),
};

async function sentWith(parameters: INode['parameters']) {
	const service = gateway().bulk(accepted);
	const items = [AGGREGATED, { ...AGGREGATED, phone: phones(1) }];
	const result = await bulkSend({ items, parameters: { ...parameters }, onError });
	return { reasons: all(result, 'reason').slice(0, 3), result, service };
}

it.each([
	['={{ $json.phone }}', 'message', '=Hi {{ $json.name[0] }}'],
	['={{ $json.phone.join() }}', 'message', '=Hi {{ $json["name"][1].trim() }}'],
	['={{ $json.data.map((one) => one.phone) }}', 'message', '=Hi {{ $json.data[0].name }}'],
	['={{ $json.phone }}', 'senderId', '={{ $json.name[0] }}'],
])('sends to the recipients %s of an item no %s of one of them: %s', async (...given) => {
	const [recipients, field, text] = given;
	const { reasons, result, service } = await sentWith({ recipients, [field]: text });

	expect(reasons).toStrictEqual(Array(3).fill('invalidParameter'));
	expect(result.items[0]!.json.explanation).toContain(
		`{{ ${text.split('{{ ')[1]!.replace(' }}', '').replaceAll('"', "'")} }}, the value of one recipient, for all of them`,
	);
	expect(result.items[0]!.json.explanation).toContain("Put a 'Split Out' node in front");
	// The other item has one recipient.
	if (!recipients.includes('map')) expect(service.recipients).toStrictEqual(phones(1));
});

it.each([
	['that all have', '=At {{ $json.shop[0] }}'],
	['of a list that is no list of them', '=On {{ $json.days[0] }}'],
	['that a function chooses', '=The winner is {{ $json.name.at(0) }}'],
	['that is put together of all', '=We are {{ $json.name.join(" and ") }}'],
])('sends them a value %s', async (_, message) => {
	const { reasons } = await sentWith({ recipients: '={{ $json.phone }}', message });
	expect(reasons).toStrictEqual(Array(3).fill('accepted'));
});

it('is about several recipients alone', async () => {
	gateway().send(accepted);
	const parameters = { recipient: '={{ $json.phone[0] }}', message: '=Hi {{ $json.name[0] }}' };
	expect(all(await send({ items: [AGGREGATED], parameters, onError }), 'reason')).toStrictEqual([
		'accepted',
	]);
});
