import { explain } from '../../../../nodes/SmsGateway/words/causes';
import { Expression, type IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { digestOf, readEntries } from '../../../../nodes/SmsGateway/input/entries';

const expressions = new Expression('UTC');

type Given = {
	message?: unknown;
	senderId?: unknown;
	key?: unknown;
	until?: unknown;
	to?: unknown;
};

const read = (given: Given, json: object = {}, rules: object = {}): Entry => {
	const fields: Record<string, unknown> = {
		senderId: given.senderId ?? 'MyShop',
		message: given.message ?? 'Hello',
		recipient: given.to ?? '2290197001234',
		recipients: given.to ?? '2290197001234',
		'safeguards.deduplicationKey': given.key,
		'safeguards.doNotSendAfter': given.until,
	};
	const evaluate = (value: unknown): unknown =>
		typeof value === 'string' && value.startsWith('=')
			? expressions.resolveSimpleParameterValue(value, { $json: json } as never)
			: value;
	const ctx = {
		getNodeParameter: (name: string, _: number, fallback: unknown, how?: object) =>
			how ? (fields[name] ?? fallback) : (evaluate(fields[name]) ?? fallback),
		evaluateExpression: (expression: string) => evaluate(`=${expression}`),
		getInputData: () => [{ json }],
		getWorkflowDataProxy: () => ({ $json: json }),
		getTimezone: () => 'Africa/Porto-Novo',
	};
	const usual = { field: 'recipient' } as const;
	return readEntries(ctx as unknown as IExecuteFunctions, 1, { ...usual, ...rules })[0]!;
};

it('has the sender, the text and the number, and nothing that is not set', () => {
	expect(read({ senderId: ' MyShop ' })).toStrictEqual({
		item: 0,
		senderId: 'MyShop',
		message: 'Hello',
		recipient: '+2290197001234',
		key: '',
	});
});

it('has a key by its digest, and a date as an instant', () => {
	expect(read({ key: ' A-1 ', until: '2026-11-21T18:00' })).toMatchObject({
		key: digestOf('A-1'),
		expiresAt: Date.UTC(2026, 10, 21, 17),
	});
	expect(digestOf('A-1')).toMatch(/^[\w-]{43}$/);
	expect(read({ key: 12 }).key).toBe(digestOf('12'));
	expect(read({ key: '=A-1' }).key).toBe(digestOf('A-1'));
	expect(read({ key: '={{ 12n }}' }).key).toBe(digestOf('12'));
	expect(read({ until: ' ' })).not.toHaveProperty('expiresAt');
});

it('has empty texts where there is a problem, and composes what is sent', () => {
	const compose = (text: string) => `${text}!`;
	expect(read({}, {}, { compose }).message).toBe('Hello!');
	expect(read({ message: ' \u200b' }, {}, { compose })).toMatchObject({
		message: '',
		problem: {
			reason: 'invalidMessage',
			causes: [{ name: 'noMessage' }],
		},
	});
	expect(read({ senderId: '\u2800' })).toMatchObject({
		senderId: '',
		problem: {
			reason: 'invalidSender',
			causes: [{ name: 'noSender' }],
		},
	});
	expect(read({ key: true })).toMatchObject({ key: '', problem: { reason: 'invalidParameter' } });
	const wrongDate = read({ until: 'soon' });
	expect(wrongDate.problem?.causes).toStrictEqual([
		expect.objectContaining({
			name: 'wrongValue',
			field: 'Safeguards > Do Not Send After',
			value: 'soon',
		}),
	]);
	expect(wrongDate).not.toHaveProperty('expiresAt');
});

it('takes one number for a recipient, and nothing that is none', () => {
	expect(read({ to: '=2290197001234' }).recipient).toBe('+2290197001234');
	expect(read({ to: 'nobody' })).toMatchObject({
		recipient: 'nobody',
		problem: { reason: 'invalidRecipient' },
	});
	expect(read({ to: '2290197001234, 33612345678' }).problem?.reason).toBe('invalidRecipient');
});

it('makes an entry of an item whose list is too long', () => {
	const entry = read({ to: '1,'.repeat(200_001) }, {}, { field: 'recipients' });
	const { problem, ...rest } = entry;

	expect(rest).toStrictEqual({ item: 0, senderId: '', message: '', key: '', recipient: '' });
	expect(explain(problem!.causes)).toContain('The list has more than 200,000 recipients.');
});

it.each([
	'undefined',
	'xundefinedx',
	'null',
	'a null',
	'NaN',
	'1NaN',
	'an Invalid Date',
	'[object Object]',
])('takes %p in a calculation for a value that is missing, unless a field has it', (text) => {
	const calculated = `={{ [${JSON.stringify(text)}, $json.x].flat().join("") }}`;
	expect(read({ message: calculated }, { x: '.' }).problem?.reason).toBe('missingValue');
	expect(read({ key: calculated }, { x: '.' }).problem?.reason).toBe('missingValue');
	expect(read({ message: calculated }, { x: text.toUpperCase() }).problem).toBeUndefined();
});

it.each(['annulled', 'null1', 'object Object', '[object A]'])(
	'takes %p in a calculation for a text',
	(text) => {
		const message = `={{ [${JSON.stringify(text)}, $json.x].flat().join("") }}`;
		expect(read({ message }, { x: '.' }).problem).toBeUndefined();
	},
);

it.each([
	['={{ $json.id }}', true],
	['=order-{{ $json.id }}', true],
	['={{ "order-" + $json.id }}', true],
	['={{ "order-" + $json.id + $json.name }}', true],
	['={{ $json.id.toString() }}', true],
	['={{ $json.id ? $json.name : "" }}', false],
	['={{ $json.name }}', false],
])('refuses a key with a number that is rounded: %s, %p', (key, isRefused) => {
	const { problem } = read({ key }, { id: 2 ** 60, name: 'A' });
	expect(problem?.reason).toBe(isRefused ? 'invalidParameter' : undefined);
});

it.each([
	[{ x: '', y: ' ' }, ''],
	[{ x: '', y: '1' }, digestOf('a1')],
])('has a key of %j, as long as a part of it has a value', (json, key) => {
	const given = { key: "=a{{ $json.x || '' }}{{ $json.y || '' }}" };
	expect(read(given, json).key).toBe(key);
});

it('takes the largest number that is not rounded for a key', () => {
	expect(read({ key: '={{ $json.id }}' }, { id: Number.MAX_SAFE_INTEGER }).problem).toBeUndefined();
	expect(read({ key: '={{ $json.id }}' }, { id: 2 ** 53 }).problem).toBeDefined();
});

it.each([
	['={{ $json.x }}', { x: 5 }, '5'],
	['=a {{ $json.x }} b {{ $json.y }}', { x: 0, y: false }, 'a 0 b false'],
	['={{ "a\\}}" + $json.x }}', { x: 5 }, 'a}}5'],
	['=a \\ {{ $json.x }}', { x: 5 }, 'a \\ 5'],
	['=a {{ $json.x }} b {{ $json.y + 1 }} {{ $json.y + 2 }}', { x: 'x', y: 1 }, 'a x b 2 3'],
])('writes %s of %j: %p', (message, json, text) => {
	expect(read({ message }, json).message).toBe(text);
});

it.each([
	[{ a: 1 }, "'Message' must be text."],
	[['a'], "'Message' must be text."],
])('refuses a text that is %j', (message, explanation) => {
	const { problem } = read({ message });
	expect(problem?.reason).toBe('invalidParameter');
	expect(explain(problem!.causes)).toBe(explanation);
});

it('refuses what comes after 1,000,000 recipients in all, and only that', () => {
	const many = new Array<string>(200_000).fill('2290197001234');
	const items = [many, many, many, many, many, ['33612345678']];
	const ctx = {
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			({ recipients: '={{ $json.phones }}', senderId: 'MyShop', message: 'Hello' })[name] ??
			fallback,
		evaluateExpression: (_: string, item: number) => items[item],
		getInputData: () => items.map((phones) => ({ json: { phones } })),
		getNode: () => ({ type: 'smsGateway' }),
		getWorkflowDataProxy: (item: number) => ({ $json: { phones: items[item] } }),
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	const rules = { field: 'recipients' } as const;
	const entries = readEntries(ctx, items.length, rules);

	expect(entries).toHaveLength(1_000_001);
	expect(entries[999_999]).not.toHaveProperty('problem');
	expect(explain(entries[1_000_000]!.problem!.causes)).toBe(
		'There are more than 1,000,000 recipients. Send to fewer in one execution.',
	);
});
