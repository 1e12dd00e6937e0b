import fc from 'fast-check';
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

describe('escaped HTML', () => {
	/** As a browser reads it. */
	const shown = (html: string): string =>
		html
			.replaceAll('&lt;', '<')
			.replaceAll('&gt;', '>')
			.replaceAll('&quot;', '"')
			.replaceAll('&#39;', "'")
			.replaceAll('&amp;', '&');

	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('<img src=x>', '&lt;', '&amp;lt;', `" onclick='x'`, '<<&&>>'),
	);

	it.each([
		['a text', escapeHtml, /</],
		['an attribute', escapeAttribute, /[<>"']/],
	])('is shown as it was written, and never ends %s', (_, escape, ending) => {
		fc.assert(
			fc.property(text, (given) => {
				expect(escape(given)).not.toMatch(ending);
				expect(shown(escape(given))).toBe(given);
			}),
		);
	});
});

test.each([
	['Sender blocked', 'Sender blocked.'],
	['Really?', 'Really?'],
	['', ''],
])('the words of others end as a sentence: %j', (words, sentence) => {
	expect(asSentence(words)).toBe(sentence);
});
