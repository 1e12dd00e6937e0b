/** The same function, which computes its result only once for each key. */
export function remembered<K, T>(compute: (key: K) => T): (key: K) => T {
	const known = new Map<K, T>();
	return (key) => {
		if (!known.has(key)) known.set(key, compute(key));
		return known.get(key)!;
	};
}
