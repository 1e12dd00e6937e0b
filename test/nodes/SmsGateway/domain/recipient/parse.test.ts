import fc from 'fast-check';
import { rowsOf } from '../../../../support/table';
import type { FlawKind } from '../../../../../nodes/SmsGateway/domain/recipient/shape';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	numbersFoundIn,
	parseRecipient,
} from '../../../../../nodes/SmsGateway/domain/recipient/parse';

const parse = (given: unknown, country = 'none') =>
	parseRecipient(given, country === 'none' ? undefined : homePlan(country));

type Cell = [given: unknown, expected: string, country: string];

const READ = `
	+2290197001234 | none | +2290197001234 · + 229 0197001234 · 00 229 01 97 00 12 34 · (+229) 01 97 00 12 34 · (00229) 0197001234
	+2290197001234 | BJ | 0197001234 · 01 97 00 12 34 · 2290197001234 · 197001234
	+22997123456 | BJ | +229 97 12 34 56 · 0022997123456
	+22507876635 | CI | +225 07 87 66 35 · 0022507876635
	+2250701020304 | CI | 0701020304 · 07 01 02 03 04 · 701020304 · 2250701020304
	+33612345678 | none | 33612345678 · 33 6 12 34 56 78 · [+33] 612345678 · +0033612345678 · ++33612345678 · tel:+33612345678 · +33 (0)6 12 34 56 78 · +33（0）612345678 · +33 6 12 34 56 78. · Tél. : +33 6 12 34 56 78 · Mobile +33 6 12 34 56 78 · '+33612345678 · "+33612345678 · \ufeff33612345678\r · +33\u30006\u200912345678 · \u2066+33612345678\u2069 · +33 6·12·34·56·78
	+33612345678 | none | **+33612345678** · ➕33612345678 · 📞 +33 6 12 34 56 78 · 🇫🇷 0033612345678 · +3️⃣3️⃣6️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣
	+33612345678 | FR | 06 12 34 56 78 · 06.12.34.56.78 · (0)6 12 34 56 78 · ="0612345678" · ="'Tel: 0612345678" · 33'612'345'678 · 33 (0) 6 12 34 56 78
	+33612345678 | SG | (0033) 6.12.34.56.78 · +33612345678
	+33140205050 | FR | 01 40 20 50 50 · 140205050 · +33 1 40 20 50 50
	+447400123456 | FR | +44 (0)7400 123456 · 00 44 7400 123456 · 447400123456
	+358451234567 | FI | 358 45 1234567
	+491711234567 | DE | 0171/1234567 · 0171 / 1234567 · 0171 123 45 67 · 49(0)171/1234567
	+4915125550143 | DE | 15125550143 · +4915125550143
	+12015550123 | US | (201) 555-0123 · 1 201 555 0123 · 2015550123 · 1-201-555-0123
	+12015550123 | none | 1 (201) 555-0123 · 12015550123 · +1 (201) 555-0123
	+393475014914 | IT | 347 - 5014914 · 3475014914 · +39 (0)347 5014914
	+390612345678 | IT | 0612345678 · 06 1234 5678
	+380671234567 | none | +38 (067) 123-45-67 · +380 67 123 45 67
	+5491123456789 | AR | 011 15-2345-6789 · +54 9 11 2345-6789
	+541123456789 | AR | 11 2345-6789 · +54 11 2345-6789
	+525512345678 | MX | 55 1234 5678 · +52 55 1234 5678
	+551161234567 | BR | +55 11 6123-4567
	+79123456789 | RU | 8 (912) 345-67-89 · Тел.: 8 (912) 345-67-89
	+919812345678 | none | +९१९८१२३४५६७८ · +৯১৯৮১২৩৪৫৬৭৮ · +𝟵𝟭𝟵𝟴𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴 · +𞥙𞥑𞥙𞥘𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘
	+966501234567 | SA | ٠٥٠١٢٣٤٥٦٧ · ٠٠٩٦٦٥٠١٢٣٤٥٦٧ · هاتف: ٠٥٠١٢٣٤٥٦٧
	+819012345678 | none | ＋８１（９０）１２３４－５６７８ · +81 ９０ー１２３４ー５６７８ · 81 90 1234 5678`;

it.each<Cell>([
	...rowsOf(READ),
	[2290197001234, '+2290197001234', 'none'],
	[2290197001234n, '+2290197001234', 'none'],
	[197001234, '+2290197001234', 'BJ'],
	[612345678, '+33612345678', 'FR'],
])('reads %p as %s, with the default country %s', (given, recipient, country) => {
	expect(parse(given, country)).toMatchObject({ valid: true, recipient });
});

const REFUSED = `
	empty | none | "" · \u00a0\u200b · tel:
	notText | none | [object Object]
	spreadsheetError | none | #REF! · #N/A · #### · =A2&B2 · =229-97-00-12-34
	scientific | none | 2.29E+12 · 2,29e12
	rounded | none | 447912000000
	decimals | none | 33612345678.5 · 2290197123456,0 · 22,997,000,000
	decimals | FR | 612345678.0
	date | none | 21.11.2026 · 2026-11-21 · 12/05/2024 10:00:00 · 12. 05. 2024 · 12 05 2024
	date | TN | 20261121
	word | none | call me · Ada Lovelace · n/a
	wrongLength | none | 00331234567
	several | none | 06 12 34 56 78 / 07 98 76 54 32
	letters | none | STOP: +33612345678 · 1-800-FLOWERS · +33612345678x12 · Ada 33612345678
	mark | none | +33612345678! · +33 6 12 ?? 56 78 · 22997001234² · -22997001234 · +33612345678| · +33 6 12 34 56 78 #12
	parentheses | none | (06 12 34 56 78 · 1) 06 12 34 56 78 · +(479) 212-3456
	several | none | +33612345678 / +33612345679 · 22997001234;22996000000 · 1. +33 6 12 34 56 78 · 9700000/9600000 · 1\t33612345678
	beside | none | +33612345678 12 · +33 6 12 34 56 78 2 · +33 1 40 20 50 50/51 · 39. (345) 550-2531 · +1 201 555 0123 (4)
	beside | DE | 0171 1234567 2 · 0171 1234567-2
	beside | NZ | (2) 024051201 · 2 - 03 925 3988
	beside | IT | 3 333-123-456
	beside | BD | 0442381096 - 5 · 03822-49323 / 4
	beside | EG | 015155406/29
	beside | AT | 0666/627 12 51 (47) · +358 42 7808 (7263)
	ambiguous | none | 15012345678 · 819012345678 · 6598765432 · +38(0)671234567
	ambiguous | CN | 1 512 555 0143
	ambiguous | DE | 33612345678
	tooManyDigits | none | +9999999999999999
	tooFewDigits | none | +331 · 7 · 0
	unknown | none | +999123456789 · +0612345678 · +8 912 345 67 89 · 000612345678
	noCountryCode | none | 20.11.71234567 · 06 12 34 56 78 · 98765 43210 · 33 612345678 · 33 06 12 34 56 78
	notInCountry | FR | 06 12 34 56 · 2125551234 · 1 06 12 34 56 78 · 06 12 34 56 78 01
	notInCountry | ES | 33 612345678 · (33) 612345678
	notInCountry | US | 011 33 6 12 34 56 78
	dialedInside | none | +33 06 12 34 56 78 · +39 0347 123 4567 · +54 11 15 2345-6789 · +7 8 912 345-67-89
	changedPlan | none | 22997123456 · 22507876635 · 5215512345678 · 551161234567
	changedPlan | BJ | 97 12 34 56 · 229 97 12 34 56`;

const REFUSED_VALUES: Readonly<Partial<Record<FlawKind, unknown[]>>> = {
	empty: [' ', undefined, null],
	notText: [{}, [], true, Symbol('x'), new Date(0)],
	scientific: [1e21, 1.5e-7],
	rounded: [447912000000, 33612300000],
	decimals: [22997001234.5],
	date: [20261121],
	word: [NaN],
	tooManyDigits: ['3'.repeat(201), BigInt('1'.repeat(40)), `+49 171 1234567${' 1'.repeat(30)}`],
	noCountryCode: [612345678],
};

it.each<Cell>([
	...rowsOf(REFUSED),
	...Object.entries(REFUSED_VALUES).flatMap(([kind, values]) =>
		values.map((given): Cell => [given, kind, 'none']),
	),
])('refuses %p: %s, with the default country %s', (given, kind, country) => {
	expect(parse(given, country)).toMatchObject({ valid: false, flaw: { kind } });
});

it.each([
	['+33 06 12 34 56 78', 'none', ['+33612345678']],
	['22997123456', 'none', ['+2290197123456']],
	['33612345678', 'DE', ['+33612345678', '+4933612345678']],
])('says what %s may have meant', (given, country, readings) => {
	expect(parse(given, country)).toHaveProperty('flaw.readings', readings);
});

it.each(['447912000000', '4.47912E+11', '+43 664 12345**', '0612345678', '…436641234567', {}])(
	'finds nobody in %p, whose number is not there',
	(given) => expect(numbersFoundIn(given)).toStrictEqual([]),
);

/** The digits of a cell, read by the engine's own tables and not by ours. */
const digitsOf = (given: unknown): string =>
	String(given)
		.replace(/[\u0660-\u0669]/g, (one) => String(one.charCodeAt(0) - 0x660))
		.replace(/\D/g, '');

const spelled = fc
	.tuple(
		fc.constantFrom('', '', '+', '00', "'", '="', '(+', 'tel:', '٠٠', '\ufeff'),
		fc.array(
			fc.tuple(
				fc.constantFrom(...'0123456789'),
				fc.constantFrom('', '', '', ' ', '-', '.', '/', '(', ')', '\u00a0', "'"),
			),
			{ minLength: 1, maxLength: 17 },
		),
		fc.constantFrom('', '', '"', ' ', '.0', ',0', 'E+12', '|', '/51', '²', '\r\n'),
	)
	.map(([before, inner, after]) => `${before}${inner.flat().join('')}${after}`);

it.each([
	['none', ''],
	['FR', '33'],
	['BJ', '229'],
	['US', '1'],
	['IT', '39'],
])('invents no digit, with the default country "%s"', (country, callingCode) => {
	const anything = fc.oneof(spelled, spelled, fc.anything(), fc.double(), fc.maxSafeInteger());
	fc.assert(
		fc.property(anything, (given) => {
			const parsed = parse(given, country);
			if (!parsed.valid) return true;
			const recipient = parsed.recipient.slice(1);
			const all = digitsOf(given);
			const local = recipient.slice(callingCode.length).replace(/^0/, '');
			const isAtHome = recipient.startsWith(callingCode) && all.endsWith(local);
			return /^[1-9]\d{6,14}$/.test(recipient) && (isAtHome || all.endsWith(recipient));
		}),
		{ numRuns: 10_000 },
	);
});
