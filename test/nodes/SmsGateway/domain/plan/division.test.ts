import * as fc from 'fast-check';
import {
	afterPart,
	isWholeAtFault,
	nextPart,
	PATIENCE,
	startDivision,
	withoutSettled,
	type PartResult,
} from '../../../../../nodes/SmsGateway/domain/plan/division';
import { cases } from '../../laws/cases';

type Service = (recipients: readonly number[]) => PartResult;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Spread evenly, as chance is in the long run. */
const SPREAD = upTo(1_000).map((one) => (one * 0.618034) % 1);

/** Divides a request that the service refused, and keeps what was asked. */
function divide(
	recipients: number,
	service: Service,
	{
		chances = SPREAD,
		patience = PATIENCE,
	}: { chances?: readonly number[]; patience?: number } = {},
) {
	const asked: Array<{ part: readonly number[]; answer: PartResult }> = [];
	let division = startDivision(upTo(recipients), patience);
	while (division.open.length > 0 && !isWholeAtFault(division)) {
		const part = nextPart(division, chances[asked.length % chances.length]!);
		const answer = service(part);
		asked.push({ part, answer });
		division = afterPart(division, part, answer);
	}
	const of = (answer: PartResult) =>
		asked.flatMap((one) => (one.answer === answer ? one.part : [])).sort((a, b) => a - b);
	const alone = asked.filter(({ part, answer }) => part.length === 1 && answer === 'refused');
	return {
		asked,
		requests: 1 + asked.length,
		accepted: of('accepted'),
		refusedAlone: alone.flatMap(({ part }) => part).sort((a, b) => a - b),
		givenUp: division.open,
	};
}

const refusing = (wrong: readonly number[]): Service => {
	const them = new Set(wrong);
	return (part) => (part.some((one) => them.has(one)) ? 'refused' : 'accepted');
};

const refusesAll: Service = () => 'refused';

/** Accepts until that many are sent, and no request that would be more. */
function withCredit(credit: number): Service {
	let left = credit;
	return (part) => {
		if (part.length > left) return 'refused';
		left -= part.length;
		return 'accepted';
	};
}

const chances = fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), {
	minLength: 1,
	maxLength: 40,
});

const wrongOnes = (total: number, most: number) =>
	fc.uniqueArray(fc.nat({ max: total - 1 }), { minLength: 1, maxLength: most });

describe('with few wrong numbers', () => {
	it.each(upTo(100))('finds one of 100 in at most 20 requests (%i)', (wrong) => {
		for (const chance of [0, 0.3, 0.5, 0.9, 0.999]) {
			const { requests, accepted, refusedAlone } = divide(100, refusing([wrong]), {
				chances: [chance],
			});
			expect(requests).toBeLessThanOrEqual(20);
			expect(refusedAlone).toStrictEqual([wrong]);
			expect(accepted).toHaveLength(99);
		}
	});

	it('finds four of 300 in at most 60, wherever they are', () => {
		fc.assert(
			fc.property(wrongOnes(300, 4), chances, (wrong, given) => {
				// Three of them drawn first would look like a text at fault.
				const drawn = divide(300, refusing(wrong), { chances: given });
				fc.pre(drawn.accepted.length > 0);
				expect(drawn.requests).toBeLessThanOrEqual(60);
				expect(drawn.refusedAlone).toStrictEqual([...wrong].sort((a, b) => a - b));
				expect(drawn.accepted).toHaveLength(300 - wrong.length);
			}),
			cases(2_000),
		);
	});
});

it('is cheap for any number of wrong ones: never more than two and a half requests for each recipient', () => {
	fc.assert(
		fc.property(
			fc
				.integer({ min: 2, max: 150 })
				.chain((total) => fc.tuple(fc.constant(total), wrongOnes(total, total))),
			chances,
			([total, wrong], given) => {
				const { requests, refusedAlone, accepted, givenUp } = divide(total, refusing(wrong), {
					chances: given,
				});
				expect(requests).toBeLessThanOrEqual(2 + 2.5 * total);
				expect(accepted.some((one) => wrong.includes(one))).toBe(false);
				expect(refusedAlone.every((one) => wrong.includes(one))).toBe(true);
				if (givenUp.length === 0) expect(accepted).toHaveLength(total - wrong.length);
			},
		),
		cases(1_000),
	);
});

describe('where the whole is at fault', () => {
	it.each([2, 3, 4, 100, 5_000])('asks at most three alone (of %i)', (total) => {
		const { asked, givenUp } = divide(total, refusesAll);
		expect(asked.map(({ part }) => part.length)).toStrictEqual(
			new Array(Math.min(3, total)).fill(1),
		);
		expect(givenUp).toHaveLength(Math.max(0, total - 3));
	});

	it('asks from the start, the middle and the end, as numbers of one kind stand together', () => {
		const asked = divide(90, refusesAll, { chances: [0.5] }).asked.map(({ part }) => part[0]);
		expect(asked).toStrictEqual([15, 45, 75]);
	});

	it('goes on where one is accepted', () => {
		const { accepted, givenUp } = divide(100, refusing(upTo(60)));
		expect(accepted).toHaveLength(40);
		expect(givenUp).toStrictEqual([]);
	});
});

describe('credit that runs out in the middle', () => {
	it.each([1, 2, 30, 50, 63, 99])(
		'is used up (%i of 100), and the rest is given up soon',
		(credit) => {
			const { accepted, asked } = divide(100, withCredit(credit));
			expect(accepted).toHaveLength(credit);
			expect(asked.length).toBeLessThanOrEqual(25);
		},
	);
});

it.each([
	[1, 110],
	[2, 60],
	[10, 25],
	[50, 10],
	[99, 10],
])('learns that the service takes lists of at most %i', (longest, most) => {
	const { accepted, asked } = divide(100, (part) =>
		part.length > longest ? 'refused' : 'accepted',
	);
	expect(accepted).toHaveLength(100);
	expect(asked.length).toBeLessThanOrEqual(most);
});

describe('once one was accepted', () => {
	const division = { ...startDivision(upTo(100)), isAccepted: true, suspects: 0 };

	// Where nine of ten are wrong, many in a row are wrong by chance.
	it.each([
		[0, 10, 5],
		[2, 2, 12],
		[6, 2, 22],
		[9, 1, 40],
	])(
		'with %i refused alone and %i accepted, %i more in a row show that the whole is at fault',
		(refusedAlone, acceptedAlone, inARow) => {
			const after = (streak: number) => ({ ...division, refusedAlone, acceptedAlone, streak });
			expect(isWholeAtFault(after(inARow - 1))).toBe(false);
			expect(isWholeAtFault(after(inARow))).toBe(true);
		},
	);

	it('asks fewer together, the more were refused alone', () => {
		const sizeAfter = (refusedAlone: number, streak: number) =>
			nextPart({ ...division, refusedAlone, streak }, 0).length;
		expect([sizeAfter(0, 0), sizeAfter(3, 0), sizeAfter(3, 1)]).toStrictEqual([100, 25, 20]);
	});

	it.each<[number, PartResult, object]>([
		[1, 'accepted', { acceptedAlone: 5, refusedAlone: 3, streak: 0 }],
		[2, 'accepted', { acceptedAlone: 4, refusedAlone: 3, streak: 0 }],
		[1, 'refused', { acceptedAlone: 4, refusedAlone: 2, streak: 2 }],
		[1, 'other', { acceptedAlone: 4, refusedAlone: 2, streak: 2 }],
		[2, 'other', { acceptedAlone: 4, refusedAlone: 2, streak: 1 }],
	])('counts who was asked alone: %i, %s', (size, result, counts) => {
		const before = { ...division, acceptedAlone: 4, refusedAlone: 2, streak: 1 };
		const after = afterPart(before, upTo(size), result);
		expect(after).toMatchObject(counts);
		expect(after.open).toHaveLength(100 - size);
	});

	it('still suspects those who were refused together, where others are asked', () => {
		const before = { ...division, suspects: 4 };
		expect(afterPart(before, [4], 'accepted').suspects).toBe(4);
		expect(afterPart(before, [4], 'other').suspects).toBe(4);
		expect(afterPart(before, [3], 'other').suspects).toBe(0);
		expect(withoutSettled(before, [1, 50]).suspects).toBe(3);
	});
});

it('leaves out those who were settled without being asked', () => {
	const division = withoutSettled(startDivision([7, 8, 9, 10]), [8, 10]);
	expect(division).toMatchObject({ open: [7, 9], suspects: 2 });
	expect(withoutSettled(division, [])).toStrictEqual(division);
});
