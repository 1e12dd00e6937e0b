import {
	asSentence,
	escapeAttribute,
	escapeHtml,
	ordinal,
	shorten,
} from '../../../../../nodes/SmsGateway/domain/text/sentences';

describe('a quoted value', () => {
	test.each([
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
		expect(shorten('😀'.repeat(41))).toBe(`${'😀'.repeat(39)}…`);
		expect(shorten(`x${'😀'.repeat(60)}`)).toBe(`x${'😀'.repeat(38)}…`);
	});
});

it.each(['1st', '3rd', '11th', '21st', '111th', '122nd'])('counts as people do: %s', (words) => {
	expect(ordinal(parseInt(words) - 1)).toBe(words);
});

it('escapes HTML, and in an attribute what would end that', () => {
	const text = `<img src="x" alt='1 > 0'> &lt;`;
	expect(escapeHtml(text)).toBe(`&lt;img src="x" alt='1 > 0'> &amp;lt;`);
	expect(escapeAttribute(text)).toBe(
		'&lt;img src=&quot;x&quot; alt=&#39;1 &gt; 0&#39;&gt; &amp;lt;',
	);
});

test.each([
	['Sender blocked', 'Sender blocked.'],
	['Really?', 'Really?'],
	['', ''],
])('the words of others end as a sentence: %j', (words, sentence) => {
	expect(asSentence(words)).toBe(sentence);
});
