import type { FlawKind } from '../../../../nodes/SmsGateway/domain/recipient/flaw';
import { flawed, maybe } from '../../../../nodes/SmsGateway/domain/recipient/flaw';
import { countryName } from '../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	aboutOtherCountries,
	flawInWords,
	whyUnusual,
} from '../../../../nodes/SmsGateway/words/numbers';

/** What both sentences name of each flaw, and where only the one of a single number does. */
const DETAILS: Readonly<Record<FlawKind, readonly [detail?: string, of?: 'one']>> = {
	empty: [],
	notText: [],
	failedCalculation: [],
	noDigits: [],
	object: [],
	spreadsheetError: [],
	formula: [],
	scientific: [],
	rounded: [],
	decimals: [],
	decimalsAtEnd: ['.50', 'one'],
	thousands: [],
	minus: [],
	date: [],
	mayBeDate: [],
	longText: ['5000', 'one'],
	letters: [],
	several: [],
	previewed: [],
	columns: [],
	markBefore: ['~'],
	markAfter: ['~'],
	mark: ['~'],
	parentheses: [],
	note: [],
	listNumber: [],
	beside: [],
	ambiguous: [],
	grouped: [],
	notMobile: [],
	tooManyDigits: [],
	tooFewDigits: ['3', 'one'],
	zeroAsCode: [],
	unknownCode: ['999'],
	unknownNumber: [],
	unknownOrNational: [],
	noCountryCode: [],
	notInCountry: ['FR'],
	dialedInside: ['0'],
	noAreaCode: ['54'],
	zeroInParentheses: ['44'],
	changedPlan: ['Numbers begin with 01 since 2024.'],
	notOfLink: ['33'],
};

describe.each(Object.entries(DETAILS))('%s', (kind, [detail, of]) => {
	const flaw = flawed(kind as FlawKind, detail);
	const named = kind === 'notInCountry' ? countryName('FR') : detail;

	it('is a sentence about one number, and the rest of one about many', () => {
		const { one, many } = flawInWords(flaw);
		expect(one).toMatch(/^[A-Z][^]{9,}[.]$/);
		expect(many).toMatch(/^(?:are|have|contain|begin|end|look|could|stand|were) [^]{4,}[.]$/);
		expect(`${one}${many}`).not.toContain('undefined');
	});

	it('names what it is about', () => {
		const { one, many } = flawInWords(flaw);
		expect(one).toContain(named ?? '');
		const inMany = kind === 'changedPlan' ? 'numbers begin with 01 since 2024.' : (named ?? '');
		expect(many.includes(inMany)).toBe(of === undefined || named === undefined);
	});

	it('has no detail without a number that may be meant, and one with it', () => {
		expect(flawInWords(flaw)).not.toHaveProperty('detail');
		expect(flawInWords(maybe(flaw, '33612345678', '229019701234')).detail).toContain(
			'+33 6 12 34 56 78',
		);
	});
});

it("advises the 'Default Country' only where none was given", () => {
	const advice = /, or set 'Options > Default Country'\.$/;
	for (const kind of ['noCountryCode', 'ambiguous', 'grouped', 'notMobile'] as const) {
		const [without, withHome] = [flawed(kind), { ...flawed(kind), hasHome: true }].map(flawInWords);
		expect(without!.one).toMatch(advice);
		expect(without!.many).toMatch(advice);
		expect(withHome!.one).not.toMatch(advice);
		expect(withHome!.many).toMatch(/with \+ and the country code\.$/);
	}
});

it('names another country only where a code has one alone', () => {
	const [french, german] = ['33612345678', '4915125550143'];
	expect(whyUnusual({ recipient: german!, other: french })).toContain('(France)');
	// +590 is the code of three, and nobody has +999.
	for (const other of ['590463477086', '999123456789']) {
		expect(whyUnusual({ recipient: german!, other })).toContain('(another country)');
		expect(aboutOtherCountries([{ recipient: german!, other }])).toContain('(another country)');
	}
});
