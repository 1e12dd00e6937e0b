import { countryName } from '../../../../nodes/SmsGateway/domain/recipient/countries';
import { flawed } from '../../../../nodes/SmsGateway/domain/recipient/flaw';
import {
	aboutOtherCountries,
	explainFlaw,
	flawInWords,
	whyUnusual,
} from '../../../../nodes/SmsGateway/words/numbers';

it('says it of one number and of many', () => {
	expect(flawInWords(flawed('letters'))).toStrictEqual({
		one: 'It contains letters. Enter the number alone.',
		many: 'contain letters. Enter the number alone.',
	});
	expect(flawInWords(flawed('unknownCode', '999')).many).toBe(
		'have the code +999, which no country has.',
	);
	expect(flawInWords(flawed('notInCountry', 'FR')).one).toContain(countryName('FR'));
});

it('asks for the number that may be meant', () => {
	expect(explainFlaw(flawed('dialedInside', undefined, '33612345678'))).toContain(
		'Did you mean +33 6 12 34 56 78?',
	);
	expect(explainFlaw(flawed('ambiguous', undefined, '12015550123', '33612345678'))).toContain(
		'It could be +1 201 555 0123 or +33 6 12 34 56 78.',
	);
});

it('names another country only where a code has one alone', () => {
	const [french, german] = ['33612345678', '4915125550143'];
	expect(whyUnusual({ recipient: german, other: french })).toContain('(France)');
	// +590 is the code of three, and nobody has +999.
	for (const other of ['590463477086', '999123456789']) {
		expect(whyUnusual({ recipient: german, other })).toContain('(another country)');
		expect(aboutOtherCountries([{ recipient: german, other }])).toContain('(another country)');
	}
});
