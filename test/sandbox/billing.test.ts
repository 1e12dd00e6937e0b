import { countSms } from '../../sandbox/billing';

it.each([
	[1, 1],
	[160, 1],
	[161, 2],
	[320, 2],
	[321, 3],
])('bills %i characters as %i SMS', (characters, sms) => {
	expect(countSms('x'.repeat(characters))).toBe(sms);
});

it('counts an emoji as one character', () => {
	expect(countSms('🎉'.repeat(160))).toBe(1);
});
