import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import { UNUSUAL, unusualReason } from '../../../../../nodes/SmsGateway/domain/recipient/unusual';

it.each([
	['330612345678', 'unknownToPlan'],
	['999123456789', 'unknownToPlan'],
	['97123456', 'unknownToPlan'],
	['22997123456', 'oldPlan'],
	['22507876635', 'oldPlan'],
	['5215512345678', 'oldPlan'],
	['551161234567', 'oldPlan'],
	['33140205050', 'landline'],
	['390612345678', 'landline'],
	['448001234567', 'notMobile'],
	['18005550199', 'notMobile'],
	['12015550123', undefined],
	['2290197123456', undefined],
	['46701740611', undefined],
])('%s: %s', (recipient, reason) => {
	expect(unusualReason({ recipient })).toBe(reason);
});

it('finds nothing unusual about a mobile number of any country', () => {
	const mobiles = getCountries().map((country) =>
		getExampleNumber(country, examples)!.number.slice(1),
	);

	expect(mobiles.filter((recipient) => unusualReason({ recipient }) !== undefined)).toEqual([]);
});

it('says that a number could also be a time, where its kind says nothing', () => {
	expect(unusualReason({ recipient: '491764000000', unusual: 'time' })).toBe('time');
	expect(unusualReason({ recipient: '33140205050', unusual: 'time' })).toBe('landline');
});

it('says why in words that end a sentence', () => {
	expect(UNUSUAL).toEqual({
		unknownToPlan: 'unknown to the numbering plan',
		oldPlan: 'from before the numbering plan changed',
		landline: 'a landline, which cannot receive SMS',
		notMobile: 'not a mobile number',
		time: 'could also be a Unix time',
	});
});
