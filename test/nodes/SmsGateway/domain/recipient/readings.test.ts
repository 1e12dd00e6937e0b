import { planFor } from '../../../../../nodes/SmsGateway/domain/recipient/plans';
import {
	exitReadings,
	homonyms,
	isPossible,
	nationalReadings,
	withoutTrunk,
} from '../../../../../nodes/SmsGateway/domain/recipient/readings';

describe('digits dialed at home', () => {
	it.each([
		['FR', '612345678', '33612345678'],
		['FR', '0612345678', '33612345678'],
		// 15 before a mobile becomes a 9 before the area.
		['AR', '0111523456789', '5491123456789'],
		// Without the area code of the only area there is.
		['AG', '4641234', '12684641234'],
		['AG', '12684641234', '12684641234'],
		// With the code of a carrier.
		['BR', '01521987654321', '5521987654321'],
		['BR', '021987654321', '5521987654321'],
		// To be paid by the recipient.
		['BR', '9021987654321', '5521987654321'],
		// The 3 could be of a carrier, but is not.
		['CO', '03001234567', '573001234567'],
		// Without its first digit it would be a landline.
		['DE', '15123456789', '4915123456789'],
	])('in %s, %s are %s', (country, digits, recipient) => {
		expect(nationalReadings(digits, planFor(country))).toEqual([{ recipient, kind: 'mobile' }]);
	});

	it('are a landline in Argentina without the 15 of a mobile', () => {
		const readings = nationalReadings('01123456789', planFor('AR'));
		expect(readings.map(({ recipient }) => recipient)).toEqual(['541123456789']);
	});

	it('may be no number there', () => {
		expect(nationalReadings('0012', planFor('FR'))).toEqual([]);
	});
});

describe('digits dialed to call abroad', () => {
	it.each([
		['FR', '0033612345678', ['33612345678']],
		['US', '01133612345678', ['33612345678']],
		['BR', '001533612345678', ['33612345678']],
		['AU', '1411001133612345678', ['33612345678']],
		// A landline, no number, and another exit code.
		['FR', '0033142345678', []],
		['FR', '00336', []],
		['US', '0033612345678', []],
	])('in %s, %s reach %j', (country, digits, recipients) => {
		expect(exitReadings(digits, planFor(country))).toEqual(recipients);
	});
});

it('finds the mobiles of all countries that have the digits', () => {
	expect(homonyms('612345678')).toEqual(expect.arrayContaining(['33612345678', '34612345678']));
	expect(homonyms('1')).toEqual([]);
});

it.each([
	['33612345678', true],
	['3361234567', false],
	// Only the main one of the plans with this code has numbers so short.
	['44123456789', true],
	['12125550100', true],
	['11125550100', false],
	['12121550100', false],
	['3311111111111', false],
	['33111111111', true],
	['999123456789', false],
])('has a length that is possible: %s: %s', (digits, possible) => {
	expect(isPossible(digits)).toBe(possible);
});

it.each([
	['330612345678', '33612345678'],
	['33612345678', undefined],
	['3306123', undefined],
	['337612345678', undefined],
	['390612345678', undefined],
	['999012345678', undefined],
])('without a trunk prefix, %s are %s', (digits, recipient) => {
	expect(withoutTrunk(digits)).toBe(recipient);
});
