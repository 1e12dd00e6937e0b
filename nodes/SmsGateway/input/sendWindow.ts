import { refuse } from '../domain/entry';
import type { SendWindow } from '../domain/safeguards/timing';
import { SETTINGS } from '../domain/settings';
import type { Check } from './checks';
import { aField } from './field';

/** In the order of the numbers that stand for them, Sunday 0. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The week as people read it, from Monday on. */
const WEEK = [...DAYS.slice(1), DAYS[0]!].map((name) => ({ name, value: name.toLowerCase() }));

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
	aField(
		'Days',
		'days',
		WEEK.map(({ value }) => value),
		{
			type: 'multiOptions',
			options: WEEK,
			description: 'Days on which the window opens',
		},
	),
];

const DEFAULTS = Object.fromEntries(sendWindowFields.map((field) => [field.name, field.default]));

const TIME_AS_WRITTEN = /^(\d{1,2})(?:[:.h] ?(\d\d)(?::00)?|[:h])? ?(?:([ap])\.?m\.?)?$/i;

/** Minutes since midnight of what people write: 08:00, 8, 8h, 8h30, 20.30, 8 pm. */
function minutesOf(given: unknown): number | undefined {
	const [, written, minutes = '0', half] = TIME_AS_WRITTEN.exec(String(given).trim()) ?? [];
	const hours = Number(written);
	if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
	const hour = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
	const total = 60 * hour + Number(minutes);
	return Number(minutes) < 60 && total <= 24 * 60 ? total : undefined;
}

const refusePart = (part: string, mustBe: string): never =>
	refuse({ name: 'wrongSetting', field: `${SETTINGS.sendWindow} > ${part}`, mustBe });

function readTime(part: string, given: unknown, latest: number, example: string): number {
	const minutes = minutesOf(given);
	const isTime = minutes !== undefined && minutes <= latest;
	return isTime ? minutes : refusePart(part, `a time such as ${example}`);
}

function readDays(given: unknown): number[] {
	const names = Array.isArray(given) ? given : String(given).split(/[\s,;]+/);
	if (names.length === 0) refusePart('Days', 'at least one day');
	return names.map((name) => {
		const written = String(name).trim().toLowerCase();
		const day = DAYS.findIndex((known) => known.toLowerCase() === written);
		return day === -1 ? refusePart('Days', 'names of days such as monday') : day;
	});
}

export const aSendWindow: Check<SendWindow> = {
	read(value) {
		const { window } = Object(value) as { window?: object };
		const given: Record<string, unknown> = { ...DEFAULTS, ...window };
		return {
			from: readTime('From', given.from, 24 * 60 - 1, '08:00'),
			until: readTime('Until', given.until, 24 * 60, '20:00'),
			days: readDays(given.days),
		};
	},
	mustBe: 'a window',
};
