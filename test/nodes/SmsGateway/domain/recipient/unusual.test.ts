import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import { aboutOtherCountries, whyUnusual } from '../../../../../nodes/SmsGateway/words/numbers';

it.each([
	['330612345678', 'unknown to the numbering plan'],
	['999123456789', 'unknown to the numbering plan'],
	['97123456', 'unknown to the numbering plan'],
	['22997123456', 'from before the numbering plan changed'],
	['22507876635', 'from before the numbering plan changed'],
	['5215512345678', 'from before the numbering plan changed'],
	['551161234567', 'from before the numbering plan changed'],
	['33140205050', 'a landline, which cannot receive SMS'],
	['390612345678', 'a landline, which cannot receive SMS'],
	['448001234567', 'not a mobile number'],
	['18005550199', 'not a mobile number'],
	['12015550123', undefined],
	['2290197123456', undefined],
	['46701740611', undefined],
])('%s: %s', (recipient, reason) => {
	expect(whyUnusual({ recipient })).toBe(reason);
});

it('finds nothing unusual about a mobile number of any country', () => {
	const mobiles = getCountries().map((country) =>
		getExampleNumber(country, examples)!.number.slice(1),
	);

	expect(mobiles.filter((recipient) => whyUnusual({ recipient }) !== undefined)).toStrictEqual([]);
});

it('names the other country where the default country decided', () => {
	expect(whyUnusual({ recipient: '4915125550143', other: '15125550143' })).toBe(
		'read as a number of Germany, could also be +1 512 555 0143 (United States)',
	);
	expect(aboutOtherCountries([{ recipient: '4915125550143' }])).toBeUndefined();
	const read = { recipient: '4915125550143', other: '15125550143' };
	expect(aboutOtherCountries([read])).toBe(
		'+49 1512 5550143 was read as a number of Germany, but could also be +1 512 555 0143 (United States). If so, write it with +.',
	);
	expect(aboutOtherCountries([{ recipient: '33612345678' }, read, read])).toBe(
		"2 numbers were read as numbers of Germany, such as +49 1512 5550143, which could also be +1 512 555 0143 (United States). 'Preview' lists them.",
	);
});

it('says that a number could also be a time, where its kind says nothing', () => {
	expect(whyUnusual({ recipient: '491764000000', mayBeTime: true })).toBe(
		'could also be a Unix time',
	);
	expect(whyUnusual({ recipient: '33140205050', mayBeTime: true })).toBe(
		'a landline, which cannot receive SMS',
	);
});
