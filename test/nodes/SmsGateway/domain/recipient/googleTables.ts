/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';

/**
 * A range of mobile numbers in the tables from which Google makes libphonenumber
 * (github.com/google/libphonenumber, resources/metadata, Apache 2.0), before anything is derived.
 */
export type Range = Readonly<{
	callingCode: string;
	region: CountryCode;
	/** What is dialed in front of it at home, for # in a format. */
	trunk: string;
	/** A regular expression; what follows is any digits. */
	prefix: string;
	length: number;
	/** X is a digit, * one that a longer number has. */
	national: string;
	international: string;
}>;

const unquoted = (cell: string | undefined): string => (cell ?? '').trim().replace(/^"|"$/g, '');

/** Of a file of Google's: cells between semicolons, the names of the columns in the first line. */
function rowsOf(path: string): Array<Record<string, string>> {
	if (!existsSync(path)) return [];
	const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
	const names = head!.split(';').map(unquoted);
	return lines.map((line) => {
		const cells = line.split(/\s;\s?|;\s/).map(unquoted);
		return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
	});
}

/** @param folder a copy of resources/metadata */
export function readTables(folder: string): Range[] {
	const codes = new Map(
		rowsOf(join(folder, 'metadata.csv')).map((row) => [row['Calling Code']!, row]),
	);
	return readdirSync(folder).flatMap((callingCode) => {
		const code = codes.get(callingCode);
		if (code === undefined) return [];
		const formats = new Map(
			rowsOf(join(folder, callingCode, 'formats.csv')).map((row) => [row.Id!, row]),
		);
		return rowsOf(join(folder, callingCode, 'ranges.csv')).flatMap((row) => {
			const format = formats.get(row.Format!);
			// 001 is the region of services above countries.
			const isMobile = row.Type === 'MOBILE' && !row.Regions!.includes('001');
			if (!isMobile || !format?.National) return [];
			const { National: national, International: international } = format;
			return lengthsIn(row.Length!).map((length) => ({
				callingCode,
				region: unquoted(row.Regions!.split(',')[0]) as CountryCode,
				trunk: unquoted(code['National Prefix']!.split(',')[0]),
				prefix: row.Prefix!.replace(/x/g, '\\d'),
				length,
				national,
				international: international || national.replace(/[#()]/g, ''),
			}));
		});
	});
}

/** "9", "9,10", "[7-9]", "8,[10-12]" */
const lengthsIn = (text: string): number[] =>
	text.split(',').flatMap((part) => {
		const [first, last] = part.replace(/[[\]]/g, '').split('-').map(Number);
		return Array.from({ length: (last ?? first!) - first! + 1 }, (_, index) => first! + index);
	});

export type Sample = Readonly<{ range: Range; e164: string; national: string; abroad: string }>;

/** Numbers of a range, with both of their spellings. */
export function samplesOf(range: Range, count: number, seed: number): Sample[] {
	const { callingCode, prefix, length, trunk } = range;
	const beginnings = fc.sample(fc.stringMatching(new RegExp(`^(?:${prefix})$`)), {
		numRuns: count,
		seed,
	});
	const ends = fc.sample(fc.stringMatching(/^\d{15}$/), { numRuns: count, seed: seed + 1 });
	return beginnings.map((beginning, index) => {
		const digits = (beginning + ends[index]!).slice(0, length);
		const fill = (format: string): string => {
			let next = 0;
			const filled = format.replace(/[X*]/g, () => digits[next++] ?? '');
			return filled.replace('#', trunk) + digits.slice(next);
		};
		return {
			range,
			e164: callingCode + digits,
			national: fill(range.national),
			abroad: `+${callingCode} ${fill(range.international.replace('#', ''))}`,
		};
	});
}
