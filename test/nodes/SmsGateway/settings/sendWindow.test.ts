import { aSendWindow } from '../../../../nodes/SmsGateway/settings/sendWindow';
import { refused } from '../../../support/refused';

const read = (window: object) => aSendWindow.read({ window })!;

it('is every day from 8 to 20 unless it says another time', () => {
	expect(read({})).toStrictEqual({ from: 480, until: 1200, days: [1, 2, 3, 4, 5, 6, 7] });
});

it.each([
	[
		{ from: '08:30', until: '24:00' },
		{ from: 510, until: 1440 },
	],
	[
		{ from: 8, until: ' 20:00:00' },
		{ from: 480, until: 1200 },
	],
	[{ from: '0:00' }, { from: 0 }],
	[{ days: 'Monday, tuesday;SUNDAY' }, { days: [1, 2, 7] }],
	[{ days: [' Saturday ', 'thursday'] }, { days: [6, 4] }],
])('reads %j', (given, window) => {
	expect(read(given)).toMatchObject(window);
});

it('is none where an expression stands in its place', () => {
	expect(read('={{ $json.hours }}' as never)).toBeUndefined();
});

it.each([
	...[...'x 24:00 25 8:60 8:3 8. 8:00:01 8,30 -8'.split(' '), ''].map((from) => ({ from })),
	{ until: '24:01' },
	...[[], ['mon'], 'monday, someday'].map((days) => ({ days })),
])('refuses %j, and names the part', (given) => {
	const part = Object.keys(given)[0]!;
	const field = expect.stringMatching(new RegExp(`Send Window > ${part}$`, 'i'));
	expect(refused(() => read(given))).toMatchObject({ name: 'wrongSetting', field });
});
