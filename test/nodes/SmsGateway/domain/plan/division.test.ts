import { startDivision } from '../../../../../nodes/SmsGateway/domain/plan/division';

type Refuses = (part: readonly number[], taken: number) => boolean;

/** Chance that is the same in each run. */
function chanceOf(seed: number): () => number {
	let state = seed * 7919 + 13;
	return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

const someOf = (count: number, most: number, chance: () => number): ReadonlySet<number> => {
	const some = new Set<number>();
	while (some.size < most) some.add(Math.floor(chance() * count));
	return some;
};

/** All requests that it takes to ask about so many in batches of 100. */
function divide(count: number, refuses: Refuses, width: number, chance: () => number) {
	let [requests, taken] = [0, 0];
	function isRefused(part: readonly number[]): boolean {
		requests++;
		const refused = refuses(part, taken);
		if (!refused) taken += part.length;
		return refused;
	}
	const batches = Array.from({ length: Math.ceil(count / 100) }, (_, batch) =>
		Array.from({ length: Math.min(100, count - batch * 100) }, (__, at) => batch * 100 + at),
	);
	const refused = batches.filter(isRefused);
	if (refused.length === 0) return { requests, taken };
	const division = startDivision(refused);
	while (division.unresolved().length > 0 && !division.isWholeAtFault()) {
		const parts = division.nextParts(width, chance());
		expect(new Set(parts.flat()).size).toBe(parts.flat().length);
		for (const part of parts) {
			division.note(part, isRefused(part) ? 'refused' : 'accepted');
		}
	}
	return { requests, taken };
}

describe.each([1, 5])('%i at once', (width) => {
	const worst = (count: number, wrong: number) =>
		Array.from({ length: 300 }, (_, seed) => {
			const chance = chanceOf(seed);
			const some = someOf(count, wrong, chance);
			const { requests, taken } = divide(
				count,
				(part) => part.some((one) => some.has(one)),
				width,
				chance,
			);
			return { requests, forgotten: count - wrong - taken };
		});

	it.each([
		[100, 1, 15],
		[300, 4, 56],
		[100, 3, 35],
	])('of %i, %i of whom are wrong, all others get it with %i requests', (count, wrong, most) => {
		const all = worst(count, wrong);
		expect(Math.max(...all.map(({ requests }) => requests))).toBeLessThanOrEqual(most);
		expect(all.filter(({ forgotten }) => forgotten > 0)).toStrictEqual([]);
	});

	it('where the first five of a hundred are wrong, the others get it', () => {
		const { taken } = divide(100, (part) => part.some((one) => one < 5), width, chanceOf(1));
		expect(taken).toBe(95);
	});
});

it('asks the others of a group again of which one has no result', () => {
	const division = startDivision([[0, 1, 2, 3]]);
	division.note([0], 'accepted');
	expect(division.nextParts(1, 0)).toStrictEqual([[1, 2]]);
	division.note([1, 2], 'other');
	expect(division.unresolved()).toStrictEqual([3]);
	expect(division.nextParts(1, 0)).toStrictEqual([[3]]);
});
