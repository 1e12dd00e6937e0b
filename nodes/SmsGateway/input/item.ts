/** For what only n8n can tell. */
export const UNSURE = Symbol('unsure');

/** The value of a field of the item, as n8n would give it. */
export function valueAt(json: unknown, path: readonly string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'object') return UNSURE;
		if (!Object.hasOwn(value, name)) return name in value ? UNSURE : undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return typeof value === 'object' && value !== null ? UNSURE : value;
}

/** The value at the end of a path, or the text or number before it that a method is called of. */
export function leafAt(json: unknown, path: readonly string[]): unknown {
	let leaf = json;
	for (const name of path) {
		if (typeof leaf !== 'object' || leaf === null) return leaf;
		leaf = (leaf as Record<string, unknown>)[name];
	}
	return leaf;
}
