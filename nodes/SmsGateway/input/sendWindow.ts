import type { INodeProperties } from 'n8n-workflow';
import type { SendWindow } from '../domain/safeguards/sendWindow';
import type { Check } from './setting';

/** In the order of the numbers that stand for them, Sunday 0. */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const sendWindowFields: INodeProperties[] = [
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '08:00',
		placeholder: 'e.g. 08:00',
		description: 'Time of day at which the window opens',
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'string',
		default: '20:00',
		placeholder: 'e.g. 20:00',
		description:
			"Time of day at which the window closes. At or before 'From' means the next day, 24:00 the end of the day.",
	},
	{
		displayName: 'Days',
		name: 'days',
		type: 'multiOptions',
		// The week as people read it, from Monday on.
		options: [...DAYS.slice(1), DAYS[0]!].map((name) => ({ name, value: name.toLowerCase() })),
		default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
		description: 'Days on which the window opens',
	},
	{
		displayName: 'Clock',
		name: 'clock',
		type: 'options',
		options: [
			{
				name: "Recipient's Country",
				value: 'recipient',
				description: 'If the country has several time zones, it must be open in all of them',
			},
			{
				name: 'Workflow',
				value: 'workflow',
				description: "The workflow's time zone, for everyone",
			},
		],
		default: 'recipient',
		description: 'Whose time it is',
	},
];

const DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
	sendWindowFields.map((field) => [field.name, field.default]),
);

export type WindowSetting = SendWindow & Readonly<{ clock: 'recipient' | 'workflow' }>;

function minutesOf(given: unknown): number | undefined {
	const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(String(given).trim()) ?? [];
	const total = 60 * Number(hours) + Number(minutes);
	return Number(minutes) < 60 && total <= 24 * 60 ? total : undefined;
}

const daysOf = (given: unknown): number[] | undefined => {
	const names = Array.isArray(given) ? given : String(given).split(/[\s,;]+/);
	const days = names.map((name) => DAYS.findIndex((day) => day.toLowerCase() === name));
	return days.length === 0 || days.includes(-1) ? undefined : days;
};

export const aSendWindow: Check<WindowSetting> = {
	read(value) {
		const { window } = Object(value) as { window?: Record<string, unknown> };
		const given: Record<string, unknown> = { ...DEFAULTS, ...window };
		const { clock } = given;
		const from = minutesOf(given.from);
		const until = minutesOf(given.until);
		const days = daysOf(given.days);
		if (from === undefined || from === 24 * 60 || until === undefined || days === undefined) {
			return undefined;
		}
		if (clock !== 'recipient' && clock !== 'workflow') return undefined;
		return { from, until, days, clock };
	},
	mustBe: 'two times of day, such as 08:00 and 20:00, at least one day and a clock',
};
