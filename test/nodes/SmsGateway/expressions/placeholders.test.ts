import { insteadOf } from '../../../../nodes/SmsGateway/expressions/placeholders';
import { advisedBy, causesOf, dataOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { accepted, people, send, waysToSend } from '../run';
import codes from './codes.json';

const one = [{ ...people(1)[0]!, name: 'Ada', 'First Name': 'Ada' }];

const sendText = async (message: string) => {
	const service = gateway().send(accepted);
	const { error } = await send({ items: one, parameters: { message } });
	return { sent: service.requests[0]?.body?.message, error };
};

it('advises the very name of a field before one in other letters', () => {
	const items = [{ json: { Name: 'A', name: 'B', PHONE: 'C' } }];
	expect(insteadOf(items, 'name').write).toBe('{{ $json.name }}');
	expect(insteadOf(items, 'phone').write).toBe('{{ $json.PHONE }}');
});

it('refuses the name of a field that only some items have', async () => {
	const items = [...one, people(2)[1]!];
	const service = gateway().send(accepted);
	await send({ items, parameters: { message: 'Hi {First Name}' } });
	expect(service.requests).toStrictEqual([]);
});

it.each(codes.notFilledIn as Array<[string, string]>)(
	'refuses what n8n does not fill in, and names it: %s',
	async (message, found) => {
		const { sent, error } = await sendText(message);
		expect(sent).toBeUndefined();
		expect(causesOf(error)).toStrictEqual(['placeholder invalidParameter Message']);
		expect(dataOf(error).causes[0]!.expression).toBe(found);
	},
);

it.each([
	['Hi $json.name!', 'Hi {{ $json.name }}!'],
	['Hi {First Name}!', "Hi {{ $json['First Name'] }}!"],
	['Hi {{name}}!', 'Hi {{ $json.name }}!'],
	['Hi {{ $json.Name }}!', 'Hi {{ $json.name }}!'],
])('sends where the advice is followed: %s', async (message, text) => {
	const { write } = advisedBy((await sendText(message)).error)!;
	const followed = message.replace(/\{\{?[^{}]*\}\}?|\$json\.name/, () => write!);
	expect(followed).toBe(text);
	expect((await sendText(`=${followed}`)).sent).toBe('Hi Ada!');
});

it.each(["$('Start').first().json.Nome", "$('Start').item.json.Nome", '$json.Nome'])(
	'names the fields that there are, where no item of the node has %s',
	async (code) => {
		const { error, sent } = await sendText(`=Hi {{ ${code} }}!`);
		expect(sent).toBeUndefined();
		expect(advisedBy(error)?.write).toBeUndefined();
		expect(error!.description).toMatch(/'Nome'.* phone, name, First Name/);
		const chosen = await sendText(`=Hi {{ ${code} || $json.nick }}!`);
		expect(chosen.error!.description).not.toContain("'Nome'");
	},
);

it.each([
	'Hi [name], <name>, %name%, #name#, $name, ${name_}, «name»',
	'Hi {Name} {nickname} {}',
	'name',
	'{"name": 1}',
	'Costs 5 $json',
])('sends other marks as they are: %s', async (message) => {
	expect((await sendText(message)).sent).toBe(message);
});

describe.each(waysToSend)('a placeholder as plain text, by %s', (_, run) => {
	it.each<[field: string, given: object]>([
		['Sender ID', { parameters: { senderId: '{{ $json.name }}' } }],
		[
			'Recipient',
			{ parameters: { recipient: '{{ $json.phone }}', recipients: '{{$json.phone}}' } },
		],
		['Deduplication Key', { safeguards: { deduplicationKey: '{{ $json.id }}' } }],
		['Do Not Send After', { safeguards: { doNotSendAfter: '{{ $json.until }}' } }],
		['Excluded Recipients', { safeguards: { excludedRecipients: '{{ $json.out }}' } }],
		['Allowed Recipients', { safeguards: { allowedRecipients: '$json.phone' } }],
		['Test Recipients', { safeguards: { testRecipients: '{phone}' } }],
	])('is refused in %s', async (field, given) => {
		const service = gateway();
		const { error } = await run({ items: people(2), ...given });

		const [cause] = causesOf(error);
		expect(cause).toMatch(/^placeholder invalidParameter /);
		expect(cause).toContain(field);
		expect(service.requests).toStrictEqual([]);
	});
});
