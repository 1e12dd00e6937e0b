import { createEngine } from '../../../support/engine';
import type { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { gateway } from '../../../support/gateway';
import { accepted, all, people, phones, waysToSend, send } from '../run';

const onError = 'continueRegularOutput' as const;
const safeguards = { deduplicationKey: '={{ $json.order }}' };
const withKeys = (...orders: unknown[]) =>
	people(orders.length).map((one, index) => ({ ...one, order: orders[index] as never }));

let store: MemoryDeduplicator;
beforeAll(async () => {
	store = (await createEngine()).deduplicator;
});

describe.each(waysToSend)('a %s with a deduplication key', (route, run) => {
	it.each([
		['a field that the item does not have', '={{ $json.order }}', {}],
		['null', '={{ $json.order }}', { order: null }],
		['a field that is missing, beside a text', '=order-{{ $json.order }}', {}],
		['glued to a field that is missing', '={{ "order-" + $json.order }}', {}],
		['not a number', '={{ $json.order * 2 }}', { order: 'x' }],
		['an object', '={{ $json.order }}', { order: { id: 1 } }],
		['an expression that fails', '={{ $json.order.number.toString() }}', {}],
	])('refuses a recipient whose key is %s', async (_, deduplicationKey, more) => {
		const service = gateway()[route](accepted);
		const items = [{ ...people(1)[0]!, ...more }];
		const result = await run({ items, safeguards: { deduplicationKey }, onError });

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'reason')).toStrictEqual(['missingValue']);
	});

	it.each([['={{ $json.order || "" }}'], ['=order-{{ $json.order || "" }}']])(
		'has none where it is meant to be empty, and says so: %s',
		async (key) => {
			const service = gateway()[route](accepted);
			const items = withKeys('', ' ', 'A-1');
			const given = { items, onError, safeguards: { deduplicationKey: key } } as const;
			await run(given);
			const { hints } = await run(given);

			expect(service.recipients).toStrictEqual([...phones(3), ...phones(2)]);
			expect(hints.map(({ type }) => type)).toContain('warning');
		},
	);
});

it.each([
	['a number or a text, with blanks around it', [1042, '1042', ' 1042 ']],
	['written with characters that nobody sees', ['A-1', '\ufeffA-1', 'A\u00ad-1\u200b']],
	['with an accent, however its letter is encoded', ['Zo\u00eb', 'Zoe\u0308']],
])('is the same key for who reads it: %s', async (_, orders) => {
	const service = gateway().send(accepted);
	for (const order of orders) {
		await send({ items: withKeys(order), safeguards });
	}
	expect(service.requests).toHaveLength(1);
});

it('stores as much for a key of 100,000 characters as for a short one', async () => {
	gateway().send(accepted);
	const lengthOf = async (order: string) => {
		store.reset();
		await send({ items: withKeys(order), safeguards });
		return Math.max(...store.calls.flatMap(({ values }) => values).map(({ length }) => length));
	};
	expect(await lengthOf('x'.repeat(100_000))).toBe(await lengthOf('x'));
});

it('is remembered of a phone, whether it has its old or its new number', async () => {
	const service = gateway().send(accepted);
	await send({ items: [{ phone: '+22997001234', order: 'A-1' }], safeguards });
	const again = await send({ items: [{ phone: phones(1)[0]!, order: 'A-1' }], safeguards });

	expect(service.requests).toHaveLength(1);
	expect(all(again, 'reason')).toStrictEqual(['alreadySent']);
});

it.each([
	['={{ $json.id }}', true],
	['={{ "order-" + $json.id + $json.name }}', true],
	['={{ $json.id ? $json.name : "" }}', false],
	['=order-{{ $json.sheet }}', true],
	['={{ $json.safe }}', false],
])('is refused where it has a number that was rounded: %s, %p', async (key, isRefused) => {
	gateway().send(accepted);
	const items = [
		{ ...people(1)[0]!, id: 2 ** 53, safe: 2 ** 53 - 1, name: 'A', sheet: '1.2345E+15' },
	];
	const result = await send({ items, safeguards: { deduplicationKey: key }, onError });
	expect(all(result, 'reason')).toStrictEqual([isRefused ? 'invalidParameter' : 'accepted']);
});
