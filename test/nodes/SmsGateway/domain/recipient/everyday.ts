/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode } from 'libphonenumber-js/max';
import { pick, type Person, type Random } from './people';

/**
 * How people write a mobile of their own country: in ads, on shop windows, in forms and chats. From common knowledge,
 * not from the formats of the library. `x` is the next digit of the national number, `_` one that is left out,
 * anything else stands as it is. A template is for the numbers that have as many digits. In everyday.txt, by country.
 */
const TEMPLATES: Record<string, string> = Object.fromEntries(
	readFileSync(join(__dirname, 'everyday.txt'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => line.split(': ')),
);

export type EverydayWay = Readonly<{ country: CountryCode; template: string; digits: number }>;

/** Under the own country as default country. */
export const EVERYDAY: readonly EverydayWay[] = Object.entries(TEMPLATES).flatMap(
	([country, templates]) =>
		[...new Set(templates.split('|'))].map((template) => ({
			country: country as CountryCode,
			template,
			digits: template.replace(/[^x_]/g, '').length,
		})),
);

export const EVERYDAY_COUNTRIES = Object.keys(TEMPLATES) as CountryCode[];

/** @returns undefined where the person's number has another length */
export function written(
	{ country, template, digits }: EverydayWay,
	national: string,
): string | undefined {
	const isElsewhere = country === 'AR' && !national.startsWith('911');
	if (national.length !== digits || isElsewhere) return undefined;
	let next = 0;
	return template.replace(/[x_]/g, (one) => {
		const digit = national[next++]!;
		return one === '_' ? '' : digit;
	});
}

const FRONTS = ['+# ', '+#', '00# ', '00 # ', '(+#) ', '+#-', '00#', '+#.'];

/** The same behind + or 00, without what is dialed at home; undefined as above. */
export function writtenWithCode(
	{ template, ...way }: EverydayWay,
	{ number }: Person,
	random: Random,
): string | undefined {
	const local = template.replace(/^[^x_]*/, '').replace(/[()]+ ?/g, ' ');
	const spelled = written({ template: local, ...way }, number.nationalNumber);
	if (spelled === undefined || template.includes('_')) return undefined;
	const fronts = template.includes('.') ? FRONTS.slice(0, 1) : FRONTS;
	return pick(fronts, random).replace('#', number.countryCallingCode) + spelled;
}
