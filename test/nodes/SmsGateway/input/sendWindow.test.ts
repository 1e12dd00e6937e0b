import { aSendWindow } from '../../../../nodes/SmsGateway/input/sendWindow';
import { refused } from '../../../support/refused';

const read = (window: object) => aSendWindow.read({ window })!;
/** The part of the window that is refused. */
const refusedPart = (window: object) => {
	const cause = refused(() => read(window));
	return cause?.name === 'wrongSetting' ? cause.field.replace(/^.*Send Window > /, '') : undefined;
};

it.each([undefined, null, {}, { window: {} }])('is every day from 8 to 20, of %j', (value) => {
	expect(aSendWindow.read(value)).toStrictEqual({
		from: 480,
		until: 1200,
		days: [1, 2, 3, 4, 5, 6, 0],
	});
});

it.each([
	['08:00', 480],
	[8, 480],
	['8h', 480],
	['8h30', 510],
	['8: 30', 510],
	['20.30', 1230],
	['08:00:00', 480],
	['8 pm', 1200],
	['8 p.m.', 1200],
	['8:30 am', 510],
	['12 am', 0],
	['12 pm', 720],
])('opens at %p: %i minutes after midnight', (from, minutes) => {
	expect(read({ from })).toMatchObject({ from: minutes, until: 1200 });
});

it.each([...'x 24:00 25 8:60 8:3 8. 8:00:01 8,30 -8'.split(' '), ...['', '0 am', '13 pm', '8 xm']])(
	'does not open at %p',
	(from) => {
		expect(refusedPart({ from })).toBe('From');
	},
);

it('may close at the end of the day, and no later', () => {
	expect(read({ until: '24:00' }).until).toBe(1440);
	expect(refusedPart({ until: '24:01' })).toBe('Until');
});

it.each([
	['monday', [1]],
	['Monday, tuesday;SUNDAY', [1, 2, 0]],
	['monday ,  friday', [1, 5]],
	[['saturday'], [6]],
	[
		[' Wednesday ', 'thursday'],
		[3, 4],
	],
])('opens on %j', (days, expected) => {
	expect(read({ days }).days).toStrictEqual(expected);
});

it.each([[[]], [['mon']], ['monday, someday']])('does not open on %j', (days) => {
	expect(refusedPart({ days })).toBe('Days');
});
