import {
	afterPart,
	isWholeAtFault,
	nextParts,
	openIn,
	startDivision,
} from '../../../../../nodes/SmsGateway/domain/plan/division';

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
	let division = startDivision(refused);
	while (openIn(division).length > 0 && !isWholeAtFault(division)) {
		const parts = nextParts(division, width, chance());
		expect(new Set(parts.flat()).size).toBe(parts.flat().length);
		for (const part of parts) {
			division = afterPart(division, part, isRefused(part) ? 'refused' : 'accepted');
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

	it.each([
		[100, 1 + 3],
		[500, 5 + 3],
	])('without credit, %i cost %i requests', (count, most) => {
		expect(divide(count, () => true, width, chanceOf(1)).requests).toBe(most);
	});

	it('uses up credit that runs out', () => {
		const { requests, taken } = divide(
			1000,
			(part, before) => before + part.length > 250,
			width,
			chanceOf(1),
		);
		expect(taken).toBe(250);
		expect(requests).toBeLessThan(60);
	});

	it.each([
		[1, 210],
		[7, 60],
		[50, 10],
	])('reaches all where lists of more than %i are refused', (longest, most) => {
		const { requests, taken } = divide(100, (part) => part.length > longest, width, chanceOf(1));
		expect(taken).toBe(100);
		expect(requests).toBeLessThanOrEqual(most);
	});
});

it('asks the others of a group again of which one has no result', () => {
	const division = startDivision([[0, 1, 2, 3]]);
	const accepted = afterPart(division, [0], 'accepted');
	expect(nextParts(accepted, 1, 0)).toStrictEqual([[1, 2]]);
	const unknown = afterPart(accepted, [1, 2], 'other');
	expect(openIn(unknown)).toStrictEqual([3]);
	expect(nextParts(unknown, 1, 0)).toStrictEqual([[3]]);
});
