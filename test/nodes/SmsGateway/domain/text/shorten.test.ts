import { shorten } from '../../../../../nodes/SmsGateway/domain/text/shorten';

test.each([
	['hello', 'hello'],
	['  two\n\tlines ', 'two lines'],
	[12, '12'],
	[undefined, 'undefined'],
	[null, 'null'],
	[{ a: [1] }, '{"a":[1]}'],
	[{ toJSON: () => undefined }, ''],
	['x'.repeat(40), 'x'.repeat(40)],
	['x'.repeat(41), `${'x'.repeat(39)}…`],
	['x'.repeat(5_000), `${'x'.repeat(39)}…`],
])('%j becomes %j', (value, text) => {
	expect(shorten(value)).toBe(text);
});

it('counts characters, so that no emoji is cut in two and none slips through', () => {
	expect(shorten('😀'.repeat(40))).toBe('😀'.repeat(40));
	for (const length of [41, 80, 500]) {
		expect(shorten('😀'.repeat(length))).toBe(`${'😀'.repeat(39)}…`);
	}
	expect(shorten(`x${'😀'.repeat(60)}`)).toBe(`x${'😀'.repeat(38)}…`);
});

it('quotes what has no text of its own', () => {
	const circular: Record<string, unknown> = {};
	circular.self = circular;
	expect(shorten(circular)).toBe('[object Object]');
	expect(shorten({ big: 1n })).toBe('[object Object]');
});
