import { flawOf } from '../../../../../nodes/SmsGateway/domain/recipient/flaws';
import { explainFlaw } from '../../../../../nodes/SmsGateway/words/numbers';

const said = (text: string): string | undefined => {
	const flaw = flawOf(text);
	return flaw && explainFlaw(flaw);
};

const DATE = 'It looks like a date.';
const DECIMALS = 'It has decimals. Format the column as text and enter it again.';
const SEVERAL =
	"It contains several numbers. Enter one; only 'Bulk Send' takes several, with commas between them.";
const THOUSANDS = 'It has thousands separators. Format the column as text and enter it again.';
const ROUNDED =
	'The spreadsheet rounded it to scientific notation, and digits are lost. Format the column as text and enter it again.';

it.each([
	['2.29E+12', ROUNDED],
	['-1,5e7', ROUNDED],
	['####', 'It is a spreadsheet error. Fix the cell.'],
	['#N/A', 'It is a spreadsheet error. Fix the cell.'],
	['#REF!', 'It is a spreadsheet error. Fix the cell.'],
	['12#REF!', 'It contains letters.'],
	['33 612e5', 'It contains letters.'],
	['2e5 12', 'It contains letters.'],
	['object Object', 'The expression returned an object. Choose the field with the number.'],
	['an object Object', 'It contains letters.'],
	['object Object, or not', 'It contains letters.'],
	['=A1', 'It is a formula. Enter its result.'],
	['22,997,000,000', THOUSANDS],
	['+1,234,567', THOUSANDS],
	['1234,567,890', SEVERAL],
	['1,234,567,8', SEVERAL],
	['-22997001234', 'It begins with a minus sign.'],
	['- 22997001234', 'It begins with a minus sign.'],
	['call me', 'It contains letters.'],
	['-', 'It contains no digits.'],
	['22997001234*', 'It contains "*", which no number has.'],
	['2299+7000000', SEVERAL],
	['++22997001234', 'It contains "+", which no number has.'],
])('%s: %s', (text, words) => {
	expect(said(text)).toBe(words);
});

it.each(['447912000000', '2290197000000', '33612000000'])('%s was rounded', (text) => {
	expect(flawOf(text)?.kind).toBe('rounded');
});

it.each(['+447912000000', '00447912000000', '6120000000', '447912100000', '44 7912 000000'])(
	'%s may be as it is',
	(text) => expect(flawOf(text)).toBeUndefined(),
);

it.each([
	'2026-11-21',
	'21.11.2026',
	'1/1/2026',
	'31/12/1999',
	'2026-11-21T10:00:00Z',
	'21. 11. 2026, 9.05',
])('%s looks like a date', (text) => {
	expect(said(text)).toBe(DATE);
});

it.each([
	'0/11/2026',
	'32/11/2026',
	'2026-32-11',
	'2026-11-32',
	'2026-0-11',
	'21/11/3026',
	'121/11/2026',
	'012/11/2026',
	'21/11/26',
	'21/11-2026',
	'+21/11/2026',
	'21/11/2026 7',
])('%s is no date', (text) => expect(flawOf(text)).toBeUndefined());

it.each(['22997001234.0', '22997001234,00', '1234567.123', '12345.5', '12345.55', '12345.000'])(
	'%s has decimals',
	(text) => expect(said(text)).toBe(DECIMALS),
);

it.each([
	['1 234 567.5', 'Its end ".5" looks like decimals.'],
	['06 12 34 56,78', 'Its end ",78" looks like decimals.'],
	['+33 612 345 678,', 'It has "," after the number.'],
	['/+33612345678', 'It has "/" before the number.'],
	['.612345678', 'It has "." before the number.'],
	['1\t0612345678', 'It contains more than one column. Choose the one with the number.'],
	['(06 12 34 56 78', 'Its parentheses do not match.'],
	['06 - \t - 12345678', 'It contains more than one column. Choose the one with the number.'],
	['0612345678\v1', 'It contains more than one column. Choose the one with the number.'],
	['336123 (34) 5678', 'It contains a note in parentheses. Enter the number alone.'],
	['3361002 (34) 5678', 'It contains a note in parentheses. Enter the number alone.'],
	['5. 0612345678', 'It begins with a list number. Enter the phone number alone.'],
])('%j: %s', (text, words) => {
	expect(said(text)).toBe(words);
});

it.each([
	'06 12 34 56 78',
	'(06) 12 34 56 78',
	'(+49) (171) 1234567',
	'33612 (34) 5678',
	'0033 612 (34) 5678',
	'(00336) 12 (34) 5678',
	'5. 06. 12345678',
	'+5. 0612345678',
	'1234. 0612345678',
])('%j holds nothing else', (text) => expect(flawOf(text)).toBeUndefined());

it.each(['1234.5', '1.234567.5', '12345.123', '12 34 56.123', '12345678 1.123'])(
	'%s has none: the point may separate groups',
	(text) => expect(flawOf(text)).toBeUndefined(),
);

it.each([
	'1234567.1234567',
	'40205050 / 40205051',
	'40205050 / 51',
	'40205050 / 51 / 5123',
	'4020 5050/123',
	'33612345678|33612345679',
	'0033612345678 0033612345679',
])('%s are several numbers', (text) => expect(said(text)).toBe(SEVERAL));

it.each(['4020 5050 / 5123', '402050 / 51', '0033 612/345', '+33 (6) 12.34-56 78', "'33612345678"])(
	'%s may be one number',
	(text) => expect(flawOf(text)).toBeUndefined(),
);
