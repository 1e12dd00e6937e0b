import type { INode } from 'n8n-workflow';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, preview, send, sendAndWait, waysToSend } from '../run';
import { placed } from '../../../support/saying';

const onError = 'continueRegularOutput' as const;
const textsOf = ({ requests }: ReturnType<typeof gateway>) =>
	requests.map(({ body }) => body!.message);

const one = (more: object) => [{ ...people(1)[0]!, ...more }];
const hello = '=Hello {{ $json.name }}, your order is ready.';

/** As a field of a message, and what the sentence names of it. */
const HOLES: Array<[message: string, item: object]> = [
	[hello, {}],
	[hello, { name: null }],
	[hello, { name: '' }],
	[hello, { name: ' \u00a0\u200b\u2800\u3164\ufffb' }],
	[hello, { name: NaN }],
	[hello, { name: { first: 'Ada' } }],
	[hello, { name: ['Ada'] }],
	[hello, { name: new Date(NaN) }],
	['={{ $json.name }}', {}],
	['={{ $json.name }}', { name: '' }],
	['={{ $json.name }}', { name: { first: 'Ada' } }],
	['=Hello {{ $json["first name"] }}', { 'first name': '' }],
	["=Hello {{ $json['name'].first }}", { name: { first: ' ' } }],
	['=Hello {{ $json.name.first }}', { name: null }],
	['=Hello {{ $json.names[1] }}', { names: ['Ada'] }],
	['=Hello {{ $json.name?.first }}', { name: { first: '' } }],
	['=Hello {{ $json.नाम }}', { नाम: '' }],
	['=Hello {{ $json.nick || $json.name }}', { nick: '', name: '' }],
	["=Hello {{ $('Start').item.json.name }}", { name: '' }],
	['=Hello {{ $input.item.json.name }}', { name: '' }],
	[String.raw`=Hello {{ $json['l\'élève'] }}`, { "l'élève": '' }],
	["=Hello {{ $json.name.split(' ')[0] }}", { name: '' }],
	["=Hello {{ $json.name.split(' ').first() }}", { name: ' Ada' }],
	['=Hello {{ $json.names.first() }}', { names: [''] }],
	['=Hello {{ String($json.name).toLocaleUpperCase("fr"); }}', { name: '' }],
	["=Hello {{ $('Start').item?.json?.name }}", { name: '' }],
	["=Hello {{ $('Start')['item'].json.name }}", { name: '' }],
	["=Hello {{ $('Start').itemMatching($itemIndex).json.name }}", { name: '' }],
	["=Hello {{ $('Start').all()[$itemIndex].json.name }}", { name: '' }],
	['=Hello {{ $input.all().at($itemIndex).json.name }}', { name: '' }],
	["=Hello {{ $items('Start')[$itemIndex].json.name }}", { name: '' }],
	['=Hello {{ $data.name }}', { name: '' }],
	['=Pay {{ $json.price * 2 }} now', { price: 'x' }],
	['=Pay {{ 1 / $json.zero }} now', { zero: 0 }],
	['=On {{ new Date($json.day) }} at 9', { day: 'x' }],
	['=On {{ DateTime.fromISO($json.day) }} at 9', { day: 'x' }],
	['=On {{ new Date($json.day).toLocaleDateString() }} at 9', { day: 'x' }],
	['=On {{ DateTime.fromISO($json.day).toFormat("dd") }} at 9', { day: 'x' }],
	['={{ "Hello " + $json.name }}', {}],
	['={{ "Hello " + $json.name + "!" }}', { name: null }],
	['={{ "Hello " + $json.name }}', { name: {} }],
	['={{ "Hello " + $json.name }}', { name: '' }],
	['={{ "Hello " + $json.name.trim() }}', { name: ' ' }],
	['={{ `Hello ${$json.name?.split(" ")[0].toUpperCase()}!` }}', { name: '' }],
	['={{ "Hello " + $json.name + $json.last }}', { name: '', last: 'B' }],
	["={{ 'It\\'s ' + $json['first name'] + \"!\" }}", { 'first name': ' ' }],
	['={{ `Hello ${ $json.name }, $5 off` }}', { name: '' }],
	["={{ 'Hello ' + $('Start').item.json.name }}", { name: '' }],
	['={{ "Hello " + $json[$json.column] }}', { column: 'name', name: '' }],
	['=Hello {{ $json.name ? $json.name : $json.nick }}', { name: '', nick: '' }],
	['=Hello {{ $json.vip ? "Dr " + $json.name : "you" }}', { vip: true, name: '' }],
	['={{ $if($json.vip, "Dear " + $json.name, "Hello") }}', { vip: true, name: null }],
	['=Hello {{ [$json.name, $json.last].join(" ") }}', { name: '', last: 'B' }],
	['=Hello {{ [$json.name, $json.last].join(" ") }}', { last: 'B' }],
	['={{ "Hello ".concat($json.name) }}', { name: null }],
	['={{ ["Hello " + $json.names.at(1), $json.last].join(" ") }}', { names: ['A'], last: 'B' }],
	['={{ ["Hello " + $json.name, $json.last].filter(Boolean).join(" ") }}', { name: '' }],
	['={{ ["Hello " + $("Start").item.json.name + "s"].compact().join() }}', { name: null }],
	['=Hello {{ $json.name.slice(0, 9) }}', { name: '' }],
	['=Hello {{ $json.name ?? "customer" }}', { name: '' }],
	['={{ "Hello" + ($json.name && " " + $json.name) }}', {}],
	['={{ `Hello ${$json.customer && $json.customer.name}` }}', { customer: null }],
	['={{ ("Hello " + $json.name) || "" }}', {}],
	['=Hello {{ ($json.name + " " + $json.last).trim() ?? "" }}', { name: 'Ada', last: null }],
	['={{ "Hello " + $ifEmpty($json.name, $json.nick) }}', { name: '', nick: '' }],
	['=Hello {{ $ifEmpty($json.name, "customer") }}', { name: ' ' }],
	['={{ "Hello" + $if($json.vip, " VIP") }}', {}],
	['={{ "Hello " + ($json.vip ? "VIP" : null) }}', {}],
	['={{ { f: "Ms", m: "Mr" }[$json.sex] + " " + $json.name }}', { sex: 'f', name: null }],
	['={{ "Hello " + $json.name; "x" }}', { name: '' }],
	['=See x.io/?n={{ encodeURIComponent($json.name) }}', { name: '' }],
	['=See x.io/?n={{ $json.name.urlEncode() }}', { name: '' }],
	['={{ (() => $json.name + "s order is ready")() }}', { name: null }],
	['={{ $json.name + "s order is ready" }}', {}],
	['={{ $json.name + "s order is ready" }}', { name: null }],
	['={{ `${$json.name}s order is ready` }}', {}],
	['={{ `${$json.name}s order is ready` }}', { name: null }],
	["={{ $('Start').item.json.name + 's order is ready' }}", {}],
	['={{ $json.name.split(" ")[1] + "s order is ready" }}', { name: 'Ada' }],
	['={{ $json.price / $json.count + " EUR" }}', { price: 5, count: 0 }],
	['={{ $json.price * 2 + "EUR" }}', { price: 'x' }],
	['={{ $json.price * 2 + "EUR" }}', {}],
	['={{ $json.price * $json.count + "EUR" }}', { count: 5 }],
	['={{ 1 / 0 + "EUR" }}', {}],
	['={{ $json.name + ": " + $json.log }}', { log: 'x is undefined' }],
	['={{ $json.name.split(" ")[1] + ": " + $json.log }}', { name: 'Ada', log: 'undefined' }],
	['={{ $json.name + ": " + $json.log.slice(0, 4) }}', { log: 'none undefined' }],
	['={{ $json.of?.name + ": " + $json.log.slice(0, 4) }}', { of: null, log: 'none undefined' }],
	["={{ $('Start').item.json.name + $json.log.slice(0, 4) }}", { log: 'none undefined' }],
	['={{ ("Hello " + $json.name).toUpperCase() }}', {}],
	['={{ `Pay ${$json.price * 2}` }}', { price: 'x' }],
	['=Hello {{ $json.name.toUpperCase() }}', {}],
	['=Hello {{ ($json.name) }}', { name: '' }],
	['=Hello {{ $json.name.trim().toTitleCase() }}', { name: ' ' }],
	['=Hello {{ $json.name.toTitleCase() }}', {}],
	['=Hello {{ $("Nobody").item.json.name }}', {}],
	['=Hello {{ $json.name }', {}],
	['=Hello {{ + }}', {}],
	['=A \\ and {{ $json.name }}', {}],
	['={{ 1) + (1 }} {{ $json.name.trim() }}', { name: 'Ada' }],
];

describe.each(waysToSend)('a %s', (route, run) => {
	it.each(HOLES)('sends nothing of %s of %j', async (message, item) => {
		const service = gateway()[route](accepted);
		const items = [...people(1), ...one(item)];
		const parameters: INode['parameters'] = { message };
		const result = await run({ items: items.slice(1), parameters, onError });

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'reason')).toStrictEqual(['missingValue']);
		const code = /\{\{\s*(.*?)\s*(\}\}|\}$)/.exec(message)![1]!;
		expect(result.items[0]!.json.explanation).toMatch(
			/^'Message' (has no value for|cannot use) \{\{ /,
		);
		expect(result.items[0]!.json.explanation).toContain(`{{ ${code} `);
		expect(result.items[0]!.json.explanation).toContain(' in the 1st item.');
	});

	it.each([
		['={{ $json.nick ?? "annulled" }}', { nick: null }, 'annulled'],
		['=A \\\\ and {{ $json.name }}', { name: 'Ada' }, 'A \\ and Ada'],
		['name', { name: 'Ada' }, 'name'],
		['={{ "No NaN, no null, " + $json.name }}', { name: 'Ada' }, 'No NaN, no null, Ada'],
		['={{ $json.vip ? "Dr " + $json.name : "you" }}', {}, 'you'],
		['={{ $if($json.vip, "Dr " + ($json.name ?? ""), "you") }}', {}, 'you'],
		['={{ $json.nick ?? $json.name }}', { nick: null, name: 'Annulla' }, 'Annulla'],
		['={{ (() => $json.nick ?? $json.name)() }}', { nick: null, name: 'Annulla' }, 'Annulla'],
		['={{ (() => $json.nick ?? "annulled")() }}', { nick: null }, 'annulled'],
		['={{ [...new Set($json.tags)].join(", ") }}', { tags: ['a', 'b', 'a'] }, 'a, b'],
		['={{ "x.io/?" + $json.of.urlEncode() }}', { of: { n: 'a' } }, 'x.io/?n=a'],
		['={{ "Got ".concat(...$json.tags) }}', { tags: ['a', 'b'] }, 'Got ab'],
		['={{ $json.tags.filter(Boolean).first() }}', { tags: ['', 'b'] }, 'b'],
		['={{ "Got " + $json.tags.map(String).toString() }}', { tags: ['a', 'b'] }, 'Got a,b'],
		['={{ ["a", "b"].at(1) }}', {}, 'b'],
		['={{ "Got " + ($json.tags || []).first() }}', { tags: ['a', 'b'] }, 'Got a'],
		['={{ $ifEmpty($json.tags, ["b"]).slice(0, 1).toString() }}', { tags: [] }, 'b'],
		['={{ ("Hi " + $json.name).replace(/undefined|null/, "you") }}', { name: null }, 'Hi you'],
		['={{ { f: "Ms" }[$json.sex] + " " + $json.name }}', { sex: 'f', name: 'Ada' }, 'Ms Ada'],
		['={{ $json.name.trim(); // or so\n }}, {{ $json.name.trim() }}', { name: 'Ada' }, 'Ada, Ada'],
		[`={{ "a"${' + $json.x'.repeat(1000)} }}`, { x: 'b' }, `a${'b'.repeat(1000)}`],
		[`={{ ${'$json.a || '.repeat(60)}"b" }}`, {}, 'b'],
		['={{ ($json.nick || "") + $json.name + "s" }}', { name: 'NaNa' }, 'NaNas'],
		['={{ "Alert: " + $json.log }}', { log: 'x is undefined' }, 'Alert: x is undefined'],
		['={{ $json.log.slice(0, 9) }}', { log: 'NaN of [object Object]' }, 'NaN of [o'],
		['={{ $json.log.toLowerCase() }}', { log: 'x is UNDEFINED' }, 'x is undefined'],
		['={{ $json.log + " " + $json.of }}', { log: 'NaN', of: 'x' }, 'NaN x'],
		["={{ $('Start').item.json.log }}", { log: 'x is undefined' }, 'x is undefined'],
		['={{ ($json.nick || "") + $("Start").item.json.name + "s" }}', { name: 'NaNa' }, 'NaNas'],
		[
			'=At {{ DateTime.fromISO($json.at, { zone: "utc" }) }}',
			{ at: '2026-11-21' },
			'At 2026-11-21T00:00:00.000Z',
		],
		[
			'={{ DateTime.fromISO($json.at, { zone: "utc" }) }}',
			{ at: '2026-11-21' },
			'2026-11-21T00:00:00.000Z',
		],
		[
			'={{ $json.nick ?? JSON.stringify($json) }}',
			{ x: null },
			`{"phone":"${people(1)[0]!.phone}","x":null}`,
		],
	])('sends what %s gives of %j', async (message, item, text) => {
		const service = gateway()[route](accepted);
		const parameters: INode['parameters'] = { message };
		await run({ items: [{ ...people(1)[0]!, ...item }], parameters });

		expect(textsOf(service)).toStrictEqual([text]);
	});

	it.each([
		[{ name: 0 }, 'Hello 0, your order is ready.'],
		[{ name: false }, 'Hello false, your order is ready.'],
		[{ name: 'Null' }, 'Hello Null, your order is ready.'],
		[
			{ name: 'undefined, NaN and {{ x }}' },
			'Hello undefined, NaN and {{ x }}, your order is ready.',
		],
	])('sends what is a value: %j', async (item, text) => {
		const service = gateway()[route](accepted);
		await run({ items: one(item), parameters: { message: hello } });

		expect(textsOf(service)).toStrictEqual([text]);
	});

	it.each([
		['=Hello{{ $json.vip ? " VIP" : "" }}', 'Hello'],
		['=Hello{{ $json.name ?? "" }}', 'Hello'],
		['=Hello{{ ["", $json.name].filter(Boolean).join(" ") }}', 'Hello'],
		['={{ ["Hello", $json.name && "Dr " + $json.name].compact().join(" ") }}', 'Hello'],
		['={{ ["Hello", $json.none, $json.name].filter((one) => one).join(" ") }}', 'Hello'],
		['={{ ["Hello", $json.none && " and bye"].join("") }}', 'Hello'],
		['=Hello {{ $json.name || "customer" }}', 'Hello customer'],
		['=Hello {{ $ifEmpty($json.name, "customer") }}', 'Hello customer'],
		['={{ "Hello" + $ifEmpty($json.name, "") }}', 'Hello'],
		['={{ "Hello" + ($json.nick || $json.name || "") }}', 'Hello'],
		['={{ "Hello" + ($json.name && " " + $json.name) }}', 'Hello'],
		["=Hello{{ $json.name.split(' ')[0] || '' }}", 'Hello'],
		["=Hello{{ $json.name && ' ' + $json.name.split(' ')[0] }}", 'Hello'],
		['=Hello{{ $("Start").itemMatching(0).json.name || "" }}', 'Hello'],
		['={{ $json.vip ? "x" : "um null Uhr" }}', 'um null Uhr'],
	])('sends what a longer expression leaves out: %s', async (message, text) => {
		const service = gateway()[route](accepted);
		await run({ items: one({ name: '' }), parameters: { message } });

		expect(textsOf(service)).toStrictEqual([text]);
	});

	it.each([
		['senderId', 'Sender ID'],
		['message', 'Message'],
	])('refuses a placeholder in a %s that is no expression', async (name, label) => {
		const service = gateway();
		const parameters = { [name]: 'Hello {{ $json.name }}' };
		const { error } = await run({ items: people(2), parameters });

		expect(error!.message).toContain(
			`'${label}' contains {{ $json.name }} as plain text. Switch the field to 'Expression'.`,
		);
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		['Deduplication Key', { deduplicationKey: '{{ $json.orderId }}' }],
		['Do Not Send After', { doNotSendAfter: '{{ $json.until }}' }],
		['Excluded Recipients', { excludedRecipients: '{{ $json.optOut }}' }],
		['Allowed Recipients', { allowedRecipients: '{{ $json.phone }}' }],
		['Test Recipients', { testRecipients: '{{ $json.phone }}' }],
	])('refuses a placeholder in %s that is no expression', async (label, safeguards) => {
		const service = gateway();
		const { error } = await run({ items: people(2), safeguards });

		const [name] = Object.values(safeguards);
		expect(error!.message).toContain(
			`'${placed(label)}' contains ${name} as plain text. Switch the field to 'Expression'.`,
		);
		expect(service.requests).toStrictEqual([]);
	});
});

it.each([
	['=A \\\\{{ "b " + $json.none }}', /^'Message' has no value for =A .* in the 1st item\.$/],
	['=Hello [name] {{ $json.name }}', /^'Message' contains \[name\] as plain text\. Write \{\{ /],
])('sends nothing of %s', async (message, words) => {
	gateway();
	const { items } = await send({ items: one({ name: 'Ada' }), parameters: { message }, onError });
	expect(items[0]!.json.explanation).toMatch(words);
});

it('refuses a placeholder in a recipient that is no expression', async () => {
	gateway();
	const single = await send({ items: people(1), parameters: { recipient: '{{ $json.phone }}' } });
	const list = await bulkSend({ items: people(1), parameters: { recipients: '{{$json.phone}}' } });

	const tail = "contains {{ $json.phone }} as plain text. Switch the field to 'Expression'.";
	expect(single.error!.message).toBe(`Nothing was sent. 'Recipient' ${tail}`);
	expect(list.error!.message).toBe(`Nothing was sent. 'Recipients' ${tail}`);
});

it('sends nothing to anybody where On Error is Stop, and names field, expression and item', async () => {
	const service = gateway();
	const items = people(5).map((person, index) =>
		index === 3 ? person : { ...person, name: 'Ada' },
	);
	const { error } = await bulkSend({ items, parameters: { message: hello } });

	expect(error!.message).toBe(
		"Nothing was sent: 'Message' has no value for {{ $json.name }} in the 4th item.",
	);
	expect(service.requests).toStrictEqual([]);
});

it('says once what is missing in several items', async () => {
	gateway();
	const items = people(5).map((person, index) => (index > 2 ? person : { ...person, name: 'Ada' }));
	const { error } = await bulkSend({ items, parameters: { message: hello } });

	expect(error!.message).toBe(
		"Nothing was sent: 'Message' has no value for {{ $json.name }} in 2 items.",
	);
	expect(error!.description).toContain(
		"4th item: 'Message' has no value for {{ $json.name }}. If it may be missing, write {{ $json.name || '' }}. The same in the 5th item.",
	);
});

it('names the one of several placeholders that has no value', async () => {
	gateway();
	const message = '={{ $json.a.trim() }} {{ $json.b.trim() }} {{ $json.c.toTitleCase() }}';
	const items = [...'abcabc'].map((missing, index) => {
		const values = Object.fromEntries(
			[...'abc'].filter((name) => index >= 3 || name !== missing).map((name) => [name, 'x']),
		);
		return { ...people(6)[index]!, ...values };
	});
	const { items: rows } = await preview({ items, parameters: { message }, onError });

	const named = rows.map(({ json }) => /\$json\.(\w)/.exec(String(json.explanation))?.[1]);
	expect(named).toStrictEqual(['a', 'b', 'c', undefined, undefined, undefined]);
});

it('tells in a preview what has no value', async () => {
	const items = people(3).map((person, index) =>
		index === 0 ? { ...person, name: 'Ada' } : person,
	);
	const { items: rows } = await preview({ items, parameters: { message: hello }, onError });

	expect(rows.map(({ json }) => [json.message, json.wouldSend, json.reason])).toStrictEqual([
		['Hello Ada, your order is ready.', true, null],
		['', false, 'missingValue'],
		['', false, 'missingValue'],
	]);
});

it('finds what is missing before a question gets its link', async () => {
	const service = gateway();
	const { items } = await sendAndWait({
		items: people(1),
		parameters: { message: hello },
		onError,
	});

	expect(items[0]!.json).toMatchObject({ status: 'notSent', reason: 'missingValue' });
	expect(service.requests).toStrictEqual([]);
});

it.each([
	['Response Form Description', { responseFormDescription: 'Order {{ $json.id }}' }, 'contains'],
	[
		'Response Form Description',
		{ responseFormDescription: '=Order {{ $json.id }}' },
		'has no value for',
	],
	[
		'Page Confirmation Text',
		{ pageConfirmationText: '={{ "Thanks " + $json.id }}' },
		'has no value for',
	],
	['Response Form Title', { responseFormTitle: '={{ $json.empty }}' }, 'has no value for'],
])('asks nothing with a page that has a hole: %s %j', async (label, options, words) => {
	const service = gateway();
	const { error } = await sendAndWait({ items: one({ empty: '' }), options });

	expect(error!.message).toMatch(new RegExp(`^'${label}' ${words} \\{\\{ `));
	expect(service.requests).toStrictEqual([]);
});

describe('several placeholders for recipients', () => {
	const recipients = '={{ $json.phone }}, {{ $json.mobile }}';

	it('may be empty, but not all', async () => {
		const service = gateway().bulk(accepted);
		const items = [
			{ phone: '2290197000001', mobile: '' },
			{ phone: '', mobile: '2290197000002' },
			{ phone: '', mobile: ' ' },
			{ phone: '2290197000003' },
			{ phone: ['2290197000004', '2290197000005'], mobile: 2290197000006 },
		];
		const result = await bulkSend({ items, parameters: { recipients }, onError });

		expect(service.recipients).toStrictEqual([1, 2, 4, 5, 6].map((n) => `229019700000${n}`));
		expect(all(result, 'reason')).toStrictEqual([
			'accepted',
			'accepted',
			'invalidRecipient',
			'missingValue',
			...Array<string>(3).fill('accepted'),
		]);
	});
});

it.each([
	'=+{{ $json.cc }}{{ $json.number }}',
	'=+{{ $json.cc }} {{ $json.number.trim() }}',
	'={{ "+" + $json.cc + $json.number }}',
	'={{ `+${$json.cc}${$json.number}` }}',
])('makes no number of a part of one: %s', async (number) => {
	const service = gateway().bulk(accepted).send(accepted);
	const items = ['', '229', ' '].map((cc) => ({ cc, number: cc && '0197001234' })) as never[];
	items.push({ cc: '', number: '2290197000002' } as never);
	for (const result of [
		await bulkSend({ items, parameters: { recipients: number }, onError }),
		await send({ items, parameters: { recipient: number }, onError }),
	]) {
		expect(all(result, 'reason').slice(1)).toStrictEqual([
			'accepted',
			'missingValue',
			'missingValue',
		]);
	}
	expect(service.recipients).toStrictEqual(['2290197001234', '2290197001234']);
});

it('makes no number of a part of one in a list, where others may be missing', async () => {
	const service = gateway().bulk(accepted);
	const recipients = '=+{{ $json.cc }}{{ $json.own }}; {{ $json.work }}, {{ [1].join(", ") }}';
	const items = [
		{ cc: '229', own: '0197001234', work: '' },
		{ cc: '', own: '', work: '2290197000002' },
		{ cc: '', own: '0197001234', work: '2290197000003' },
	] as never[];
	const result = await bulkSend({ items, parameters: { recipients }, onError });
	expect(all(result, 'reason')).toStrictEqual([
		...['accepted', 'invalidRecipient', 'invalidRecipient', 'accepted', 'invalidRecipient'],
		'missingValue',
	]);
	expect(service.recipients).toStrictEqual(['2290197001234', '2290197000002']);
});

describe('a text of the item with a marked field', () => {
	const sendText = async (text: string, more: object = {}) => {
		const service = gateway().send(accepted);
		const items = [{ ...people(1)[0]!, text, name: 'Ada', 'First Name': 'Ada', ...more } as never];
		const parameters = { message: '={{ $json.text }}' };
		const { items: out } = await send({ items, parameters, onError });
		return service.requests[0]?.body?.message ?? out[0]!.json.explanation;
	};

	it.each([
		['{name}', '$json.name'],
		['{{name}}', '$json.name'],
		['{First name}', "$json['First Name']"],
		['«Name»', '$json.name'],
	])('is not sent: Hi %s', async (marked, field) => {
		expect(await sendText(`Hi {you} ${marked}!`)).toBe(
			`'Message' contains ${marked} as plain text. The value of {{ $json.text }} has it, where n8n fills in nothing. Add .replace('${marked}', ${field}) to it.`,
		);
	});

	it.each([
		"$json.text.replace('{name}', $json.name)",
		"($json.text || 'Hi {name}').replace('{name}', $json.name)",
	])('is sent where it is filled in: %s', async (code) => {
		const service = gateway().send(accepted);
		const items = [{ ...people(1)[0]!, text: 'Hi {name}', name: 'Ada' }];
		await send({ items, parameters: { message: `={{ ${code} }}` } });
		expect(service.requests[0]!.body!.message).toBe('Hi Ada');
	});

	it.each([
		'{{ $json.name }}',
		'[Name] is down',
		'<name> 50 % {off}',
		'a {b: 1}',
		'code: {}',
		'#name# $name',
	])('is sent where it is none: %s', async (text) => expect(await sendText(text)).toBe(text));
});

it('takes an array for one recipient for no value', async () => {
	gateway();
	const result = await send({ items: [{ phone: ['2290197000001'] } as never], onError });
	expect(all(result, 'reason')).toStrictEqual(['missingValue']);
});

it('takes an empty date for no limit', async () => {
	gateway().bulk(accepted);
	const safeguards = { doNotSendAfter: '={{ $json.until }}' };
	const items = people(3).map((person, index) => ({ ...person, until: ['', ' ', null][index]! }));
	const result = await bulkSend({ items, safeguards, onError });
	expect(all(result, 'reason')).toStrictEqual(['accepted', 'accepted', 'missingValue']);
});
