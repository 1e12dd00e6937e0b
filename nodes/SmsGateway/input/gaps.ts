import type { CauseOf } from '../domain/cause';
import { isBlankText } from '../domain/text/blank';
import { isPath, readsIn, textsIn, withoutQuotes, type Read } from './expression';

/** `text` makes each value a text; `list` also allows an array, `anything` every value and none; a `key` may be none. */
export type Takes = 'text' | 'list' | 'key' | 'anything';

/** What n8n gave of a code, or why it failed. */
export type Evaluated = Readonly<{ value?: unknown; error?: string }>;

/** What a placeholder gave that cannot be sent. */
export type Gap = Pick<CauseOf<'noValue'>, 'gave' | 'word' | 'error'> &
	Readonly<{
		/** What is missing or empty in it, where it is more than that. */
		read?: Read;
		/** A number that has lost its last digits, so that two keys could be one. */
		isRounded?: true;
	}>;

const isDateObject = (value: object): boolean =>
	Object.prototype.toString.call(value) === '[object Date]' ||
	(value as { isLuxonDateTime?: unknown }).isLuxonDateTime === true;

/** Why a result is no value, whatever the code; a text is one. */
function noValue(value: unknown, takesLists: boolean): Gap | undefined {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'bigint':
			return undefined;
		case 'number':
			return Number.isFinite(value) ? undefined : { gave: 'notANumber' };
		case 'object':
			if (value === null) return {};
			if (Array.isArray(value)) return takesLists ? undefined : { gave: 'list' };
			if (!isDateObject(value)) return { gave: 'object' };
			return Number.isNaN(Number(value)) ? { gave: 'invalidDate' } : undefined;
		default:
			return {};
	}
}

/** As JavaScript writes a value that is missing into a text. */
const WORDS = /undefined|NaN|Invalid Date|\[object Object\]|(?<![\p{L}\p{N}])null(?![\p{L}\p{N}])/u;

const CHOOSES = /\|\||&&|\?(?!\.)|=>|\$if(?:Empty)?\b|\.\s*(?:ifEmpty|isEmpty|isNotEmpty)\b/;

const EMPTY_INSTEAD = /(?:\|\||\?\?|:)\s*(['"`])\s*\1/;
const EMPTY_ARGUMENT = /[(,]\s*(['"`])\s*\1\s*[,)]/;
/** The default of what an AI agent fills in. */
const EMPTY_DEFAULT = /\$from(?:AI|Ai|ai)\(.*,\s*(['"`])\w+\1\s*,\s*(['"`])\2\s*\)/s;
const OTHER_CALLS = /\.(?!\s*ifEmpty\b)\s*\w+\([^()]*\)/g;

/** Whether the code says that nothing is to be written where a value is missing. */
const mayBeEmpty = (code: string): boolean =>
	EMPTY_INSTEAD.test(code) ||
	EMPTY_DEFAULT.test(code) ||
	(/\$if(?:Empty)?\b|\.\s*ifEmpty\b/.test(code) &&
		EMPTY_ARGUMENT.test(code.replace(OTHER_CALLS, '')));

const isRounded = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && isBlankText(value));

/**
 * Returns a function that judges what a placeholder gave for an item: a value that is missing must not
 * be sent as a text, nor as a part of one.
 *
 * @param valueOf the value of what the code reads of the item
 */
export function gapFinder(code: string, takes?: Takes) {
	const isText = !code.includes('$');
	const isOnlyPath = isPath(code);
	const isEmptyMeant = mayBeEmpty(code);
	const reads = isText || isOnlyPath ? [] : readsIn(code);
	const judged = CHOOSES.test(withoutQuotes(code)) ? [] : reads;

	return ({ value, error }: Evaluated, valueOf: (read: Read) => unknown): Gap | undefined => {
		if (error !== undefined) return { error };
		if (takes === 'anything') return undefined;
		const read = judged.find((one) => isMissing(valueOf(one)));
		const gap = noValue(value, takes === 'list') ?? (read && {});
		if (gap) return { ...gap, read };
		const isKeyRounded = () => isRounded(value) || judged.some((one) => isRounded(valueOf(one)));
		if (takes === 'key' && isKeyRounded()) return { isRounded: true };
		if (isText || typeof value !== 'string') return undefined;
		if (isBlankText(value)) return isEmptyMeant ? undefined : {};
		const word = isOnlyPath ? undefined : WORDS.exec(value)?.[0];
		const isTheirs = (one: Read): boolean =>
			textsIn(valueOf(one)).some((text) => text.toLowerCase().includes(word!.toLowerCase()));
		return word === undefined || reads.some(isTheirs) ? undefined : { word };
	};
}
