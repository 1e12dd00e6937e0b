const MAX_LENGTH = 40;

function textOf(value: unknown): string {
	try {
		if (typeof value === 'object') return JSON.stringify(value) ?? '';
	} catch {
		// A circle, or a number that JSON does not know.
	}
	return String(value);
}

/** A value as it is quoted in a sentence: one line, at most 40 characters. */
export function shorten(value: unknown): string {
	const text = textOf(value).replace(/\s+/g, ' ').trim();
	const characters = [...text.slice(0, 2 * MAX_LENGTH + 2)];
	return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text;
}
