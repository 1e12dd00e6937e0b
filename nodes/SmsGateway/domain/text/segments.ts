/** The default alphabet of 3GPP TS 23.038 (section 6.2.1), in its order, without the escape. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table (section 6.2.1.1): an escape and the character, two units. */
const EXTENSION = new Set('\f^{}\\[~]|€');

export function isPlain(text: string): boolean {
	for (const character of text) {
		if (!BASIC.has(character) && !EXTENSION.has(character)) return false;
	}
	return true;
}

/** By GSM 03.38 (160 or 153 units) or UCS-2 (70 or 67), as networks bill; the service documents a plainer rule. */
export function segmentsOf(message: string): number {
	const isGsm = isPlain(message);
	const [single, multiple] = isGsm ? [160, 153] : [70, 67];
	let total = 0;
	let segments = 1;
	let room = multiple;
	for (const character of message) {
		const units = isGsm ? 1 + Number(EXTENSION.has(character)) : character.length;
		total += units;
		// No character is split between segments: neither an escaped one nor a surrogate pair.
		if (units > room) {
			segments++;
			room = multiple;
		}
		room -= units;
	}
	return total <= single ? 1 : segments;
}

/** A character as a reader sees it: an emoji of several, or a letter with its marks. */
export const CHARACTER = new RegExp(String.raw`(?:\p{RGI_Emoji}|\P{M})\p{M}{0,9}|\p{M}`, 'gv');

/** What forces UCS-2, each once. */
export const unicodeCharactersOf = (message: string): string[] =>
	isPlain(message)
		? []
		: [...new Set(message.match(CHARACTER))].filter((character) => !isPlain(character));

export const nameOf = (character: string): string =>
	/[^\s\p{C}\p{M}]/u.test(character)
		? character
		: `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} (invisible)`;

/** Characters that one SMS holds by the service's billing rule (sandbox/openapi.yaml, message). */
const CHARACTERS_PER_SMS = 160;

/** SMS that a text takes per recipient by the service's billing rule; at least 1. */
export function smsCountOf(message: string): number {
	// Code units are never fewer than characters, so only a long text needs to be looked at closely.
	if (message.length <= CHARACTERS_PER_SMS) return 1;
	let characters = message.length;
	for (const character of message) characters -= character.length - 1;
	return Math.ceil(characters / CHARACTERS_PER_SMS);
}

/** Each text is asked about again and again. */
let last = { message: '', sms: 1 };

/** The larger of both counts: an estimate that protects. */
export function estimateSms(message: string): number {
	if (message !== last.message) {
		last = { message, sms: Math.max(smsCountOf(message), segmentsOf(message)) };
	}
	return last.sms;
}
