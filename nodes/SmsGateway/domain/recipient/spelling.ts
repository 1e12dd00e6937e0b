import { MIN_DIGITS } from './plans';

/** A plain spelling, cut at everything that is no digit. */
export type Spelling = Readonly<{
	/** Written with a + in front. */
	plus: boolean;
	digits: string;
	/** Runs of digits, at least one; without 00 in front. */
	groups: readonly string[];
	/** What stands before, between and after the groups: one more than there are groups. */
	gaps: readonly string[];
}>;

export function readSpelling(text: string): Spelling {
	const groups = text.match(/\d+/g) ?? [];
	const gaps = text.split(/\d+/);
	const digits = groups.join('');
	const plus = gaps[0]!.includes('+');
	if (!plus && groups[0]?.startsWith('00')) {
		groups[0] = groups[0].slice(2);
		if (groups[0] === '') {
			groups.shift();
			gaps.shift();
		}
	}
	return { plus, digits, groups, gaps };
}

/** Country code and trunk prefix, behind which an area code may stand in parentheses. */
const MAX_BEFORE_PARENTHESIS = 5;

/** One pair, or one after the other as in "(+49) (171) 1234567". */
const hasClosedParentheses = (text: string): boolean =>
	['', '()', '()()'].includes(text.replace(/[^()]/g, ''));

function hasNote({ gaps, groups }: Spelling): boolean {
	let before = 0;
	return groups.some((group, index) => {
		const opens = gaps[index]!.includes('(') && before > MAX_BEFORE_PARENTHESIS;
		before += group.length;
		return opens;
	});
}

/** "5. ", "12 - " */
const LISTED = /^[1-9]\d{0,2}\s?[-.]\s\(?$/;

/** What the text contains besides the number, in words; undefined where there is nothing. */
export function otherContent(spelling: Spelling, text: string): string | undefined {
	const { gaps, groups, plus } = spelling;
	const inner = gaps.slice(1, -1);
	if (inner.some((gap) => /[\t\n\v\f\r]/.test(gap))) {
		return 'It contains more than one column. Choose the one with the number.';
	}
	if (!hasClosedParentheses(text)) return 'Its parentheses do not match.';
	if (hasNote(spelling)) return 'It contains a note in parentheses. Enter the number alone.';
	const isListed = !plus && LISTED.test(`${groups[0]}${inner[0]}`) && inner[1] !== inner[0];
	return isListed ? 'It begins with a list number. Enter the phone number alone.' : undefined;
}

/** The digits without their first group, where that may be a row number. */
export const withoutFirst = ({ plus, groups }: Spelling): string | undefined =>
	plus || groups[0]!.length > 4 ? undefined : groups.slice(1).join('');

/** Whether the last group does not look like a part of the number that stands before it. */
export function isLastOdd({ groups, gaps }: Spelling): boolean {
	const last = groups.at(-1)!;
	if (groups.length === 2 || last.length === 1 || groups.at(-2)!.length >= MIN_DIGITS) return true;
	return last.length <= 3 && gaps.at(-2) !== gaps.at(-3);
}
