import { refused } from '../../../../support/refused';
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
	expect(refused(() => after(amount, unit))).toMatchObject({
		name: 'wrongSetting',
		field: 'Options > Limit Wait Time > Amount',
	});
});

it('is the date that was set, where it has not passed', () => {
	const at = (maxDateAndTime: unknown) =>
		deadlineOf({ limitType: 'atSpecifiedTime', maxDateAndTime }, NOW, 'Africa/Porto-Novo');
	expect(at('2026-11-21T15:00:01Z')).toBe(NOW + 1000);
	const causes = ['2026-11-21T15:00:00Z', '', 'soon'].map((date) => refused(() => at(date))?.name);
	expect(causes).toStrictEqual(['datePassed', 'wrongSetting', 'wrongSetting']);
	// The editor saves no offset: the clock of the workflow is meant.
	expect(at('2026-11-21T17:30:00')).toBe(Date.parse('2026-11-21T16:30:00Z'));
});
