// What a sentence for people is made with: values quoted in it, items counted, HTML kept out.

const MAX_QUOTED = 40;

function wholeText(value: unknown): string {
	if (typeof value !== 'object') return String(value);
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// A circle, a number that JSON does not know, or one list in another without end.
		return Array.isArray(value) ? '[…]' : '{…}';
	}
}

/** A text without line breaks, cut where it has more characters. */
export function shortenedTo(text: string, most: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	const characters = [...line.slice(0, 2 * most + 1)];
	if (characters.length > most) characters.splice(most - 1, Infinity, '…');
	return characters.join('');
}

export const shorten = (value: unknown): string => shortenedTo(wholeText(value), MAX_QUOTED);

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** An index as people count: 0 is "1st". */
export const ordinal = (index: number): string =>
	`${index + 1}${ENDINGS[ordinals.select(index + 1)] ?? 'th'}`;

/**
 * n8n renders the description of an error, and a hint, as HTML: links and remote images survive its cleaning. What
 * others wrote must stay text. A lone > is harmless: mails and logs show 'Executions > Retry' as it stands.
 */
export const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A quote would end an attribute. */
export const escapeAttribute = (text: string): string =>
	escapeHtml(text).replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

export const sentences = (...all: ReadonlyArray<string | false | undefined>): string =>
	all.filter(Boolean).join(' ');

/** The words of others, with a full stop where they end without one. */
export const asSentence = (words: string): string =>
	/(?:^|[.!?…])$/.test(words) ? words : `${words}.`;

export const capitalized = (words: string): string =>
	words.charAt(0).toUpperCase() + words.slice(1);

/** "10,000", and 0.0001 */
export const inFull = (number: number): string =>
	number.toLocaleString('en', { maximumFractionDigits: 20 });

/** "1 number", "2 numbers" */
export const counted = (count: number, one: string): string =>
	`${count} ${count === 1 ? one : `${one}s`}`;

/** "A, B and 3 more" */
export function listInWords(names: readonly string[], max: number): string {
	const listed = names.slice(0, max).join(', ');
	return names.length > max ? `${listed} and ${names.length - max} more` : listed;
}
