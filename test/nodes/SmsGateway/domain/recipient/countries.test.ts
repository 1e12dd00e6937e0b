import examples from 'libphonenumber-js/examples.mobile.json';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	type CountryCode,
} from 'libphonenumber-js/max';
import type { ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { countries, homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { SmsGateway } from '../../../../../nodes/SmsGateway/SmsGateway.node';
import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';

const read = (given: unknown, country?: string): string | undefined => {
	const parsed = parseRecipient(given, country ? homePlan(country) : undefined);
	return parsed.valid ? parsed.recipient : undefined;
};

describe('for every country, a mobile number as the library writes it is read back', () => {
	const inEveryCountry = getCountries().map((country) => {
		const number = getExampleNumber(country, examples);
		if (!number) throw new Error(`${country} has no example`);
		return { country, number, e164: number.number.slice(1) };
	});

	const misread = (
		spell: (number: (typeof inEveryCountry)[number]) => string,
		withCountry: boolean,
	) =>
		inEveryCountry
			.map((one) => ({ ...one, given: spell(one) }))
			.filter(({ given, country, e164 }) => read(given, withCountry ? country : undefined) !== e164)
			.map(({ given, country, e164 }) => `${country} ${given}, not ${e164}`);

	it('there are 240 of them or more', () => {
		expect(inEveryCountry.length).toBeGreaterThanOrEqual(240);
	});

	it.each([
		['international', ({ number }) => number.formatInternational()],
		['E.164', ({ number }) => number.format('E.164')],
		['RFC 3966', ({ number }) => number.format('RFC3966')],
		['with 00', ({ e164 }) => `00${e164}`],
		['in a text cell', ({ e164 }) => `'+${e164}`],
		['in an Excel formula', ({ e164 }) => `="+${e164}"`],
		['from right to left', ({ number }) => `\u200f\u202a${number.formatInternational()}\u202c`],
		['with dashes', ({ number }) => number.formatInternational().replaceAll(' ', '–')],
	] as ReadonlyArray<[string, (one: (typeof inEveryCountry)[number]) => string]>)(
		'%s',
		(_, spell) => {
			expect(misread(spell, false)).toEqual([]);
			expect(misread(spell, true)).toEqual([]);
		},
	);

	it('national, with its country as the default', () => {
		expect(misread(({ number }) => number.formatNational(), true)).toEqual([]);
	});

	it('national and without its 0, which a number column takes away', () => {
		expect(misread(({ number }) => number.nationalNumber, true)).toEqual([]);
	});

	it('international without +, with its country as the default', () => {
		expect(misread(({ e164 }) => e164, true)).toEqual([]);
	});

	it('dialled from another country', () => {
		const from: Array<[CountryCode, string]> = [
			['US', '011'],
			['AU', '0011'],
			['JP', '010'],
			['FR', '00'],
		];
		for (const [country, prefix] of from) {
			const abroad = inEveryCountry.filter(
				({ number }) => number.countryCallingCode !== getCountryCallingCode(country),
			);
			const wrong = abroad.filter(({ e164 }) => read(`${prefix} ${e164}`, country) !== e164);

			expect(wrong.map(({ e164 }) => `${country} ${prefix} ${e164}`)).toEqual([]);
		}
	});
});

describe('the default country', () => {
	it.each(['fr', ' FR ', 'Fr'])('may be written %j', (country) => {
		expect(read('0612345678', country)).toBe('33612345678');
	});

	it.each(['France', 'UK', 'XX', '33', '+33'])('%j is refused by name', (country) => {
		expect(() => homePlan(country)).toThrow(
			`'Default Country' "${country}" is not known. Use a two-letter country code, such as FR.`,
		);
	});
});

describe('the list of countries', () => {
	const list = countries();

	it('holds each country once, with its calling code', () => {
		expect(list.length).toBe(getCountries().length);
		expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
		expect(list).toContainEqual({ code: 'BJ', name: 'Benin', callingCode: '229' });
		expect(list).toContainEqual({ code: 'CI', name: 'Côte d’Ivoire', callingCode: '225' });
	});

	it('names every country, in the order of their names', () => {
		const names = list.map(({ name }) => name);

		expect(list.filter(({ code, name }) => name === code || name === '')).toEqual([]);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	});
});

describe('the node offers it in the editor', () => {
	const method = new SmsGateway().methods.loadOptions.getCountries;

	it('by name with calling code, which is what people search for', async () => {
		const options = await method.call({} as ILoadOptionsFunctions);

		expect(options).toHaveLength(getCountries().length);
		expect(options).toContainEqual({ name: 'Benin (+229)', value: 'BJ' });
		expect(options).toContainEqual({ name: 'France (+33)', value: 'FR' });
		expect(options.every(({ name }) => /^\p{Lu}.* \(\+\d{1,3}\)$/u.test(name))).toBe(true);
	});

	it('every value is one that the node reads', async () => {
		for (const { value } of await method.call({} as ILoadOptionsFunctions)) {
			expect(() => homePlan(String(value))).not.toThrow();
		}
	});

	it('is the list of the option', () => {
		const { properties } = new SmsGateway().description;
		const fields = properties.flatMap(({ name, options }) => (name === 'options' ? options! : []));
		const lists = fields.filter(({ name }) => name === 'defaultCountry') as INodeProperties[];

		expect(lists.length).toBeGreaterThan(0);
		for (const { type, typeOptions } of lists) {
			expect(type).toBe('options');
			expect(typeOptions?.loadOptionsMethod).toBe('getCountries');
		}
	});
});
