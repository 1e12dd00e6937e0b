import { remembered } from '../remembered';

/** What a clock on the wall shows: minutes since midnight, and the day of the week, Sunday 0. */
export type WallClock = Readonly<{ day: number; minute: number }>;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const formatFor = remembered(
	(timeZone: string) =>
		new Intl.DateTimeFormat('en-US', {
			timeZone,
			weekday: 'short',
			hour: '2-digit',
			minute: '2-digit',
			hourCycle: 'h23',
		}),
);

/**
 * @param zone a name of the IANA time zone database, such as Africa/Abidjan
 * @param instant milliseconds since 1970
 */
export function wallClock(zone: string, instant: number): WallClock {
	const [day, time] = formatFor(zone).format(instant).split(' ') as [string, string];
	const [hours, minutes] = time.split(':').map(Number) as [number, number];
	return { day: DAYS.indexOf(day), minute: 60 * hours + minutes };
}
