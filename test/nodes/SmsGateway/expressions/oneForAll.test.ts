import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { refuseOneForAll } from '../../../../nodes/SmsGateway/expressions/oneForAll';
import { readerOf } from '../../../../nodes/SmsGateway/expressions/reader';
import { advisedBy, causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { refused } from '../../../support/refused';
import { placed } from '../../../support/saying';
import { accepted, bulkSend, phones, type Given } from '../run';
import codes from './codes.json';

const NAMES = ['Ada', 'Ben', 'Cia'];
const ROWS = NAMES.map((name, at) => ({
	name,
	phone: phones(3)[at]!,
	out: at === 2 ? phones(3)[2]! : '',
	max: 9,
}));

/** As 'Aggregate' makes one item of three. */
const AGGREGATED: IDataObject = {
	phone: phones(3),
	name: NAMES,
	data: ROWS,
	few: ROWS.map((row, at) => (at === 1 ? { ...row, phone: '' } : row)),
	weather: [{ main: 'Rain' }, { main: 'Wind' }],
	subject: 'Hello all',
};

async function sentBy(given: Given) {
	const service = gateway().bulk(accepted);
	const { error } = await bulkSend(given);
	const sms = service.requests.flatMap(({ recipients, body }) =>
		recipients.map((recipient) => ({ recipient, message: String(body!.message) })),
	);
	const write = error && `=${advisedBy(error)?.write}`;
	return { sms, causes: error ? causesOf(error) : [], write };
}

/** Each has one SMS, with the own name. */
const OWN = ROWS.map(({ name, phone }) => ({ recipient: phone, message: `Hi ${name}` }));

const ALL = codes.all;

const ONE = codes.one;

/** Every way to take all with one way to read one, and every way to read one with one to take all. */
const MISTAKES = [
	...ALL.map((all, at) => [all, ONE[at % 4]!] as const),
	...ONE.map((one, at) => [ALL[at % 4]!, one] as const),
];

const ONE_FOR_ALL = 'oneForAll invalidParameter Message';

/** What is sent where the advice for 'Recipients' is followed; as it is given, nothing is. */
async function sentAsAdvised(cause: string, { parameters, ...given }: Given, items = ROWS) {
	const { sms, causes, write } = await sentBy({ items: ROWS, ...given, parameters });
	expect(sms).toStrictEqual([]);
	expect(causes).toStrictEqual([cause]);
	return (await sentBy({ items, parameters: { ...parameters, recipients: write } })).sms;
}

describe.each<[how: string, given: Given]>([
	['for each item', {}],
	["with 'Execute Once'", { node: { executeOnce: true } }],
	['in a loop', { loop: { batchSize: 2 } }],
])('the numbers of all and the value of one, %s', (how, given) => {
	it.each(how === 'for each item' ? MISTAKES : MISTAKES.slice(0, ALL.length))(
		'send nothing, and the advice sends rightly: %s, %s',
		async (recipients, one) => {
			const parameters = { recipients: `={{ ${recipients} }}`, message: `=Hi {{ ${one} }}` };
			const sent = await sentAsAdvised(ONE_FOR_ALL, { ...given, parameters });
			expect(sent).toStrictEqual(OWN);
		},
	);
});

it.each(["$('Start').item.json.name", '$node["Start"].json.name'])(
	'send nothing over one input item with %s of the same node, and the advice sends rightly',
	async (one) => {
		const recipients = "={{ $('Start').all().map((item) => item.json.phone) }}";
		const given = { parameters: { recipients, message: `=Hi {{ ${one} }}` } };
		const sent = await sentAsAdvised(ONE_FOR_ALL, { ...given, loop: { batchSize: 1 } });
		expect(sent).toStrictEqual(OWN);
	},
);

const ALL_AT_ONCE = '={{ $input.all().map((item) => item.json.phone) }}';
const once = { node: { executeOnce: true }, items: ROWS };

it.each<[label: string, given: Partial<Given>]>([
	['Sender ID', { parameters: { senderId: '={{ $json.name }}' } }],
	['Deduplication Key', { safeguards: { deduplicationKey: '={{ $json.name }}' } }],
	['Do Not Send After', { safeguards: { doNotSendAfter: '={{ $json.until }}' } }],
	['Max SMS per Execution', { safeguards: { maxSms: '={{ $json.max }}' } }],
	['Default Country', { options: { defaultCountry: '={{ $json.country }}' } }],
])('send nothing where %s is of one of them', async (label, { parameters, ...given }) => {
	const all = { ...once, ...given, parameters: { recipients: ALL_AT_ONCE, ...parameters } };
	const { sms, causes } = await sentBy(all);
	expect(sms).toStrictEqual([]);
	expect(causes).toStrictEqual([`oneForAll invalidParameter ${placed(label)}`]);
});

it.each([
	['all', ALL_AT_ONCE, ROWS],
	[
		'some',
		'={{ $input.all().filter((item) => !item.json.out).map((item) => item.json.phone) }}',
		ROWS.slice(0, 2),
	],
])('send nothing to %s for each of the items, and the advice sends once', async (_, all, left) => {
	const given = { parameters: { recipients: all } };
	const sent = await sentAsAdvised('allForEach invalidParameter', given, left);
	expect(sent.map(({ recipient }) => recipient)).toStrictEqual(phones(left.length));
});

it.each<[what: string, parameters: INode['parameters'], given?: Partial<Given>]>([
	['fixed text', { message: 'Hello' }],
	['a text of no item', { message: '=Hello {{ $now.year }}' }],
	[
		'a text of all of them',
		{ message: "=We are {{ $('Start').all().map((i) => i.json.name).join() }}" },
	],
	['the chosen first', { message: '=The winner is {{ $input.first().json.name }}' }],
	['the chosen first of a list', { message: "=The winner is {{ $items('Start')[0].json.name }}" }],
	['what the only item has', { message: '=Hi {{ $json.name }}' }, { items: ROWS.slice(0, 1) }],
	[
		'the numbers of its group',
		{
			recipients:
				"={{ $('Start').all().filter((i) => i.json.name === $json.name).map((i) => i.json.phone) }}",
			message: '=Hi {{ $json.name }}',
		},
		{ node: {} },
	],
])('are sent %s', async (_, parameters, given = {}) => {
	const items = given.items ?? ROWS;
	const all = { ...once, ...given, parameters: { recipients: ALL_AT_ONCE, ...parameters } };
	const { sms } = await sentBy(all);
	expect(sms.map(({ recipient }) => recipient)).toStrictEqual(phones(items.length));
});

it('are sent what the only input item has, as a text that was written for all', async () => {
	const recipients = "={{ $('Start').all().map((item) => item.json.phone) }}";
	const parameters = { recipients, message: '=At {{ $json.max }}' };
	const { sms } = await sentBy({ items: ROWS, loop: { batchSize: 1 }, parameters });
	expect(sms.slice(0, 3).map(({ recipient }) => recipient)).toStrictEqual(phones(3));
});

const LISTS = codes.lists;

const PLACES = codes.places;

it.each(
	LISTS.flatMap((list, at) =>
		PLACES.filter((_, place) => at === 0 || place % 3 === at % 3).map(
			(place) => [list, place] as const,
		),
	),
)('a list of recipients and a place of a list send nothing: %s, %s', async (list, place) => {
	const parameters = { recipients: `={{ ${list} }}`, message: `=Hi {{ ${place} }}` };
	const { sms, causes } = await sentBy({ items: [AGGREGATED], parameters });
	expect(sms).toStrictEqual([]);
	expect(causes).toStrictEqual(['oneOfList invalidParameter Message']);
});

it.each([
	['$json.phone', '$json.name[0]', 'Hi Ada'],
	['$json.few.filter((one) => one.phone).map((one) => one.phone)', '$json.data[0].name', 'Hi Ada'],
	['$json.phone', '$json.data.map((one) => one.name)[$itemIndex + 1]', 'Hi Ben'],
])('a place that is said to be meant for all is sent: %s, %s', async (list, place, text) => {
	const recipients = `={{ ${list} }}`;
	const sentWith = async (message: string) =>
		await sentBy({ items: [AGGREGATED], parameters: { recipients, message } });
	const { write } = await sentWith(`=Hi {{ ${place} }}`);
	const { sms } = await sentWith(write!.replace('=', '=Hi '));
	expect([...new Set(sms.map((one) => one.message))]).toStrictEqual([text]);
});

it.each(codes.meantForAll as Array<[string, string, string]>)(
	'%s is sent',
	async (_, recipients, message) => {
		const parameters = { recipients, message };
		const { sms, causes } = await sentBy({ items: [AGGREGATED], parameters });
		expect(causes).toStrictEqual([]);
		expect(sms).not.toStrictEqual([]);
	},
);

/** Whether it is refused, where another node's item has a list of the same name. */
function isRefusedBeside(others: IDataObject[], recipients: string, message: string): boolean {
	const raw = (name: string) => ({ recipients, message })[name] ?? {};
	const ctx = {
		getTimezone: () => 'UTC',
		getInputData: () => [{ json: { data: ROWS } }],
		getNodeParameter: raw,
		evaluateExpression: () => JSON.stringify(others),
	};
	const reader = readerOf(ctx as unknown as IExecuteFunctions);
	return refused(() => refuseOneForAll(reader, 'recipients')(0, new Set(phones(2)))) !== undefined;
}

const NUMBERS = '.data.map((one) => one.phone)';
const OF_OTHER = "$('Other').item.json";

it.each([
	[`={{ $json${NUMBERS} }}`, `={{ ${OF_OTHER}.data[0].main }}`],
	[`={{ ${OF_OTHER}${NUMBERS} }}`, '={{ $json.data[0].main }}'],
])('refuses a place of a list beside %s only where it is of the same item: %s', (to, text) => {
	expect(isRefusedBeside([{ main: 'Rain' }, { main: 'Wind' }], to, text)).toBe(false);
	expect(isRefusedBeside(ROWS, to, text)).toBe(true);
});

describe.each(['Allowed Recipients', 'Excluded Recipients', 'Test Recipients'])('%s', (label) => {
	const name = label[0]!.toLowerCase() + label.slice(1).replace(' ', '');
	const send = async (list: string, given: Partial<Given> = {}) =>
		await sentBy({ items: ROWS, ...given, safeguards: { [name]: list } });

	it.each(codes.partOfList)(
		'refuses one number of another node with several, and takes its list: %s',
		async (code) => {
			const { sms, write } = await send(`={{ ${code} }}`, { loop: { batchSize: 1 } });
			expect(sms).toStrictEqual([]);
			const { sms: ofAll, causes } = await send(write!);
			expect(causes).toStrictEqual([]);
			expect(ofAll).toHaveLength(name === 'excludedRecipients' ? 0 : 3);
		},
	);

	it.each(["$('Start').first().json.phone", "$('Start').all()[0].json.phone"])(
		'takes the one that is chosen: %s',
		async (code) => {
			const sent = (await send(`={{ ${code} }}`)).sms.map(({ recipient }) => recipient);
			const [first, ...others] = phones(3);
			const expected = { allowedRecipients: [first], excludedRecipients: others }[name];
			expect(sent).toStrictEqual(expected ?? phones(3));
		},
	);
});

it("refuses with 'Execute Once' an opt-out of the first item alone, and takes all of them", async () => {
	const parameters = { recipients: ALL_AT_ONCE };
	const safeguards = { excludedRecipients: "={{ $json.out || '' }}" };
	const { sms, write } = await sentBy({ ...once, parameters, safeguards });
	expect(sms).toStrictEqual([]);
	const followed = { ...once, parameters, safeguards: { excludedRecipients: write } };
	expect((await sentBy(followed)).sms.map(({ recipient }) => recipient)).toStrictEqual(phones(2));
});

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const LISTED = { phones: phones(3) };
const ROW = "$('Start').item.json.name";
const listed = (
	code: string,
	made: IDataObject[] = [LISTED],
	items: IDataObject[] = ROWS,
): Given => ({
	items,
	made,
	parameters: { recipients: '={{ $json.phones }}', message: `=Hi {{ ${code} }}` },
});
const [ADA, BEN, CIA, DAN] = phones(4) as [string, string, string, string];
const PARENTS = [
	{ pupil: 'Eva', phones: [ADA, BEN], mother: ADA, father: BEN },
	{ pupil: 'Fay', phones: [CIA, DAN], mother: CIA, father: DAN },
];
const PUPILS = PARENTS.map(({ pupil, mother, father }) => ({ pupil, mother, father }));
const groups = (...phones: string[][]) => phones.map((group) => ({ phones: group }));
const within = (put: (phone: string) => unknown) =>
	ROWS.map(({ name, phone }) => ({ name, of: put(phone) as IDataObject }));
const inside = (tel: string) => ({ tel });
const deep = (wa_id: string) => ({ entry: [{ changes: [{ value: { contacts: [{ wa_id }] } }] }] });
const inKey = { safeguards: { deduplicationKey: `={{ ${ROW} }}` } };
const asSender = { recipients: '={{ $json.phones }}', senderId: `={{ ${ROW} }}` };

const FRENCH = ['612345678', '612345679'];
const AT_HOME = FRENCH.map((one, index) => ({ name: NAMES[index], phone: `0${one}` }));
const TEAM = "={{ $('Start').item.json.data.map((one) => one.phone) }}";
const ofOwn = (code: string, made: IDataObject[]): Given => ({
	items: [{ data: ROWS }],
	made,
	parameters: { recipients: TEAM, message: `=Hi {{ ${code} }}` },
});
const withCopy = { recipients: `={{ $json.phone }}, ${ADA}`, message: '=Hi {{ $json.name }}' };

describe('a row that names some of the recipients', () => {
	it.each<[string, Given]>([
		['a list that a Code node made', listed(ROW)],
		['a text that Edit Fields joined', listed(ROW, [{ phones: phones(3).join(', ') }])],
		...[
			'$node["Start"]',
			"$('Start').itemMatching(0)",
			"$('Start').itemMatching(Math.min(0, 1))",
			"$('Start').all()[$itemIndex]",
			"$('Start')['all']()?.[ $itemIndex ]",
			"$items('Start')[$itemIndex]",
			"$('Start').all().at($itemIndex)",
		].map((row): [string, Given] => [row, listed(`${row}.json.name`)]),
		['other spellings', listed(`${ROW}.trim()`, groups(phones(3).map((one) => `+${one}`)))],
		['two of three', listed(ROW, groups(phones(2)))],
		['groups in another order', listed(ROW, groups([BEN, CIA], [ADA, CIA], phones(3)))],
		['the sender', { ...listed(ROW), parameters: asSender }],
		['a key', { ...listed("'you'"), ...inKey }],
		['numbers within an object', listed(ROW, [LISTED], within(inside))],
		['numbers far inside', listed(ROW, [LISTED], within(deep))],
		['numbers that were tidied', listed(ROW, groups(FRENCH.map((one) => `+33${one}`)), AT_HOME)],
		['rows of its own', ofOwn('$json.name', ROWS)],
	])('says nothing to all: %s', async (_, given) => {
		const { sms, causes } = await sentBy(given);
		expect(sms).toStrictEqual([]);
		expect(causes[0]).toMatch(/^oneOfRows invalidParameter/);
	});

	const WEATHER = [{ main: 'Rain' }, { main: 'Wind' }];
	const OFFICE = [{ name: 'Office', phone: ADA }, { name: 'Nobody' }];

	it.each<[string, Given, number]>([
		['of one recipient', listed(ROW, groups([ADA])), 1],
		['of one, twice', listed(ROW, groups([ADA, `+${ADA}`])), 1],
		['the weather, which names nobody', listed("$('Start').item.json.main", [LISTED], WEATHER), 3],
		['a row that names nobody; others do', listed(ROW, [LISTED], [{ name: 'all' }, ...ROWS]), 3],
		['what the only row has', listed(ROW, [LISTED], ROWS.slice(0, 1)), 3],
		['the first, where it is meant', listed("$('Start').first().json.name"), 3],
		['at(1), where it is meant', listed("$('Start').all().at(1).json.name"), 3],
		['a row that names one, where no other names the rest', listed(ROW, [LISTED], OFFICE), 3],
		['their own item', listed('$json.name', [{ ...LISTED, name: 'all' }]), 3],
		['own rows that name nobody', ofOwn('$json.title', [{ title: 'A' }, { title: 'B' }]), 6],
		['a copy to one of them', { items: ROWS, parameters: withCopy }, 5],
		['both parents of a pupil', listed("$('Start').item.json.pupil", PARENTS, PUPILS), 4],
	])('goes on with %s', async (_, given, count) => {
		const { sms, causes } = await sentBy(given);
		expect([causes, sms.length]).toStrictEqual([[], count]);
	});
});

/** The rows, of which the first has a number that cannot be read, or none. */
const spoilt = (phone: string) => ROWS.slice(0, 2).map((row, at) => (at ? row : { ...row, phone }));
const PEOPLE_AT = '$json.people.map((one) => one.phone)';

describe.each(['12345', '+229019700', 'no phone', ''])('the number "%s" of a row', (phone) => {
	const items = spoilt(phone);
	const toAll = { recipients: ALL_AT_ONCE, message: '=Hi {{ $json.name }}' };
	const inList = { recipients: `={{ ${PEOPLE_AT} }}`, message: '=Hi {{ $json.people[0].name }}' };
	const joined = { phones: [phone, ...phones(3).slice(1)] };
	const refusals: Array<[string, Given]> = [
		['in each item', { items, parameters: toAll }],
		["with 'Execute Once'", { items, parameters: toAll, node: { executeOnce: true } }],
		['in a list of one item', { items: [{ people: items }], parameters: inList }],
		['in what a node made', listed(ROW, [joined], [...items, ROWS[2]!])],
	];

	it.each(refusals)('is somebody, %s', async (_, given) => {
		const { sms } = await sentBy({ ...given, node: { ...CONTINUE, ...given.node } });
		expect(sms).toStrictEqual([]);
	});

	it('takes no word of another row for the number beside the own one', async () => {
		const others = ROWS.slice(0, 2).map((row, at) => ({
			...row,
			note: at ? phone : 'nuts',
			two: phone,
		}));
		const recipients = '={{ $json.phone }},{{ $json.two }}';
		const message = "=Hi {{ $('Start').item.json.name }}";
		const { sms } = await sentBy({
			items: others,
			parameters: { recipients, message },
			node: CONTINUE,
		});
		expect(sms).toHaveLength(phone ? 2 : 0);
	});

	it('keeps none of the own row from an SMS', async () => {
		const pair = { phones: [ADA, phone], name: 'Ada' };
		const others = [pair, { phones: [BEN], name: 'Ben' }];
		const { sms } = await sentBy({ ...listed(ROW, others, others), node: CONTINUE });
		expect(sms).toStrictEqual([ADA, BEN].map((one, at) => ({ ...OWN[at], recipient: one })));
	});
});

/** Of one row nobody else is hit; of two somebody is, as of many. */
describe.each([1, 2, 3])('of %i', (count) => {
	const items = ROWS.slice(0, count);
	const recipients = "={{ $('Start').all().map((item) => item.json.phone) }}";
	const message = `={{ ${ROW} }}`;
	const loop = { batchSize: 1 };
	const ofAll = { recipients: ALL_AT_ONCE, message: '={{ $json.name }}' };
	const lists = [{ phone: phones(count), name: NAMES.slice(0, count) }];
	const ofList = { recipients: '={{ $json.phone }}', message: '={{ $json.name[0] }}' };
	const safeguards = { allowedRecipients: "={{ $('Start').item.json.phone }}" };

	it.each<[string, string, Given]>([
		['oneForAll', 'own items', { ...once, items, parameters: ofAll }],
		['oneForAll', 'items of another node', { items, loop, parameters: { recipients, message } }],
		['allForEach', 'items, each with all', { items, parameters: { recipients: ALL_AT_ONCE } }],
		['oneOfList', 'places of a list', { items: lists, parameters: ofList }],
		['oneOfRows', 'rows of another node', listed(ROW, groups(phones(count)), items)],
		['partOfList', 'allowed recipients of another node', { items, loop, safeguards }],
	])('is refused from two on, as %s: %s', async (cause, _, given) => {
		const { sms, causes } = await sentBy(given);
		expect(causes.map((one) => one.split(' ')[0])).toStrictEqual(count === 1 ? [] : [cause]);
		expect(sms.length).toBe(count === 1 ? 1 : 0);
	});
});

it.each([
	"$('Start').all().find((one) => one.json.name === 'Ben').json.phone",
	"$('Start').all().filter((one) => one.json.name === 'Ben').map((one) => one.json.phone)",
])('one recipient out of all rows gets the text of each item: %s', async (code) => {
	const parameters = { recipients: `={{ ${code} }}`, message: '=Hi {{ $json.name }}' };
	const { sms, causes } = await sentBy({ items: ROWS, parameters });
	expect([causes, sms.length]).toStrictEqual([[], 3]);
	expect(new Set(sms.map(({ recipient }) => recipient)).size).toBe(1);
});

const ANSWERS = [
	{ type: 'text', text: 'At nine' },
	{ type: 'phone', phone: ADA },
];
const BOTH = { recipients: '={{ [$json.mobile, $json.home].filter(Boolean) }}' };
const JOINED = { recipients: BOTH.recipients.replace(')', ").join(',')") };
const SUM = { recipients: "={{ $json.mobile + ',' + $json.home }}" };
const FIRST_NAME = { recipients: '={{ $json.list }}', message: '=Hi {{ $json.names[0] }}' };
const FOUND = {
	recipients: "={{ $json.answers.find(a => a.type === 'phone').phone }}",
	message: '={{ $json.answers[0].text }}',
};

it.each<[string, IDataObject, INode['parameters'], string[]]>([
	['is sent where one of two numbers is empty', { mobile: ADA, home: '' }, BOTH, [ADA]],
	['is sent where one is not there', { mobile: ADA }, BOTH, [ADA]],
	['is sent where they are joined', { mobile: '', home: ADA }, JOINED, [ADA]],
	['is sent where the number is found in a list', { answers: ANSWERS }, FOUND, [ADA]],
	['is sent where one is twice', { list: [ADA, ADA], names: ['A', 'A'] }, FIRST_NAME, [ADA]],
	['is nothing where both are empty', { mobile: '', home: '' }, BOTH, []],
	['is nothing where two are read as a text', { mobile: ADA }, SUM, []],
	['is nothing where there are two', { list: [ADA, BEN], names: ['A', 'B'] }, FIRST_NAME, []],
])('what is for one recipient %s', async (_, item, parameters, sent) => {
	const { sms, causes } = await sentBy({ items: [item], parameters });
	expect(sms.map(({ recipient }) => recipient)).toStrictEqual(sent);
	expect(causes).toHaveLength(1 - sent.length);
});
