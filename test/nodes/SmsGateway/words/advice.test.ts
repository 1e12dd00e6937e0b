import { gateway } from '../../../support/gateway';
import NUMBERS from './advice.json';
import { accepted, bulkSend, people, phones, preview, send } from '../run';

// Each piece of advice is followed word for word, on what it was given for: then it is sent.

type Given = Parameters<typeof bulkSend>[0];

const [ADA] = phones(1) as [string];
const to = (phone: string, more: Given = {}): Given => ({ items: [{ phone }], ...more });
const inFrance = { options: { defaultCountry: 'FR' } };
const inGermany = { options: { defaultCountry: 'DE' } };
const ofSet = (code: string): Given => to(ADA, { parameters: { recipients: `={{ ${code} }}` } });
const both = (b: string): Given => ({
	items: [{ a: `+${ADA}`, b: '' }],
	parameters: { recipients: `={{ $json.a }}, ${b}` },
});
const parts = (code: string): Given => ({
	items: [{ code, rest: '612345678' }],
	parameters: { recipients: '=+{{ $json.code }}{{ $json.rest }}' },
});
const NO = { 'N° a': 7 };
const text = (message: string, more: object = {}): Given => ({
	items: [{ phone: ADA, name: 'Ada', ...more }],
	parameters: { message },
});
const byCountry = {
	items: [
		{ phone: '0612345678', country: 'FR' },
		{ phone: '01512 5550143', country: 'DE' },
	],
	options: { defaultCountry: '={{ $json.country }}' },
};
const without = (excludedRecipients: string): Given => ({
	...byCountry,
	safeguards: { excludedRecipients },
});

type Row = [advice: RegExp, given: Given, followed: Given, sent?: number];

it.each<Row>([
	...(NUMBERS as Array<[string, string, string, number?]>).map(
		([advice, given, followed, sent]): Row => [RegExp(advice), to(given), to(followed), sent],
	),
	[/set 'Options > Default Country'/, to('0612345678'), to('0612345678', inFrance)],
	[/or the country;/, to('0171 3920023', inFrance), { ...to('0171 3920023'), ...inGermany }],
	[/needs a \+/, to('0171 3920023', inFrance), to('+49 171 3920023', inFrance)],
	[/Enter a text/, text(' '), text('Hello')],
	[/Switch the field to 'Expression'/, text('Hi {{ $json.name }}'), text('=Hi {{ $json.name }}')],
	[
		/write it outside of the braces/,
		text('={{ String(undefined) + $json.name }}'),
		text('=undefined {{ $json.name }}'),
	],
	[/only phone, name/, text('=Hi {{ $json.Nome }}'), text('=Hi {{ $json.name }}')],
	[/Write {{ \$json.name }} instead/, text('=Hi {{ $json.Name }}'), text('=Hi {{ $json.name }}')],
	[/Write {{ \$json\['N° a'\] }}/, text('={{ $json.N° a }}', NO), text("={{ $json['N° a'] }}", NO)],
	[/Check the field/, parts(''), parts('33')],
	[/Write \$json.name inst/, text("={{ 'a' + $json.Name }}"), text("={{ 'a' + $json.name }}")],
	[/json.b \?\? '' }}/, both('{{ $json.b }}'), both("{{ $json.b ?? '' }}")],
	[/numbers\. .* 'Options > Default/, to('15202345678'), { ...to('15202345678'), ...inGermany }],
	[/one of its fields/, text('={{ $json.of }}', { of: { a: 1 } }), text('={{ $json.name }}')],
	[/rite {{ \$json.name }}/, text('Hi {{Name}}'), text('=Hi {{ $json.name }}')],
	[/\[\.\.\.set]/, ofSet('new Set([$json.phone])'), ofSet('[...new Set([$json.phone])]')],
	[/Choose its field/, ofSet('$input.all()'), to(ADA)],
	[/Fix the cell/, text('=Hi {{ $json.name }}', { name: '#N/A' }), text('=Hi {{ $json.name }}')],
	[
		/The number has no country code\. Write it with \+ and its country code\. Value:/,
		without('0612345678'),
		without('+33612345678'),
		1,
	],
])('%s', async (advice, given, followed, count = 1) => {
	const service = gateway().bulk(accepted);
	const { error } = await bulkSend(given);
	expect(service.recipients).toStrictEqual([]);
	expect(`${error!.message} ${error!.description as string}`).toMatch(advice);
	const { items } = await bulkSend(followed);
	expect(items.filter(({ json }) => json.status === 'accepted')).toHaveLength(count);
	expect(service.recipients).toHaveLength(count);
});

it('names the field of one where Send gets the list of all', async () => {
	const service = gateway().send(accepted);
	const code = "{{ $('Start').all().map((one) => one.json.phone) }}";
	const sendTo = async (recipient: string) =>
		await send({ items: people(2), parameters: { recipient } });
	const { error } = await sendTo(`=${code}`);
	const [, write] = /Write (.+) instead/.exec(error!.description!)!;
	await sendTo(`=${write}`);
	expect(service.recipients).toStrictEqual(phones(2));
});

it('names the country where a number is another one’s too, so that what is written then is that', async () => {
	const service = gateway().bulk(accepted);
	const given = { ...to('15125550143'), options: { defaultCountry: 'DE' } };
	const { hints } = await preview(given);
	const [, write] = /If that is meant, write (\+[\d ]+\d)\./.exec(hints[1]!.message)!;
	await bulkSend({ ...given, items: [{ phone: write! }] });
	expect(service.recipients).toStrictEqual([write!.replace(/\D/g, '')]);
});

// As docs/questions.md answers them.
it.each<[question: string, parameters: object, rows: object[], sent: string[]]>([
	[
		'the mobile number, else the one at home',
		{ recipient: '={{ $json.mobile || $json.home }}', message: 'Hi' },
		[{ mobile: '', home: `+${ADA}` }],
		[`${ADA} Hi`],
	],
	[
		'the mobile number, where it is one',
		{
			recipient:
				"={{ $json.phoneNumber.kind === 'mobile' ? $json.phoneNumber.number : $json.home }}",
			message: 'Hi',
		},
		[
			{ home: `+${ADA}`, phoneNumber: { kind: '', number: '' } },
			{ home: '', phoneNumber: { kind: 'mobile', number: '+33612345678' } },
		],
		[`${ADA} Hi`, '33612345678 Hi'],
	],
	[
		'the text of a sheet',
		{
			recipient: '={{ $json.phone }}',
			message: "={{ $('Start').first().json.text.replaceAll('NAME', $json.name) }}",
		},
		[
			{ phone: ADA, name: 'Ada', text: 'Dear NAME' },
			{ phone: '+33612345678', name: 'Ben' },
		],
		[`${ADA} Dear Ada`, '33612345678 Dear Ben'],
	],
])('answers the question for %s', async (_, parameters, rows, sent) => {
	const service = gateway().send(accepted);
	await send({ items: rows as Given['items'], parameters: { ...parameters } });
	const got = service.of('send').map(({ body }) => `${body!.recipient} ${body!.message}`);
	expect(got.sort()).toStrictEqual(sent.sort());
});
