/** Shorter than any real token; masking these would only garble the response. */
const TOO_SHORT_TO_MASK = 16;

const MASK = '[access token]';

/** The character in a regular expression, also as JSON may spell it: "e", "\u0065", "/", "\/". */
function spelled(character: string): string {
	const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
	const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:\\\\u${anyCase}|\\\\?${literal})`;
}

/** Masks keys too; undefined where the text is no JSON or holds no token. */
function maskJson(text: string, token: string): string | undefined {
	let found = false;
	const mask = (one: string): string => {
		if (!one.includes(token)) return one;
		found = true;
		return one.replaceAll(token, MASK);
	};
	const maskKeys = (value: object) =>
		Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key), one as unknown]));
	try {
		const value: unknown = JSON.parse(text, (_, one: unknown) => {
			if (typeof one === 'string') return mask(one);
			const isRecord = typeof one === 'object' && one !== null && !Array.isArray(one);
			return isRecord ? maskKeys(one) : one;
		});
		return found ? JSON.stringify(value) : text;
	} catch {
		return undefined;
	}
}

/**
 * A service that quotes the token back must not bring it into the items.
 *
 * @returns the response with the token masked, also where JSON spells it in another way
 */
export function maskToken(text: string, token: string): string {
	if (token.length < TOO_SHORT_TO_MASK) return text;
	if (!text.includes(token) && !text.includes('\\')) return text;
	return (
		maskJson(text, token) ?? text.replace(new RegExp([...token].map(spelled).join(''), 'g'), MASK)
	);
}
