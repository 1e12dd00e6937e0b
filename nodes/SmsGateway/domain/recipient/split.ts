import { refuse } from '../entry';

/** Commas and semicolons of Arabic and of full width too. */
export const SEPARATOR = /[|,，、،;；؛\r\n]/;
const THOUSANDS = /^\s*\+?\d{1,3}(,\d{3}){2,}\s*$/;
/** Lists in lists in lists. */
const MAX_NESTING = 10;
/** Of one execution, or of a safeguard: what n8n can hold in memory with an item each. */
export const MAX_RECIPIENTS = 1_000_000;

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * AI agents and databases hand lists over as JSON text. Its numbers stay as they are written: JSON
 * would make 2.29E+12 a number like any other, and round long ones.
 */
function parseJsonList(text: string): unknown[] | undefined {
	const trimmed = text.trim();
	if (!trimmed.startsWith('[')) return undefined;
	try {
		JSON.parse(trimmed);
		const quoted = trimmed.replace(TOKENS, (token) =>
			token.startsWith('"') ? token : `"${token}"`,
		);
		return JSON.parse(quoted) as unknown[];
	} catch {
		// What only begins like a list is a text.
	}
	return undefined;
}

/** The parts of a text that is a list; undefined where it is none. */
function partsOf(text: string): string[] | undefined {
	// "22,997,000,000" is one number with thousands separators, and refused as such.
	if (THOUSANDS.test(text) || !SEPARATOR.test(text)) return undefined;
	const parts = text.split(SEPARATOR).filter((part) => part.trim() !== '');
	return parts.length === 0 ? [''] : parts;
}

/**
 * The single numbers of a field that takes many: one number, a text with numbers separated by |,
 * comma, semicolon or line break, or an array (also nested, also as JSON text) of these.
 *
 * @param limit how many there may be
 * @returns at least one value, so that an empty field is an invalid recipient and not a lost one
 * @throws ProblemError where there are more, or lists are nested too deeply
 */
export function splitRecipients(value: unknown, limit = MAX_RECIPIENTS): unknown[] {
	const recipients: unknown[] = [];

	function add(one: unknown): void {
		if (recipients.length >= limit) refuse({ name: 'tooMany', most: limit, of: 'item' });
		recipients.push(one);
	}

	function collect(given: unknown, depth: number): void {
		if (depth > MAX_NESTING) refuse({ name: 'tooNested', most: MAX_NESTING });
		const list = typeof given === 'string' ? parseJsonList(given) : given;
		if (Array.isArray(list)) {
			if (list.length === 0) add('');
			for (const one of list) collect(one, depth + 1);
			return;
		}
		const parts = typeof given === 'string' ? partsOf(given) : undefined;
		if (parts) parts.forEach(add);
		else add(given);
	}

	collect(value, 0);
	return recipients;
}
