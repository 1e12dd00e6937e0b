import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import { aboutOtherCountries, whyUnusual } from '../../../../nodes/SmsGateway/words/numbers';

it.each([
	['+330612345678', /unknown range.* may not receive SMS/],
	['+22997123456', /old numbering plan/],
	['+33140205050', /landline/],
	['+18005550199', /not of a mobile/],
])('%s: %s', (recipient, reason: RegExp) => {
	expect(whyUnusual({ recipient })).toMatch(reason);
});

it('finds nothing unusual about a mobile number of any country', () => {
	const mobiles = getCountries().map((country) => getExampleNumber(country, examples)!.number);

	expect(mobiles.filter((recipient) => whyUnusual({ recipient }) !== undefined)).toStrictEqual([]);
});

it('names the other country where the default country decided', () => {
	const read = { recipient: '+4915125550143', other: '+15125550143' };
	expect(whyUnusual(read)).toMatch(/Germany.*\+1 512 555 0143 \(United States\)/);
	expect(aboutOtherCountries([{ recipient: '+4915125550143' }])).toBeUndefined();
	expect(aboutOtherCountries([read])).toMatch(/^\+49 1512 5550143 .*United States/);
	expect(aboutOtherCountries([{ recipient: '+33612345678' }, read, read])).toMatch(/1 more\.$/);
	// +590 is the code of three, and nobody has +999.
	for (const other of ['+590463477086', '+999123456789']) {
		expect(whyUnusual({ ...read, other })).toContain('(another country)');
	}
});
