import { isKnown, isMobile, isWrittenAbroad, isWrittenAtHome } from './numberingPlans';
import type { DigitGroups, NumberingPlan } from './numberingPlans';
import { mobilesAtHome, nationalReadings } from './readings';
import type { Spelling } from './spelling';

/** A part of what is written, which may be a number by itself. */
type Part = Readonly<{
	groups: DigitGroups;
	digits: string;
	/** Index of its first group. */
	from: number;
	/** Before one or two last digits: landlines count too. */
	isClear?: boolean;
	/** Not set apart by its marks: only a number where it is written as one usually is. */
	isWeak?: boolean;
}>;

type Written = Pick<Spelling, 'groups' | 'marks'>;

/** Marks that usually end a number. */
const ENDS = /^\s+[-/]\s+$|\s{3,}/;

/** Between which groups something else may begin, since the marks change: the indices of the groups after. */
function cutsOf(marks: readonly string[]): number[] {
	// Parentheses set an area code apart as a space does.
	const kinds = marks.map((mark) => mark.replace(/[()]/g, '') || ' ');
	return kinds.flatMap((kind, index) => {
		const others = [kinds[index - 1], kinds[index + 1]];
		const isEdge = others.some((other) => other !== undefined && other !== kind);
		return isEdge || ENDS.test(kind) ? [index + 1] : [];
	});
}

/** Whether a last group goes on with the number: others are an extension, a row or a year. */
function goesOn(groups: DigitGroups): boolean {
	const [before, last] = groups.slice(-2).map(({ length }) => length);
	if (last === before) return last! > 1;
	return (last === 3 || last === 4) && before! >= 2 && before! <= 4;
}

function partsWithin({ groups, marks }: Written): Part[] {
	const { length } = groups;
	const edges = [0, ...cutsOf(marks), length];
	const part = (from: number, to: number, more?: Pick<Part, 'isClear' | 'isWeak'>): Part[] => {
		const some = groups.slice(from, to);
		const isPart = some.length > 0 && some.length < length;
		return isPart ? [{ groups: some, digits: some.join(''), from, ...more }] : [];
	};
	const isRow = groups[0]!.length === 1 && ENDS.test(marks[0] ?? '');
	return [
		...edges.flatMap((from) =>
			edges.flatMap((to) => part(from, to, { isClear: isRow && from === 1 })),
		),
		...part(0, 1),
		...(goesOn(groups) ? [] : part(0, length - 1, { isClear: groups.at(-1)!.length <= 2 })),
		...part(1, length, { isWeak: true }),
	];
}

const hasUsualGroups = (groups: DigitGroups, recipient: string): boolean =>
	groups.length === 1 || isWrittenAtHome(groups, recipient) || isWrittenAbroad(groups, recipient);

/** South Africa's short mobiles in the metadata are how its long ones begin, and nobody's. */
const NOBODYS = /^27\d{5,8}$/;

/** Of a number with its country code: a shorter one is like the rest of many others. */
const LONG = 9;

/** Another number of the default country in a part of digits that are a mobile there as a whole. */
export function otherAtHome(
	spelling: Spelling,
	recipient: string,
	home: NumberingPlan,
): string | undefined {
	const { digits, groups } = spelling;
	if (groups.length === 1) return undefined;
	const begins = (text: string): boolean => home.trunk !== '' && text.startsWith(home.trunk);
	const isDialed = begins(digits) && !recipient.endsWith(digits);
	for (const { groups: some, digits: part, from, isClear, isWeak } of partsWithin(spelling)) {
		// Behind what is dialed in front, a part without it is only the rest of the number.
		const isSecond = begins(part);
		if (isDialed && from > 0 && !isSecond) continue;
		// Landlines are left out where they are like the rest of many a mobile.
		const national = isClear || (isSecond && !isDialed) ? nationalReadings(part, home) : [];
		const isAbroad = part.length >= LONG && digits !== home.callingCode + part && isMobile(part);
		const other = [
			...mobilesAtHome(part, home),
			...national.map((reading) => reading.recipient),
			...(isAbroad ? [part] : []),
		].find(
			(one) => one !== recipient && !NOBODYS.test(one) && (!isWeak || hasUsualGroups(some, one)),
		);
		if (other !== undefined) return other;
	}
	return undefined;
}

/** A number that is whole, with its country code, before the groups end. */
export function otherAbroad(spelling: Written): string | undefined {
	const { groups } = spelling;
	if (groups.length === 1) return undefined;
	if (isMobile(groups.join(''))) {
		return partsWithin(spelling).find(({ from, digits }) => from === 0 && isKnown(digits))?.digits;
	}
	return groups.map((_, index) => groups.slice(0, index).join('')).find(isKnown);
}
