import { refuse } from '../domain/refusal';
import type { SendWindow } from '../domain/safeguards';
import { SETTINGS } from '../domain/settings';
import type { Check } from './checks';
import { aField, isNoCollection, LENGTH } from './field';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
	(name) => ({ name, value: name.toLowerCase() }),
);
const DAYS = WEEK.map(({ value }) => value);

export const sendWindowFields = [
	aField('From', 'from', '08:00', {
		placeholder: 'e.g. 08:00',
		description: 'Time of day at which the window opens',
	}),
	aField('Until', 'until', '20:00', {
		placeholder: 'e.g. 20:00',
		description:
			"Time of day at which the window closes. At or before 'From' means the next day, 24:00 the end of the day.",
	}),
	aField('Days', 'days', DAYS, {
		type: 'multiOptions',
		options: WEEK,
		description: 'Days on which the window opens',
	}),
	LENGTH,
];

const USUAL = Object.fromEntries(sendWindowFields.map((field) => [field.name, field.default]));

const refusePart = (part: string, mustBe: string): never =>
	refuse({ name: 'wrongSetting', field: `${SETTINGS.sendWindow} > ${part}`, mustBe });

/** Minutes since midnight: of 08:00, 8:00, 08:00:00 or 8. */
function readTime(part: string, given: unknown, latest: number, example: string): number {
	const [, hours, past = 0] = /^(\d\d?)(?::([0-5]\d)(?::00)?)?$/.exec(String(given).trim()) ?? [];
	const minutes = 60 * Number(hours) + Number(past);
	return minutes <= latest ? minutes : refusePart(part, `a time such as ${example}`);
}

function readDays(given: unknown): number[] {
	const names = Array.isArray(given) ? given : String(given).split(/[\s,;]+/);
	const days = names.map((name) => DAYS.indexOf(String(name).trim().toLowerCase()) + 1);
	const areDays = days.length > 0 && !days.includes(0);
	return areDays ? days : refusePart('Days', 'one or several days such as monday');
}

export const aSendWindow: Check<SendWindow> = {
	read(value) {
		const { window } = Object(value) as { window?: object };
		if (window && isNoCollection(window)) return undefined;
		const given: Record<string, unknown> = { ...USUAL, ...window };
		return {
			from: readTime('From', given.from, 24 * 60 - 1, '08:00'),
			until: readTime('Until', given.until, 24 * 60, '20:00'),
			days: readDays(given.days),
		};
	},
	mustBe: 'a time for each of its fields',
};
