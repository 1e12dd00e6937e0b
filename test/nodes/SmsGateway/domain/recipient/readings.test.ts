import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	exitReadings,
	isPossible,
	isWrittenAtHome,
	withoutDialed,
} from '../../../../../nodes/SmsGateway/domain/recipient/readings';

it.each([
	['33612345678', true],
	['33140205050', true],
	['336123456', false],
	['999123456789', false],
	['12015550123', true],
	['11015550123', false],
	['12011550123', false],
	// Nine digits are possible in Great Britain, and not on Jersey.
	['44169772345', true],
	['4416977', false],
])('%s has a length that numbers of its country have: %s', (digits, possible) => {
	expect(isPossible(digits)).toBe(possible);
});

it.each([
	['06 12 34 56 78', '33612345678', true],
	['0 6 12 34 56 78', '33612345678', true],
	['06 123 456 78', '33612345678', false],
	['6 12 34 56 78', '33612345678', false],
	['612 34 56 78', '34612345678', true],
	['011 15 2345 6789', '5491123456789', true],
	['0 9 11 2345 6789', '5491123456789', true],
	['11 15 2345 6789', '5491123456789', false],
	['011 2345 6789', '5491123456789', false],
])('%s is how %s is written at home: %s', (text, recipient, isUsual) => {
	expect(isWrittenAtHome(text.split(' '), recipient)).toBe(isUsual);
});

it.each([
	['330612345678', ['33612345678']],
	['33612345678', []],
	// Left out is only what is dialed, and no other digit.
	['336612345678', []],
	['999', []],
])('%s may be, without what is only dialed at home: %j', (digits, recipients) => {
	const readings = withoutDialed(digits).map(({ recipient }) => recipient);
	expect([...new Set(readings)]).toStrictEqual(recipients);
});

it('finds nothing behind what is dialed to call abroad where that is not known', () => {
	expect(exitReadings('0033612345678', homePlan('FR'))).toStrictEqual(['33612345678']);
	expect(exitReadings('0033612345678', { ...homePlan('FR'), exit: undefined })).toStrictEqual([]);
});
