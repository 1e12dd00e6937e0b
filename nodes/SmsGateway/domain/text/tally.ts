/** How often each is there, in the order in which they come first. */
export function tally(all: readonly string[]): Array<[one: string, count: number]> {
	const counts = new Map<string, number>();
	for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
	return [...counts];
}
