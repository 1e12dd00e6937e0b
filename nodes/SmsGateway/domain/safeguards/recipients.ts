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
		if (countries === undefined) return undefined;
		const codes = countriesOf(recipient);
		if (codes.length > 0 && codes.every((code) => countries.includes(code))) return undefined;
		const country = codes.length === 1 ? countryName(codes[0]!) : undefined;
		return withoutRequest('countryNotAllowed', [{ name: 'countryNotAllowed', country }]);
	};
}
