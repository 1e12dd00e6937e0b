import fc from 'fast-check';
import { escapeAttribute, escapeHtml } from '../../../../../nodes/SmsGateway/domain/text/html';

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
	['a text', escapeHtml, /[<>]/],
	['an attribute', escapeAttribute, /[<>"']/],
])('is shown as it was written, and never ends %s', (_, escape, ending) => {
	fc.assert(
		fc.property(text, (given) => {
			expect(escape(given)).not.toMatch(ending);
			expect(shown(escape(given))).toBe(given);
		}),
	);
});

it('leaves quotes in a text as they are', () => {
	expect(escapeHtml(`"it's"`)).toBe(`"it's"`);
});
