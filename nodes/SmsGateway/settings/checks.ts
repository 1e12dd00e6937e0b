import { inFull } from '../domain/text/sentences';
import { COUNTRIES } from './countries';

export type Check<T> = Readonly<{
	read(given: unknown): T | undefined;
	/** Such as "a number of 0 or more". */
	mustBe: string;
}>;

function rangeInWords(least: number, most: number): string {
	if (least === -Infinity) return '';
	return most === Infinity
		? ` of ${inFull(least)} or more`
		: ` from ${inFull(least)} to ${inFull(most)}`;
}

const numberCheck =
	(kind: string, fits: (value: number) => boolean) =>
	({ least, most = Infinity }: { least: number; most?: number }): Check<number> => ({
		read(given) {
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			const isInRange = typeof value === 'number' && value >= least && value <= most;
			return isInRange && fits(value) ? value : undefined;
		},
		mustBe: `${kind}${rangeInWords(least, most)}`,
	});

export const aNumber = numberCheck('a number (decimals with a point)', Number.isFinite);
export const aWholeNumber = numberCheck('a whole number (digits only)', Number.isInteger);

export const oneOf = <const T extends string>(...choices: T[]): Check<T> => ({
	read: (given) => choices.find((choice) => choice === given),
	mustBe: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)!}`,
});

/** An expression may give it as text, and the text "false" is no yes. */
export const aBoolean: Check<boolean> = {
	read(given) {
		if (given === true || given === 'true') return true;
		return given === false || given === 'false' ? false : undefined;
	},
	mustBe: 'true or false',
};

/** An array, or text with separators; letters may be small. */
export const someCountries: Check<readonly string[]> = {
	read(given) {
		const list: unknown[] = Array.isArray(given) ? given : String(given).split(/[\s,;|]+/);
		const codes = list.map((one) => String(one).trim().toUpperCase()).filter(Boolean);
		return codes.every((code) => COUNTRIES.some(({ value }) => value === code)) ? codes : undefined;
	},
	mustBe: 'two-letter country codes, such as FR',
};

/** Numbers in any spelling; they are read together with the default country. */
export const someRecipients: Check<unknown> = { read: (given) => given, mustBe: 'numbers' };
