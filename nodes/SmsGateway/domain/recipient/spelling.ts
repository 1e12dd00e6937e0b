import { groupsIn, type Groups } from './plans';

/** What is written as a number: its digits, and how they are set apart. */
export type Spelling = Readonly<{
	/** Written with + or 00 in front. */
	isExplicit: boolean;
	/** All of them, with the 00. */
	digits: string;
	/** Runs of digits, without 00 in front. */
	groups: Groups;
	/** Behind the country code stands a 0 in parentheses, as a group of its own. */
	isBracketed: boolean;
	/** The first group stands in parentheses, as an area code does. */
	opensWithArea: boolean;
}>;

const BRACKETED = /^\D*(?:00\D*)?\d{1,3}\D*\(\s*0\s*\)/;

export function readSpelling(text: string): Spelling {
	const groups = groupsIn(text);
	const digits = groups.join('');
	const hasPlus = text.includes('+');
	const isExplicit = hasPlus || groups[0]?.startsWith('00') === true;
	if (!hasPlus && isExplicit) {
		groups[0] = groups[0]!.slice(2);
		if (groups[0] === '') groups.shift();
	}
	return {
		isExplicit,
		digits,
		groups,
		opensWithArea: text.startsWith('('),
		isBracketed: isExplicit && text.includes('(') && BRACKETED.test(text),
	};
}
