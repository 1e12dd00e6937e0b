/** The same function, which computes its result only once for each text. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		if (!known.has(text)) known.set(text, compute(text));
		return known.get(text)!;
	};
}
