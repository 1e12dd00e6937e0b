const SEPARATOR = /[|,;\r\n]/;

/**
 * The single numbers of a field that takes many: one number, a text with numbers separated by |,
 * comma, semicolon or line break, or an array (also nested) of these.
 *
 * @returns at least one value, so that an empty field is an invalid recipient and not a lost one
 */
export function splitRecipients(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.length === 0 ? [''] : value.flatMap(splitRecipients);
	if (typeof value !== 'string' || !SEPARATOR.test(value)) return [value];
	const parts = value.split(SEPARATOR).filter((part) => part.trim() !== '');
	return parts.length === 0 ? [''] : parts;
}
