import type { IExecuteFunctions } from 'n8n-workflow';
import { OPERATIONS } from '../../../../nodes/SmsGateway/actions/execute';
import { readerOf } from '../../../../nodes/SmsGateway/expressions/reader';
import { advisedBy, causesOf, dataOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { refused } from '../../../support/refused';
import { accepted, all, bulkSend, people, preview, send, sendAndWait, waysToSend } from '../run';
import { CALCULATED, PLAIN, type Shape } from './shapes';
import codes from './codes.json';

const onError = 'continueRegularOutput' as const;

/** Of each value in an item, and of each list: the item without it. */
function holesIn(
	item: object,
	before: readonly string[] = [],
): Array<[path: string, item: object]> {
	return Object.entries(item).flatMap(([name, value]: [string, unknown]) => {
		const path = [...before, name];
		const put = (other: unknown): object =>
			Array.isArray(item)
				? item.map((one: unknown, at) => (String(at) === name ? other : one))
				: { ...item, [name]: other };
		const others = Object.entries(item).filter(([other]) => other !== name);
		const without: object = Object.fromEntries(others);
		const within = typeof value === 'object' && value !== null ? holesIn(value, path) : [];
		const missing = [
			null,
			'',
			...(Array.isArray(item) ? [] : [without]),
			...(Array.isArray(value) ? [[]] : []),
		];
		return [
			...missing.map((one): [string, object] => [
				path.join('.'),
				one === without ? without : put(one),
			]),
			...within.map(([inner, other]): [string, object] => [inner, put(other)]),
		];
	});
}

/** How many texts of the shapes can be sent, with all values and with one missing: read in one run, each for its items. */
async function countSent(shapes: readonly Shape[]) {
	const counts = { whole: 0, gaps: 0, gapsSent: 0 };
	const cases = shapes.map(([message, item, mayBeMissing = []]) => {
		const holes = holesIn(item).filter(([path]) => !mayBeMissing.includes(path));
		return { message, items: [item, ...holes.map(([, one]) => one)] };
	});
	const read = jest.spyOn(OPERATIONS.sms!, 'preview').mockImplementation((ctx) => {
		let next = 0;
		for (const { message, items } of cases) {
			const value = (name: string) => (name === 'message' ? message : '');
			const withMessage = Object.create(ctx, { getNodeParameter: { value } });
			const field = { name: 'message', label: 'Message', takes: 'text' } as const;
			const textOf = readerOf(withMessage as IExecuteFunctions).field(field);
			const [whole, ...others] = items.map(() => refused(() => textOf(next++)) === undefined);
			if (whole) counts.whole++;
			counts.gaps += others.length;
			counts.gapsSent += others.filter(Boolean).length;
		}
		return Promise.resolve([]);
	});
	await preview({ items: cases.flatMap(({ items }) => items) as never });
	read.mockRestore();
	return counts;
}

it('sends no gap in a text of plain paths, as three quarters of those that are published', async () => {
	const { gaps, ...sent } = await countSent(PLAIN);
	expect(gaps).toBeGreaterThan(1900);
	expect(sent).toStrictEqual({ whole: PLAIN.length, gapsSent: 0 });
});

it('sends hardly a gap in a text with calculations, and each text that has all values', async () => {
	const { gaps, gapsSent, whole } = await countSent(CALCULATED);
	expect(whole).toBe(CALCULATED.length);
	expect(gaps).toBeGreaterThan(300);
	// Of all gaps, those of plain paths counted: 1.4 %; some are left out by '.filter(Boolean)'.
	expect(gapsSent).toBeLessThan(35);
});

const hello = '=Hello {{ $json.name }}, your order is ready.';

const GAPS: Array<[message: string, item: object]> = [
	[hello, { name: ' \u00a0\u200b\u2800\u3164\ufffb' }],
	[hello, { name: NaN }],
	[hello, { name: { first: 'Ada' } }],
	[hello, { name: ['Ada'] }],
	[hello, { name: new Date(NaN) }],
	['=Hello {{ $json }}', {}],
	['=Hello {{ name }}', { name: 'Ada' }],
	['=Hello {{ $json.names.join(" ") }}, your order is ready.', { names: [] }],
	['=Hello {{ $json.names.join("") }}', { names: [''] }],
	['=Hello {{ $json.name.replace("Ada", "") }}', { name: 'Ada' }],
	['=Hello {{ $json.name ?? "customer" }}', { name: '' }],
	['=Hello {{ $json.name || "" }}{{ $json.last }}', { name: 'Ada' }],
	['={{ { f: "Ms" }[$json.sex] + " Ada" }}', { sex: 'm' }],
	['={{ $json.price * 2 + "EUR" }}', { price: 'x' }],
	['=Pay {{ 1 / $json.zero }} now', { zero: 0 }],
	['=On {{ new Date($json.day).toLocaleDateString() }} at 9', { day: 'x' }],
	['=On {{ DateTime.fromISO($json.day) }} at 9', { day: 'x' }],
	['={{ "Hello " + $json.of }}', { of: {} }],
	['={{ "Hello " + $json.name.split(" ")[1] + ": " + $json.log }}', { name: 'A', log: 'none' }],
	['={{ "Hello " + ($json.vip ? "VIP" : null) }}', {}],
	['={{ ["Hello", $json.of?.name].join(" ") }}', {}],
	['={{ "Hello " + $("Start").item.json.name }}', { name: '' }],
	['=Hello {{ $("Nobody").item.json.name }}', {}],
	['={{ "Hello " + $input.first().json.name + ", hi" }}', { name: '' }],
	['={{ "Hello " + $json.name }}', { name: '#N/A' }],
	[hello, { name: '#BEZUG!' }],
	['={{ $json.of.map((l) => `${l.title}`).join().toUpperCase() }}', { of: [{ n: 2 }] }],
	['={{ "In " + DateTime.fromISO($json.day).diff($now).toHuman() }}', { day: 'x' }],
	['=Hello {{ $json.name }', {}],
	['=Hello {{ + }}', {}],
	['=A \\ and {{ $json.name }}', {}],
	['={{ 1) + (1 }} {{ $json.name.trim() }}', { name: 'Ada' }],
];

const VALUES = codes.valuesSent as Array<[message: string, item: object, text: string]>;

describe.each(waysToSend)('a %s', (route, run) => {
	it.each(GAPS)('sends nothing of %s of %j', async (message, item) => {
		const service = gateway()[route](accepted);
		const items = [{ ...people(1)[0]!, ...item }];
		const result = await run({ items, parameters: { message }, onError });

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'reason')).toStrictEqual(['missingValue']);
	});

	it.each(VALUES)('sends what %s gives of %j', async (message, item, text) => {
		const service = gateway()[route](accepted);
		await run({ items: [{ ...people(1)[0]!, ...item }], parameters: { message } });

		expect(service.requests.map(({ body }) => body!.message)).toStrictEqual([text]);
	});
});

it('sends to nobody where one text has a gap and On Error is Stop', async () => {
	const service = gateway();
	const items = people(3).map((one, at) => (at === 1 ? one : { ...one, name: 'Ada' }));
	const message = `${hello} {{ $json.phone }}`;
	const { error } = await bulkSend({ items, parameters: { message } });

	expect(dataOf(error).causes[0]).toMatchObject({ expression: '{{ $json.name }}', items: [1] });
	expect(service.requests).toStrictEqual([]);
});

const WHOLE = { name: 'A', first: 'A', 'first name': { short: 'A' }, names: [{ first: 'A' }] };

it.each<[message: string, item: object, text: string]>([
	[hello, {}, 'Hello , your order is ready.'],
	[hello, { name: null }, 'Hello , your order is ready.'],
	['=Hello {{ $json.of.name }}!', {}, 'Hello !'],
	['=Hello {{ $json?.of.name }}!', {}, 'Hello !'],
	['=Hello {{ $json["first name"].short }}!', {}, 'Hello !'],
	['=Hello {{ $json.names[0].first }}!', {}, 'Hello !'],
	["=Hello {{ $('Start').item.json.of.name }}!", {}, 'Hello !'],
	['={{ "Hello " + $json.name + "!" }}', {}, 'Hello !'],
	['={{ `Hello ${$json.of.name}!` }}', { of: null }, 'Hello !'],
	['=Hello {{ $json.name.trim() }}!', { name: '' }, 'Hello !'],
	['=Hello {{ $json.name.split(" ")[0].toUpperCase() }}!', {}, 'Hello !'],
	['=Hello {{ [$json.first, "B"].join(" ") }}!', {}, 'Hello  B!'],
	['=Hello {{ name }}!', { name: 'Ada' }, 'Hello Ada!'],
	['=At {{ DateTime.fromISO($json.first).toFormat("HH:mm") }}!', {}, 'At !'],
	['=Costs {{ $json.first.toFixed(2) }}!', { first: null }, 'Costs !'],
	['=Costs {{ Number($json.first) }}!', { first: '' }, 'Costs !'],
	['=Hello {{ $json.first.trim() }}!', {}, 'Hello !'],
])('sends where the advice is followed: %s of %j', async (message, item, text) => {
	const service = gateway().send(accepted);
	const [one, other] = people(2);
	const items = [
		{ ...one!, ...item },
		{ ...other!, ...WHOLE, of: WHOLE },
	];
	const { error } = await send({ items, parameters: { message } });
	const { part, write } = advisedBy(error)!;
	const advised = message.replace(write!.startsWith('{{') ? /\{\{.*\}\}/ : part!, () => write!);
	await send({ items: items.slice(0, 1), parameters: { message: advised } });

	expect(service.requests.map(({ body }) => body!.message)).toStrictEqual([text]);
});

it('advises nothing of a field that no item has, but names those that they have', async () => {
	gateway();
	const items = people(2).map((one) => ({ ...one, Nome: 'Ada' }));
	const { error } = await send({ items, parameters: { message: hello } });
	expect(causesOf(error)).toStrictEqual(['noValue missingValue Message']);
	expect(advisedBy(error)).toBeUndefined();
	expect(error!.description).toContain('phone, Nome');
});

it.each([
	[
		'that of a node before',
		"=Hi {{ $('Start').item.json.of.name }}",
		"$('Start').item.json.of?.name ?? ''",
	],
	['a sum', '={{ $json.of * 2 }}', '$json.of is missing or empty.'],
])('says of which value of the item it is: %s', async (_, message, words) => {
	const items = people(2).map((one, at) => ({ ...one, of: at === 0 ? undefined : 'A' }));
	const { explanation } = (
		await preview({ items: items as never, onError, parameters: { message } })
	).items[0]!.json;
	expect(explanation).toContain(words);
});

it('quotes each value behind what is wrong with it', async () => {
	const safeguards = { doNotSendAfter: 'soon' };
	const { items } = await preview({ items: [{ phone: '12ab' }], safeguards, onError });
	expect(items[0]!.json.explanation).toMatch(/^The number .+ Value: "12ab"\. .+ Value: "soon"\.$/);
});

it('takes a list of recipients for a value, and a list for one recipient for none', async () => {
	const service = gateway().bulk(accepted);
	const items = [{ phone: people(2).map(({ phone }) => phone) }];
	await bulkSend({ items });
	expect(service.recipients).toHaveLength(2);
	expect(all(await send({ items, onError }), 'reason')).toStrictEqual(['missingValue']);
});

it.each([
	['={{ $json.empty }}', { responseFormTitle: '={{ $json.empty }}' }],
	['a placeholder as text', { responseFormDescription: 'Order {{ $json.id }}' }],
	['a gap', { responseFormDescription: '=Order {{ $json.id }}' }],
])('asks nothing with a page that has %s', async (_, options) => {
	const service = gateway();
	const { error } = await sendAndWait({ items: [{ ...people(1)[0]!, empty: '' }], options });

	expect(causesOf(error)).toStrictEqual([expect.stringMatching(/ Response Form /)]);
	expect(service.requests).toStrictEqual([]);
});
