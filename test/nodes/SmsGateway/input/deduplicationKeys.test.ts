import { createEngine } from '../../../support/engine';
import type { MemoryDeduplicator } from '../../../support/deduplicator';
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
beforeEach(() => store.reset());

describe.each(waysToSend)('a %s with a deduplication key', (route, run) => {
	it.each([
		['a field that the item does not have', '={{ $json.order }}', {}],
		['null', '={{ $json.order }}', { order: null }],
		['an expression that has no value', '={{ $json.order?.number }}', {}],
		['an expression that fails', '={{ $json.order.number.toString() }}', {}],
	])('refuses a recipient whose key is %s', async (_, deduplicationKey, more) => {
		const service = gateway()[route](accepted);
		const items = [{ ...people(1)[0]!, ...more }];
		const result = await run({ items, safeguards: { deduplicationKey }, onError });

		expect(service.requests).toEqual([]);
		expect(all(result, 'reason')).toEqual(['invalidParameter']);
		expect(result.items[0]!.json.explanation).toContain('Deduplication Key');
	});

	it('sends nothing at all where On Error is Stop and one key has no value', async () => {
		const service = gateway()[route](accepted);
		const { error } = await run({ items: withKeys('A-1', undefined), safeguards });

		expect(service.requests).toEqual([]);
		expect(error).toBeDefined();
	});

	it('refuses what is neither a text nor a number', async () => {
		const service = gateway()[route](accepted);
		const items = withKeys(true, { id: 1 }, ['A-1']);
		const result = await run({ items, safeguards, onError });

		expect(service.requests).toEqual([]);
		expect(all(result, 'reason')).toEqual(new Array(3).fill('invalidParameter'));
	});

	it('protects nobody whose key is an empty text, and says so', async () => {
		const service = gateway()[route](accepted);
		const items = withKeys('', ' ', 'A-1');
		await run({ items, safeguards, onError });
		const { hints } = await run({ items, safeguards, onError });

		expect(service.recipients).toEqual([...phones(3), ...phones(2)]);
		expect(hints.map(({ message }) => message).join()).toContain("empty 'Deduplication Key'");
	});
});

it('takes a number for a key, and does not mind blanks around it', async () => {
	const service = gateway().send(accepted);
	for (const order of [1042, '1042', ' 1042 ']) {
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
