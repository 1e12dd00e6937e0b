import { refuse } from '../refusal';
import { SETTINGS } from '../settings';
import { remembered } from '../remembered';
import otherNames from './otherNames.json';
import { isSupportedCountry, json, type CountryCode } from './library';
import { planFor, splitCode, withoutPlus, type NumberingPlan } from './numberingPlans';

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const shortNames = new Intl.DisplayNames(['en'], { type: 'region', style: 'short' });

/** In English; the code itself where it is no country's, as of a service above countries. */
export const countryName = remembered((code: string): string => names.of(code) ?? code);

/** Two letters, with the UK for GB, or a name in English, as shops and CRMs export it. */
function isoCodeOf(country: string): string {
	if (/^[a-z]{2}$/i.test(country)) return new Intl.Locale(`und-${country}`).region!;
	codesByName ??= new Map(Object.keys(json.countries).flatMap(namedCodes));
	return codesByName.get(plainName(country)) ?? country;
}

/** Made once it is needed: a sheet may have another name in each of its rows. */
let codesByName: ReadonlyMap<string, string> | undefined;

/** What people write, and Unicode has no longer, or never had, as a name of the country. */
const OTHER_NAMES: Readonly<Record<string, string>> = otherNames;

function namedCodes(code: string): Array<[name: string, code: string]> {
	const others = OTHER_NAMES[code]?.split(' ') ?? [];
	const all = [countryName(code), shortNames.of(code)!, ...others];
	return all.map((name) => [plainName(name), code]);
}

const plainName = (name: string): string =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\bsaint\b/g, 'st')
		.replace(/^the |\band\b|[^a-z]/g, '');

/** @throws RefusedError where no country with phone numbers has this name or code */
export function homePlan(country: string): NumberingPlan {
	const code = isoCodeOf(country.trim());
	if (!isSupportedCountry(code as CountryCode, json)) {
		refuse({
			name: 'wrongValue',
			field: SETTINGS.defaultCountry,
			mustBe: 'an English country name or code, such as France',
			value: country,
		});
	}
	return planFor(code);
}

/**
 * The countries that a number can be of, ISO 3166-1 alpha-2: one where the numbering plan tells (as it does for most
 * of +1), several where countries share a code and it does not, none where no country has the code.
 */
export function countriesOf(recipient: string): readonly string[] {
	const { national = '', plans = [] } = splitCode(withoutPlus(recipient)) ?? {};
	const told = plans.find(({ kindOf }) => kindOf(national) !== undefined);
	// A service above countries, such as satellite phones, has its calling code there.
	return (told ? [told] : plans)
		.map(({ country }) => country)
		.filter((one) => one in json.countries);
}
