const numbersOf = (version: string): number[] => version.split('.').map(Number);

const compare = (one: string, other: string): number => {
	const [left, right] = [numbersOf(one), numbersOf(other)];
	const index = left.findIndex((number, place) => number !== right[place]);
	return index === -1 ? 0 : left[index]! - right[index]!;
};

/**
 * Released versions up to a given one, the newest first.
 *
 * @param versions all that were published, such as "2.41.1" and "2.42.0-rc.1"
 * @param latest the newest to offer
 */
export const newestFirst = (versions: string[], latest: string): string[] =>
	versions
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version) && compare(version, latest) <= 0)
		.sort((one, other) => compare(other, one));
