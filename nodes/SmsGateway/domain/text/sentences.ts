// What a sentence for people is made with: values quoted in it, items counted, HTML kept out.

const MAX_QUOTED = 40;

function wholeText(value: unknown): string {
	try {
		if (typeof value === 'object') return JSON.stringify(value) ?? '';
	} catch {
		// A circle, or a number that JSON does not know.
	}
	return String(value);
}

/** A value as it is quoted in a sentence: one line, at most 40 characters. */
export function shorten(value: unknown): string {
	const text = wholeText(value).replace(/\s+/g, ' ').trim();
	const characters = [...text.slice(0, 2 * MAX_QUOTED + 2)];
	return characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED - 1).join('')}…` : text;
}

const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** An index as people count: 0 is "1st". */
export function ordinal(index: number): string {
	const number = index + 1;
	const isTeen = Math.floor(number / 10) % 10 === 1;
	return `${number}${(!isTeen && ENDINGS[number % 10]) || 'th'}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const entityOf = (character: string): string => ENTITIES[character]!;

/**
 * n8n renders the description of an error, and a hint, as HTML: links and remote images survive its
 * cleaning. What a webhook or the SMS service wrote must stay text there. A lone > is harmless, and
 * mails and logs show a description as it stands: 'Executions > Retry' must be readable in them.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<]/g, entityOf);

/** The same for an attribute of an element, which a quote would end. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, entityOf);

/** Sentences in a row, without those that are missing. */
export const sentences = (...all: ReadonlyArray<string | false | undefined>): string =>
	all.filter(Boolean).join(' ');

/** The words of others, with a full stop where they end without one. */
export const asSentence = (words: string): string =>
	/(?:^|[.!?…])$/.test(words) ? words : `${words}.`;

export const capitalized = (words: string): string => words[0]!.toUpperCase() + words.slice(1);
