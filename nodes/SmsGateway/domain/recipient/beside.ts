import { isKnown, isMobile, type NumberingPlan } from './numberingPlans';
import {
	isWrittenAbroad,
	isWrittenAtHome,
	mobilesAtHome,
	nationalReadings,
	type DigitGroups,
} from './readings';
import type { Spelling } from './spelling';

/** A part of what is written, which may be a number by itself. */
type Part = Readonly<{
	groups: DigitGroups;
	digits: string;
	/** Index of its first group. */
	from: number;
	/** Not set apart by its marks: only a number where it is written as one usually is. */
	isWeak?: boolean;
	/** Set apart by a mark that ends numbers, or before one or two last digits: landlines count too. */
	isClear?: boolean;
}>;

type Written = Pick<Spelling, 'groups' | 'marks'>;

/** Marks that usually end a number. */
const ENDS = /^\s+[-/]\s+$|\s{3,}/;
/** A digit in parentheses in front is a row number where the rest is a number: "(5) 050 34 411". */
const isRowMark = ({ groups, marks }: Written): boolean =>
	groups[0]!.length === 1 && marks[0]?.startsWith(')') === true;

/** Parentheses set an area code apart as a space does. */
const kindOfMark = (mark: string): string => mark.replace(/[()]/g, '') || ' ';

/** Between which groups something else may end or begin: the indices of the groups after. */
function cutsOf(marks: readonly string[]): Set<number> {
	const kinds = marks.map(kindOfMark);
	const cuts = new Set<number>();
	kinds.forEach((kind, index) => {
		const isEdge = [kinds[index - 1], kinds[index + 1]].some(
			(next) => next !== undefined && next !== kind,
		);
		if (isEdge || ENDS.test(kind)) cuts.add(index + 1);
	});
	return cuts;
}

/**
 * Whether a last group with the same mark in front goes on with the number: as long as the group
 * before it, or three or four digits behind short groups. Others are an extension, a row or a year.
 */
function goesOn(groups: DigitGroups): boolean {
	const last = groups.at(-1)!.length;
	const before = groups.at(-2)?.length ?? 0;
	if (last === before) return last > 1;
	return (last === 3 || last === 4) && before >= 2 && before <= 4;
}

/** The parts of groups: between the cuts, and without the first or the last group. */
function partsBeside(written: Written): Part[] {
	const { groups, marks } = written;
	const cuts = cutsOf(marks);
	const hasRowMark = isRowMark(written);
	if (hasRowMark) cuts.add(1);
	const { length } = groups;
	const parts: Part[] = [];
	const add = (from: number, to: number, more?: Pick<Part, 'isWeak' | 'isClear'>): void => {
		if (to <= from || to - from === length) return;
		const some = groups.slice(from, to);
		parts.push({ groups: some, digits: some.join(''), from, ...more });
	};
	const edges = [0, ...cuts, length];
	const isEnded = (to: number): boolean => ENDS.test(marks[to - 1] ?? '');
	for (const from of edges) {
		const isRow = from === 1 && (hasRowMark || (groups[0]!.length === 1 && isEnded(from)));
		for (const to of edges) add(from, to, { isClear: isRow });
	}
	add(0, 1);
	if (!goesOn(groups)) add(0, length - 1, { isClear: groups.at(-1)!.length <= 2 });
	add(1, length, { isWeak: true });
	return parts;
}

const hasUsualGroups = (groups: DigitGroups, recipient: string): boolean =>
	groups.length === 1 || isWrittenAtHome(groups, recipient) || isWrittenAbroad(groups, recipient);

/** South Africa's short mobiles in the metadata are how its long ones begin, and nobody's. */
const NOBODYS = /^27\d{5,8}$/;

/** Of a number with its country code: a shorter one is like the rest of many others. */
const LONG = 9;

/** A number of the default country in a part of digits that are a mobile there as a whole. */
export function numberBeside(
	spelling: Spelling,
	recipient: string,
	home: NumberingPlan,
): string | undefined {
	const { digits } = spelling;
	const { trunk } = home;
	const begins = (text: string): boolean => trunk !== '' && text.startsWith(trunk);
	const isDialed = begins(digits) && !recipient.endsWith(digits);
	for (const part of partsBeside(spelling)) {
		const isSecond = begins(part.digits);
		// Behind what is dialed in front, a part without it is only the rest of the number.
		if (isDialed && part.from > 0 && !isSecond) continue;
		// Landlines are left out where they are like the rest of many a mobile.
		const national =
			part.isClear || (isSecond && !isDialed) ? nationalReadings(part.digits, home) : [];
		const numbers = [
			...mobilesAtHome(part.digits, home),
			...national.map((reading) => reading.recipient),
			...(part.digits.length >= LONG &&
			isMobile(part.digits) &&
			digits !== home.callingCode + part.digits
				? [part.digits]
				: []),
		];
		const other = numbers.find(
			(one) =>
				one !== recipient &&
				!NOBODYS.test(one) &&
				(!part.isWeak || hasUsualGroups(part.groups, one)),
		);
		if (other !== undefined) return other;
	}
	return undefined;
}

/** Any number that is whole before the groups end, behind its country code. */
export const wholeBefore = (written: Written): string | undefined =>
	partsBeside(written).find(({ from, digits }) => from === 0 && isKnown(digits))?.digits;
