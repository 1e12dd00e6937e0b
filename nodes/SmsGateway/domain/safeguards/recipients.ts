import type { Entry } from '../entry';
import { withoutRequest, type Outcome } from '../outcome';
import { countriesOf, countryName } from '../recipient/countries';
import { phoneOf } from '../recipient/samePhone';

export type RecipientRules = Readonly<{
	/** Phones, as `phoneOf` names them. */
	excluded: ReadonlySet<string>;
	/** The same; undefined: all. */
	allowed?: ReadonlySet<string>;
	/** ISO 3166-1 alpha-2; undefined: all. */
	countries?: readonly string[];
}>;

const EXCLUDED = withoutRequest('excluded', [{ name: 'excluded' }]);

const NOT_ALLOWED = withoutRequest('notAllowed', [{ name: 'notAllowed' }]);

function countryNotAllowed([country, ...others]: readonly string[]): Outcome {
	const isKnown = country !== undefined && others.length === 0;
	return withoutRequest('countryNotAllowed', [
		{ name: 'countryNotAllowed', ...(isKnown && { country: countryName(country) }) },
	]);
}

/** What keeps an entry from being sent, whatever the time and the text. */
export function recipientSafeguards({
	excluded,
	allowed,
	countries,
}: RecipientRules): (entry: Entry) => Outcome | undefined {
	return ({ recipient }) => {
		const phone = phoneOf(recipient);
		if (excluded.has(phone)) return EXCLUDED;
		if (allowed !== undefined && !allowed.has(phone)) return NOT_ALLOWED;
		if (countries !== undefined) {
			const codes = countriesOf(recipient);
			const isAllowed = codes.length > 0 && codes.every((code) => countries.includes(code));
			if (!isAllowed) return countryNotAllowed(codes);
		}
		return undefined;
	};
}
