import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import {
	recipientSafeguards,
	type RecipientRules,
} from '../../../../../nodes/SmsGateway/domain/safeguards/recipients';
import { inWords } from '../../../../support/saying';
import { entryTo } from '../../../../fixtures/entries';

const BENIN = '2290197001234';
const FRANCE = '33612345678';

const judged = (rules: Partial<RecipientRules>, entry: Partial<Entry> = {}) =>
	recipientSafeguards({ excluded: new Set(), ...rules })(entryTo(FRANCE, entry));

const judge = (...given: Parameters<typeof judged>) => inWords(judged(...given));

it('skips who is not allowed, whatever the country', () => {
	const rules = { allowed: new Set([BENIN]), countries: ['BJ'] };

	expect(judge(rules)).toMatchObject({ status: 'skipped', reason: 'notAllowed' });
	expect(judge(rules, { recipient: BENIN })).toBeUndefined();
});

describe('Allowed Countries', () => {
	it.each([
		['FR', FRANCE],
		['US', '12125550123'],
		['CA', '14165550123'],
		['JM', '18765550123'],
	])('lets %s pass and fails numbers of others: %s', (country, recipient) => {
		expect(judge({ countries: [country] }, { recipient })).toBeUndefined();
		expect(judge({ countries: ['BJ'] }, { recipient })).toMatchObject({
			status: 'notSent',
			reason: 'countryNotAllowed',
			smsCount: 0,
		});
	});

	it('names the country of a number', () => {
		expect(judge({ countries: ['BJ'] })!.explanation).toBe(
			'countryNotAllowed {"country":"France"}',
		);
	});

	it.each([
		['no country has its code', '999123456789'],
		['several countries share its code, and not all are allowed', '11115550123'],
	])('fails a number whose country is not known: %s', (_, recipient) => {
		expect(judge({ countries: ['US'] }, { recipient })!.explanation).toBe('countryNotAllowed {}');
	});
});
