import { smsCountOf } from './smsCount';

export type Segments = Readonly<{
	encoding: 'GSM-7' | 'UCS-2';
	/** By the standard: 160 or 153 GSM-7 units per segment, 70 or 67 UCS-2 units. */
	segments: number;
}>;

/** The default alphabet of 3GPP TS 23.038 (section 6.2.1), in its order, without the escape. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table (section 6.2.1.1): an escape and the character, two units. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const unitsInGsm = (character: string): number => (EXTENSION.has(character) ? 2 : 1);
const unitsInUcs2 = (character: string): number => character.length;

/** No character is split between segments: neither an escaped one nor a surrogate pair. */
function countSegments(
	characters: readonly string[],
	unitsOf: (character: string) => number,
	single: number,
	multiple: number,
): number {
	const total = characters.reduce((sum, character) => sum + unitsOf(character), 0);
	if (total <= single) return 1;
	let segments = 1;
	let room = multiple;
	for (const character of characters) {
		const units = unitsOf(character);
		if (units > room) {
			segments++;
			room = multiple;
		}
		room -= units;
	}
	return segments;
}

export const isPlain = (character: string): boolean =>
	BASIC.has(character) || EXTENSION.has(character);

/** Segments by GSM 03.38 / UCS-2, which the networks bill by; the service documents a plainer rule. */
export function segmentsOf(message: string): Segments {
	const characters = [...message];
	return characters.every(isPlain)
		? { encoding: 'GSM-7', segments: countSegments(characters, unitsInGsm, 160, 153) }
		: { encoding: 'UCS-2', segments: countSegments(characters, unitsInUcs2, 70, 67) };
}

/** Node 20 takes time that grows with the square of what it is handed at once. */
const WINDOW = 512;

/** The text in characters as a reader sees them; one is cut only where it is longer than a window. */
function* graphemesOf(text: string): Generator<string> {
	const readers = new Intl.Segmenter('en', { granularity: 'grapheme' });
	let start = 0;
	while (start < text.length) {
		const end = start + WINDOW;
		// Not between the two halves of a character.
		const window = text.slice(start, /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end + 1 : end);
		const found = [...readers.segment(window)].map(({ segment }) => segment);
		// The last one may go on in the next window.
		const last = start + window.length < text.length && found.length > 1 ? found.pop()! : '';
		yield* found;
		start += window.length - last.length;
	}
}

/** The characters, as a reader sees them, that force UCS-2, each once. */
export function unicodeCharactersOf(message: string): string[] {
	if ([...message].every(isPlain)) return [];
	const found = new Set<string>();
	for (const grapheme of graphemesOf(message)) {
		if (![...grapheme].every(isPlain)) found.add(grapheme);
	}
	return [...found];
}

/** For a sentence: a character that nobody sees is called by its number. */
export const nameOf = (character: string): string =>
	/[^\s\p{C}\p{M}]/u.test(character)
		? character
		: `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} (invisible)`;

/** The larger of both counts: an estimate that protects. */
export const estimateSms = (message: string): number =>
	Math.max(smsCountOf(message), segmentsOf(message).segments);
