import { plansUnder, splitCallingCode } from './plans';

const groupsOf = (text: string): string[] => text.match(/\d+/g) ?? [];

/** As people write a number for abroad: "+33 6 12 34 56 78". */
export function international(digits: string): string {
	const split = splitCallingCode(digits);
	if (split === undefined) return `+${digits}`;
	const { abroad } = plansUnder(split.callingCode)[0]!.format(split.national);
	return `+${[split.callingCode, ...groupsOf(abroad)].join(' ')}`;
}

/** Whether groups are those of this number as it is usually written, with its country code. */
export const isGroupedAs = (groups: readonly string[], digits: string): boolean =>
	groups.join(' ') === international(digits).slice(1);

/** The same as it is written at home, with or without what is dialed in front. */
export function isGroupedAtHome(groups: readonly string[], digits: string): boolean {
	const split = splitCallingCode(digits);
	if (split === undefined) return false;
	const plan = plansUnder(split.callingCode)[0]!;
	const { abroad, home } = plan.format(split.national);
	const given = groups.join(' ');
	return [abroad, home].some((format) => {
		const usual = groupsOf(format).join(' ');
		return given === usual || given === plan.trunk + usual || given === `${plan.trunk} ${usual}`;
	});
}

/** Three groups or more, not all of them pairs: people who write any digits in pairs say nothing by it. */
export const isTelling = (groups: readonly string[]): boolean =>
	groups.length >= 3 && groups.some(({ length }) => length > 2);
