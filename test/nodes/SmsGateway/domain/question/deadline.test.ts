import { saying } from '../../../../support/saying';
import { deadlineOf } from '../../../../../nodes/SmsGateway/domain/question/question';

const NOW = Date.parse('2026-11-21T15:00:00Z');
const after = (resumeAmount: unknown, resumeUnit: unknown) =>
	deadlineOf(
		{ limitType: 'afterTimeInterval', resumeAmount, resumeUnit },
		NOW,
		'Africa/Porto-Novo',
	);

it('is none without a limit', () => {
	expect(deadlineOf({}, NOW, 'UTC')).toBeUndefined();
});

it.each([
	[45, 'minutes', '2026-11-21T15:45:00.000Z'],
	[0.5, 'hours', '2026-11-21T15:30:00.000Z'],
	['2', 'days', '2026-11-23T15:00:00.000Z'],
])('is %s %s from now', (amount, unit, expected) => {
	expect(new Date(after(amount, unit)!).toISOString()).toBe(expected);
});

it.each([
	[0, 'hours'],
	[-1, 'hours'],
	['soon', 'hours'],
	[undefined, 'hours'],
	[1, 'weeks'],
	[1e300, 'days'],
])('refuses %s %s', (amount, unit) => {
	expect(() => saying(() => after(amount, unit))).toThrow(
		"'Options > Limit Wait Time > Amount' must be a number above 0",
	);
});

it('is the date that was set, where it has not passed', () => {
	const at = (maxDateAndTime: unknown) =>
		deadlineOf({ limitType: 'atSpecifiedTime', maxDateAndTime }, NOW, 'Africa/Porto-Novo');
	expect(at('2026-11-21T15:00:01Z')).toBe(NOW + 1000);
	expect(() => saying(() => at('2026-11-21T15:00:00Z'))).toThrow(
		"'Options > Limit Wait Time > Max Date and Time' has already passed",
	);
	expect(() => saying(() => at(''))).toThrow("'Options > Limit Wait Time > Max Date and Time'");
	expect(() => saying(() => at('soon'))).toThrow('must be a date');
	// The editor saves no offset: the clock of the workflow is meant.
	expect(at('2026-11-21T17:30:00')).toBe(Date.parse('2026-11-21T16:30:00Z'));
});
