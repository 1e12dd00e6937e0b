import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { COUNTRIES } from '../../../../nodes/SmsGateway/input/countries';

const codeless = ({ name }: { name: string }) => name.replace(/ \(.*/, '');

it('has every country with phone numbers once, with its calling code', () => {
	expect(COUNTRIES.map(({ value }) => value).sort()).toStrictEqual(getCountries().sort());
	const codes = COUNTRIES.map(({ name, value }) => [value, /\(\+(\d+)\)$/.exec(name)?.[1]]);
	expect(codes).toStrictEqual(
		COUNTRIES.map(({ value }) => [value, getCountryCallingCode(value as never)]),
	);
});

it('has them by their English names, in the order of these', () => {
	const listed = COUNTRIES.map(codeless);

	expect(listed).toStrictEqual([...listed].sort((one, other) => one.localeCompare(other, 'en')));
	expect(COUNTRIES.find(({ value }) => value === 'BJ')!.name).toBe('Benin (+229)');
});
