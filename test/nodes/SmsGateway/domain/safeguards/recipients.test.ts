import {
	recipientSafeguards,
	type RecipientRules,
} from '../../../../../nodes/SmsGateway/domain/safeguards/recipients';
import { inWords } from '../../../../support/saying';
import { entryTo } from '../../../../fixtures/entries';

const BENIN = '2290197001234';
const FRANCE = '33612345678';

const judge = (rules: Partial<RecipientRules>, recipient: string) =>
	inWords(recipientSafeguards({ excluded: new Set(), ...rules })(entryTo(recipient)));

it('skips who is not allowed, whatever the country', () => {
	const rules = { allowed: new Set([BENIN]), countries: ['BJ'] };

	expect(judge(rules, FRANCE)).toMatchObject({ status: 'skipped', reason: 'notAllowed' });
	expect(judge(rules, BENIN)).toBeUndefined();
});

it.each([
	['FR', FRANCE],
	['US', '12125550123'],
	['CA', '14165550123'],
	['JM', '18765550123'],
])('lets numbers of an allowed country pass: %s %s', (country, recipient) => {
	expect(judge({ countries: [country] }, recipient)).toBeUndefined();
});

it.each([
	['no country is allowed that it is of', FRANCE, '{"country":"France"}'],
	['no country has its code', '999123456789', '{}'],
	['several countries share its code, and not all are allowed', '11115550123', '{}'],
])('fails a number of which %s', (_, recipient, facts) => {
	expect(judge({ countries: ['US'] }, recipient)).toMatchObject({
		reason: 'countryNotAllowed',
		explanation: `countryNotAllowed ${facts}`,
	});
});
