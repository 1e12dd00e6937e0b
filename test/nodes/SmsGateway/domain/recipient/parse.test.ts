import fc from 'fast-check';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from './digits';
import type { FlawKind } from '../../../../../nodes/SmsGateway/domain/recipient/flaw';
import { spellings, type Spelling } from '../../../../fixtures/spellings';

const parse = ({ given, country }: Pick<Spelling, 'given' | 'country'>) =>
	parseRecipient(given, country ? homePlan(country) : undefined);

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

it.each<[unknown, FlawKind, string?]>([
	[undefined, 'empty', ''],
	[' ', 'empty', ''],
	[{ big: 1n }, 'notText'],
	[Symbol('x'), 'notText'],
	[1e15, 'tooManyDigits'],
	[-(10n ** 15n), 'tooManyDigits', 'a whole number'],
	['3'.repeat(201), 'tooManyDigits'],
	['33612345678.5', 'decimals'],
	['2.29E+12', 'scientific'],
	['447912000000', 'rounded'],
	['#REF!', 'spreadsheetError'],
	['22,997,000,000', 'decimals'],
	['21.11.2026', 'date'],
	['call me', 'letters'],
	['+33612345678!', 'mark'],
	['+(479) 212-3456', 'parentheses'],
	['(06 12 34 56 78', 'parentheses'],
	['+33612345678 / +33612345679', 'several'],
	['+33612345678|', 'mark'],
	['+2290197000001 and 4 more', 'previewed'],
	['0612345678', 'noCountryCode'],
	['+999123456789', 'unknownCode'],
	['00331234567', 'unknownNumber'],
	['+33 06 12 34 56 78', 'dialedInside'],
	['+331', 'tooFewDigits'],
	['22997123456', 'changedPlan'],
])('refuses %p: %s', (given, kind, ...rest) => {
	const [shortened] = rest;
	const parsed = parse({ given });
	expect(parsed).toMatchObject({
		valid: false,
		...(shortened !== undefined && { given: shortened }),
		flaw: { kind },
	});
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
