import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import json from 'libphonenumber-js/metadata.max.json';

/** As people write a number for abroad: "+33 6 12 34 56 78". */
export const international = (digits: string): string =>
	parsePhoneNumberFromString(`+${digits}`, json)?.formatInternational() ?? `+${digits}`;

const groupsOf = (text: string): string[] => text.match(/\d+/g) ?? [];

/** Whether groups are those of this number as it is usually written, with its country code. */
export const isGroupedAs = (groups: readonly string[], digits: string): boolean =>
	groups.join(' ') === groupsOf(international(digits)).join(' ');

/** As people write it in its own country: "06 12 34 56 78". */
const national = (digits: string): string =>
	parsePhoneNumberFromString(`+${digits}`, json)?.formatNational() ?? digits;

/** The same as it is written at home, with or without what is dialed in front. */
export function isGroupedAtHome(groups: readonly string[], digits: string): boolean {
	const [, ...usual] = groupsOf(international(digits));
	const given = groups.join(' ');
	return given === usual.join(' ') || given === groupsOf(national(digits)).join(' ');
}

/** Three groups or more, not all of them pairs: people who write any digits in pairs say nothing by it. */
export const isTelling = (groups: readonly string[]): boolean =>
	groups.length >= 3 && groups.some(({ length }) => length > 2);
