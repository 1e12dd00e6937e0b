import { refuse } from '../refusal';

/** The comma of 4,91714E+11, as some sheets write it, separates nothing. */
const SEPARATOR = /[|，、،;；؛\r\n]|,(?!(?<=(?<!\d)\d,)\d+E\+\d)/i;
const THOUSANDS = /^\s*\+?\d{1,3}(,\d{3}){2,}\s*$/;
const MAX_NESTING = 10;
/** Of one execution, or of a safeguard: what n8n can hold in memory with an item each. */
export const MAX_RECIPIENTS = 1_000_000;

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Of AI agents and databases. Its numbers stay as they are written: JSON would round long ones, and read 2.29E+12. */
function parseJsonList(text: string): unknown[] | undefined {
	const list = text.trim();
	if (!list.startsWith('[')) return undefined;
	try {
		JSON.parse(list);
		const quoted = list.replace(TOKENS, (one) => (one.startsWith('"') ? one : `"${one}"`));
		return JSON.parse(quoted) as unknown[];
	} catch {
		// What only begins like a list is a text.
		return undefined;
	}
}

/** "22,997,000,000" is one number with thousands separators, and refused as such. */
function partsOf(text: string): string[] {
	if (THOUSANDS.test(text)) return [text];
	const parts = text.split(SEPARATOR).filter((part) => part.trim() !== '');
	return parts.length === 0 ? [''] : parts;
}

function numbersOf(given: unknown, depth: number): unknown[] {
	const list = typeof given === 'string' ? parseJsonList(given) : given;
	// A list that is nested deeper is read as a number, and refused.
	if (Array.isArray(list) && depth <= MAX_NESTING) {
		return list.length === 0 ? [''] : list.flatMap((one) => numbersOf(one, depth + 1));
	}
	return typeof given === 'string' ? partsOf(given) : [given];
}

/**
 * The single numbers of one, of a text with several, or of an array (also nested, also as JSON text) of these.
 *
 * @returns at least one value, so that an empty field is an invalid recipient and not a lost one
 * @throws RefusedError where there are more than `limit`
 */
export function splitRecipients(value: unknown, limit = MAX_RECIPIENTS): unknown[] {
	const numbers = numbersOf(value, 0);
	if (numbers.length > limit) refuse({ name: 'tooMany', most: limit });
	return numbers;
}
