import fc from 'fast-check';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	parseRecipient,
	type ParsedRecipient,
} from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { explainFlaw } from '../../../../../nodes/SmsGateway/words/numbers';
import { spellings, type Spelling } from '../../../../fixtures/spellings';

const parse = ({ given, country }: Pick<Spelling, 'given' | 'country'>) =>
	parseRecipient(given, country ? homePlan(country) : undefined);

/** What is said of a refused number, with the numbers that it may have meant. */
const refusal = (parsed: ParsedRecipient) =>
	parsed.valid
		? { explanation: '', readings: [] as readonly string[] }
		: {
				given: parsed.given,
				explanation: `"${parsed.given}": ${explainFlaw(parsed.flaw)}`,
				readings: parsed.flaw.readings,
			};

const shown = (given: unknown): string =>
	typeof given === 'bigint' ? `${given}n` : (JSON.stringify(given) ?? String(given));

const title = ({ given, country, expected }: Spelling): string =>
	`${shown(given)}${country ? ` in ${country}` : ''}: ${String(expected)}`;

describe.each(Object.entries(spellings))('%s', (_, cells) => {
	it.each(cells.map((cell) => [title(cell), cell] as const))('%s', (__, cell) => {
		const parsed = parse(cell);
		if (typeof cell.expected === 'string') {
			expect(parsed).toMatchObject({ valid: true, recipient: cell.expected });
		} else {
			expect(parsed.valid).toBe(false);
			expect(refusal(parsed).explanation).toMatch(cell.expected);
		}
	});
});

it('covers at least 400 spellings', () => {
	expect(Object.values(spellings).flat().length).toBeGreaterThanOrEqual(400);
});

it.each(['1764000000', 1764000000])('says that %j could also be a time', (given) => {
	expect(parse({ given, country: 'DE' })).toStrictEqual({
		valid: true,
		recipient: '491764000000',
		mayBeTime: true,
	});
	expect(parse({ given: '+491764000000' })).toStrictEqual({
		valid: true,
		recipient: '491764000000',
	});
});

describe('a refusal', () => {
	it('names the value', () => {
		expect(refusal(parse({ given: 'abc' }))).toMatchObject({
			given: 'abc',
			explanation: '"abc": It contains letters.',
		});
	});

	it.each([
		['', '', '"": It is empty.'],
		[' ', '', '"": It is empty.'],
		[undefined, '', '"": It is empty.'],
		[1e15, '1000000000000000', '"1000000000000000": It has more than 15 digits.'],
	])('says all that it knows about %j', (given, shortened, explanation) => {
		expect(refusal(parse({ given }))).toStrictEqual({
			given: shortened,
			explanation,
			readings: [],
		});
	});

	it.each([
		[200, 'It has more than 15 digits.'],
		[201, 'It has 201 characters: more than one number, or none.'],
	])('looks at %d characters, or not at all', (length, words) => {
		const parsed = parse({ given: '3'.repeat(length) });

		expect(refusal(parsed).explanation).toContain(words);
	});

	it('names a long value shortened, in one line', () => {
		const parsed = parse({ given: `x\n${'y'.repeat(1000)}` });

		expect(parsed.valid ? '' : parsed.given).toMatch(/^x y{37}…$/);
		expect(refusal(parsed).explanation.length).toBeLessThan(120);
	});

	it.each([10n ** 15n, -(10n ** 15n), 10n ** 40n])('names no bigint of 16 digits: %p', (given) => {
		expect(refusal(parse({ given }))).toStrictEqual({
			given: 'a whole number',
			explanation: '"a whole number": It has more than 15 digits.',
			readings: [],
		});
	});

	it('comes also for a value that JSON cannot show', () => {
		const circular: Record<string, unknown> = {};
		circular.self = circular;

		expect(parse({ given: circular }).valid).toBe(false);
		expect(parse({ given: { big: 1n } }).valid).toBe(false);
		expect(parse({ given: Symbol('x') }).valid).toBe(false);
		expect(parse({ given: () => 1 }).valid).toBe(false);
	});
});

it('hands out, as digits, each number that a refusal asks about', () => {
	const refusals = Object.values(spellings)
		.flat()
		.map((cell) => refusal(parse(cell)));
	const asked = refusals.flatMap(({ explanation, readings }) => {
		const [, number] =
			/(?:Did you mean|could be a date, or) (\+[\d ]+)[?.]/.exec(explanation) ?? [];
		return number === undefined ? [] : [{ number: number.replace(/\D/g, ''), readings }];
	});

	expect(asked.length).toBeGreaterThan(10);
	expect(asked.filter(({ number, readings }) => !readings.includes(number))).toStrictEqual([]);
	expect(
		refusals.flatMap(({ readings }) => readings).filter((one) => !/^\d+$/.test(one)),
	).toStrictEqual([]);
});

const SEVERAL =
	"It contains several numbers. Enter one; only 'Bulk Send' takes several, with commas between them.";

it.each([
	['611 1234,', 'IS', 'It has "," after the number. Did you mean +354 611 1234?', ['3546111234']],
	[
		'612 34 10 63!!',
		'ES',
		'It contains "!", which no number has. Did you mean +34 612 34 10 63?',
		['34612341063'],
	],
	['06.12.34.56,78', 'FR', `${SEVERAL} Did you mean +33 6 12 34 56 78?`, ['33612345678']],
	['375.29.491.19.11,5', undefined, `${SEVERAL} Did you mean +375 29 491 19 11?`, ['375294911911']],
	[
		'+37121142021,78',
		undefined,
		'It has decimals. Format the column as text and enter it again. Did you mean +371 21 142 021?',
		['37121142021'],
	],
	// Too short, or with something else that is wrong.
	['51259,', 'FK', 'It has "," after the number.', []],
	['+336123;45678,', undefined, SEVERAL, []],
	[
		'00 971546591161 (x)',
		undefined,
		'It contains letters. If it is +971 54 659 1161, remove the words.',
		['971546591161'],
	],
])('names what %j in %s may have meant', (given, country, why, readings) => {
	expect(refusal(parse({ given, country }))).toStrictEqual({
		given,
		explanation: `"${given}": ${why}`,
		readings,
	});
});

describe('a number whose digits are hidden, cut off or misread', () => {
	it.each([
		...['+43 664 12345**', '+43 664 1234567*', '**+436641234567', '+43 664 1234__'],
		...['+43 664 12345..', '+43 664 12345…', '+43 664 1234xx', '+43 664 1234XXX', '+43 664 1234??'],
		...['+43 664 123456O', '+43 664 123456l', '+43 664 1234##', '…436641234567', '+43 664 1234...'],
		...['+43 664 12345--', '+43 664 12345 --'],
	])('is not sent to, and is nobody for certain: %s', (given) => {
		const parsed = parse({ given });

		expect(parsed).toMatchObject({ valid: false, flaw: { readings: [], isAll: false } });
	});
});

describe('what a refusal names', () => {
	it.each([
		// The code belongs to the number, whatever stands between them.
		['+234 UK 813 571 9163', 'ID', ['2348135719163']],
		['+44 (UK) 7400 123456', undefined, ['447400123456']],
		['01512~3456789', 'DE', ['4915123456789', '493456789']],
		['06:12:34:56:78', 'FR', ['33612345678']],
		['room 12: 06 12 34 56 78', 'FR', ['33612345678']],
		['+33 6 12 34 56 78 (12)', undefined, ['33612345678']],
		['+33 6 12 34 56 78/12', undefined, ['33612345678']],
		// What is wrong with the number itself has a likely number too.
		['Ana: +44 07400 123456', undefined, ['447400123456']],
		// A number that nobody has is no advice.
		['+33 612 345 6 (mobile)', undefined, []],
	])('of %s in %s', (given, country, readings) => {
		expect(refusal(parse({ given, country })).readings).toStrictEqual(readings);
	});
});

it('reads the country of a link also with hyphens in it', () => {
	const local = 'tel:612345678;phone-context=';
	expect(parse({ given: `${local}+3-3` })).toStrictEqual({ valid: true, recipient: '33612345678' });
	expect(parse({ given: `${local}+44`, country: 'FR' })).toMatchObject({ valid: false });
});

describe('no number is invented', () => {
	const separators = fc.constantFrom('', '', ' ', '-', '.', '/', '(', ')', '\u00a0', '\u200f', "'");
	const digits = fc.stringMatching(/^[0-9]{1,16}$/);
	const spelled = fc
		.tuple(
			fc.constantFrom('', '', '+', '00', "'", '="', '(+', 'tel:', '٠٠', '\ufeff'),
			fc.array(fc.tuple(fc.constantFrom(...'0123456789'), separators), {
				minLength: 1,
				maxLength: 17,
			}),
			fc.constantFrom('', '', '"', ' ', '.0', ',0', 'E+12', '|', '/51', '²', '\r\n'),
		)
		.map(([before, inner, after]) => `${before}${inner.flat().join('')}${after}`);
	const anything = fc.oneof(
		digits,
		fc.string({ unit: 'grapheme' }),
		fc.anything(),
		fc.double(),
		fc.maxSafeInteger(),
	);

	/** The digits of a cell, read by the engine's own tables and not by ours. */
	const digitsOf = (given: unknown): string => {
		const text = typeof given === 'string' ? given : String(given as number);
		return text
			.replace(/[\u0660-\u0669]/g, (one) => String(one.charCodeAt(0) - 0x660))
			.replace(/\D/g, '');
	};

	/** Without the 00, and without a 0 in parentheses behind the country code. */
	const isGiven = (recipient: string, all: string, given: string): boolean =>
		['', '00'].some((front) => all === front + recipient) ||
		(/[([]\s*0\s*[)\]]/.test(given) &&
			[1, 2, 3].some((at) => all.endsWith(`${recipient.slice(0, at)}0${recipient.slice(at)}`)));

	it.each<[string, fc.Arbitrary<unknown>, number]>([
		['numbers as people spell them', spelled, 30_000],
		['numbers as people spell them, again', spelled, 30_000],
		['anything else', anything, 20_000],
	])('%s: the digits given, at most without their 00', (_, cells, numRuns) => {
		fc.assert(
			fc.property(cells, (given) => {
				const parsed = parseRecipient(given);
				if (!parsed.valid) return true;
				return (
					['string', 'number', 'bigint'].includes(typeof given) &&
					/^[1-9]\d{6,14}$/.test(parsed.recipient) &&
					isGiven(parsed.recipient, digitsOf(given), String(given))
				);
			}),
			{ numRuns },
		);
	});

	it.each([
		['FR', '33'],
		['BJ', '229'],
		['US', '1'],
		['IT', '39'],
	])('in %s: those, or +%s and what is dialled there', (country, callingCode) => {
		const national = homePlan(country);
		fc.assert(
			fc.property(fc.oneof(spelled, digits), (given) => {
				const parsed = parseRecipient(given, national);
				if (!parsed.valid) return true;
				const all = digitsOf(given);
				return (
					all.endsWith(parsed.recipient) ||
					(parsed.recipient.startsWith(callingCode) &&
						all.endsWith(parsed.recipient.slice(callingCode.length).replace(/^0/, '')))
				);
			}),
			{ numRuns: 5_000 },
		);
	});
});

it('reads the digits of every script of the Unicode standard', () => {
	const zeros = Intl.supportedValuesOf('numberingSystem').map((system) =>
		new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890),
	);
	const positional = zeros.filter((text) => /^\p{Nd}{10}$/u.test(text));

	expect(positional.length).toBeGreaterThan(50);
	for (const text of positional) {
		expect(parseRecipient(`+${text}`)).toStrictEqual({ valid: true, recipient: '1234567890' });
	}
});

describe('a cell with something else in it', () => {
	it.each([
		['708-556-474', 'PM', '508708556474'],
		['508 708 556 474', 'MX', '508708556474'],
		['0807-02-72-75', 'FR', '33807027275'],
		['41929 - 34462', 'FI', '3584192934462'],
		// Colombia dialed 0 in front.
		['0321 1673344', 'CO', '573211673344'],
		['0 3700792988', 'CO', '573700792988'],
	])('is read where it is one number: %s in %s', (given, country, recipient) => {
		expect(parseRecipient(given, homePlan(country))).toStrictEqual({ valid: true, recipient });
	});

	it.each<[given: string, country: string | undefined, kind: string, ...readings: string[]]>([
		['6427573042-02', 'AT', 'beside', '6427573042', '642757304202'],
		['0648 5351167 3 4', 'AT', 'beside', '4364853511673', '43648535116734'],
		['(649) 326-5025', 'BM', 'beside', '14413265025', '16493265025'],
		['(223) 4319425', 'VC', 'beside', '17844319425', '12234319425'],
		['708-551008', 'PM', 'beside', '508551008', '508708551008'],
		['49 4907 275', 'DE', 'beside', '49494907', '494907275'],
		['0085238636733 12', 'HK', 'beside', '85238636733'],
		['046 16733 123', 'FI', 'beside', '3584616733', '3584616733123'],
		['43 648 5351167 123', 'AT', 'beside', '436485351167', '436485351167123'],
		[`${'1'.repeat(41)} x`, 'FR', 'tooManyDigits'],
		['352 80 76 25 - 5', 'LU', 'beside', '3528076', '3528076255'],
		['(690) 732764', 'AD', 'ambiguous', '690732764', '376690732764'],
		['5 - 6133746', 'EE', 'listNumber'],
		['0648 5364237953 (home)', 'AT', 'letters', '436485364237953'],
		['Fax: 358 50 73042', 'FI', 'letters', '3585073042'],
		['No. 5: 814 2765', 'MU', 'letters', '2308142765'],
		['(721) 589-3511 no', 'JE', 'letters', '447215893511'],
		['%2b62713.642.40 ', 'NF', 'letters', '6271364240'],
		['855 73 489 5363 ext 0', 'KH', 'letters', '855734895363'],
		['00358 43 9772 ext. 583', 'AX', 'letters', '358439772'],
		['050 9084 or 0500534', 'FI', 'letters'],
		['37: 06 69 02 7', 'IT', 'mark', '39370669027'],
		['++809 / 9188 / 14', 'LI', 'mark', '4238099188'],
		['798736641\\07', 'FR', 'mark', '33798736641'],
		['89 902 7275 #22', 'GM', 'mark'],
		['#11 0056 2 1982 3097', 'CL', 'mark'],
		['52 05 02.71', 'FO', 'decimalsAtEnd'],
		['0404 023935,25', 'FI', 'decimalsAtEnd', '358404023935'],
		['039239.3', 'AX', 'decimals'],
		['21.11.2026', 'BJ', 'date'],
		['062-519-542, $698', 'MD', 'several', '37362519542'],
		['300 +39354023935', undefined, 'several', '39354023935'],
		['(+33)612345678)', undefined, 'parentheses', '33612345678'],
	])('is refused, with what it may be: %s in %s', (given, country, kind, ...readings) => {
		const parsed = parseRecipient(given, country === undefined ? undefined : homePlan(country));
		expect(parsed).toMatchObject({ valid: false, flaw: { kind, readings } });
	});
});
