import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { homePlan } from '../../../../nodes/SmsGateway/domain/recipient/countries';
import { COUNTRIES } from '../../../../nodes/SmsGateway/settings/countries';
import { OPTIONS } from '../../../../nodes/SmsGateway/settings/panel';

it('has every country with phone numbers once, by its English name, with its calling code', () => {
	expect(COUNTRIES.map(({ value }) => value).sort()).toStrictEqual(getCountries().sort());
	expect(COUNTRIES.find(({ value }) => value === 'BJ')!.name).toBe('Benin (+229)');
	const names = COUNTRIES.map(({ name }) => name.replace(/ \(.*/, ''));
	expect(names).toStrictEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	for (const { name, value } of COUNTRIES) {
		expect(name).toContain(` (+${getCountryCallingCode(value as never)})`);
	}
});

it('offers no default country first, without which the editor shows the field as wrong', () => {
	expect(OPTIONS.defaultCountry.options).toStrictEqual([{ name: 'None', value: '' }, ...COUNTRIES]);
});

it('is written down with names that are understood as a default country', () => {
	const codes = COUNTRIES.map(({ name }) => homePlan(name.replace(/ \(\+.*/, '')).country);
	expect(codes).toStrictEqual(COUNTRIES.map(({ value }) => value));
});
