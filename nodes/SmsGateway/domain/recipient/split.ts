const SEPARATOR = /[|,;\r\n]/;
const THOUSANDS = /^\s*\+?\d{1,3}(,\d{3}){2,}\s*$/;

/** AI agents and databases hand lists over as JSON text. */
function parseJsonList(text: string): unknown[] | undefined {
	if (!/^\s*\[[^]*\]\s*$/.test(text)) return undefined;
	try {
		const list: unknown = JSON.parse(text);
		return Array.isArray(list) ? list : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The single numbers of a field that takes many: one number, a text with numbers separated by |,
 * comma, semicolon or line break, or an array (also nested, also as JSON text) of these.
 *
 * @returns at least one value, so that an empty field is an invalid recipient and not a lost one
 */
export function splitRecipients(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.length === 0 ? [''] : value.flatMap(splitRecipients);
	if (typeof value !== 'string') return [value];
	const list = parseJsonList(value);
	if (list) return splitRecipients(list);
	// "22,997,000,000" is one number in a sheet's costume, and refused as such.
	if (!SEPARATOR.test(value) || THOUSANDS.test(value)) return [value];
	const parts = value.split(SEPARATOR).filter((part) => part.trim() !== '');
	return parts.length === 0 ? [''] : parts;
}
