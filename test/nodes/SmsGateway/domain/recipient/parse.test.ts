/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import fc from 'fast-check';
import { rowsIn } from '../../../../support/table';
import type { FlawKind } from '../../../../../nodes/SmsGateway/domain/recipient/shape';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	numbersFoundIn,
	parseRecipient,
} from '../../../../../nodes/SmsGateway/domain/recipient/parse';

const parse = (given: unknown, country = 'none') =>
	parseRecipient(given, country === 'none' ? undefined : homePlan(country));

type Cell = [given: unknown, expected: string, country: string];

it.each<Cell>([
	...rowsIn(__dirname, 'read.txt'),
	[2290197001234, '+2290197001234', 'none'],
	[2290197001234n, '+2290197001234', 'none'],
	[197001234, '+2290197001234', 'BJ'],
	[612345678, '+33612345678', 'FR'],
])('reads %p as %s, with the default country %s', (given, recipient, country) => {
	expect(parse(given, country)).toMatchObject({ valid: true, recipient });
});

const REFUSED_VALUES: Readonly<Partial<Record<FlawKind, unknown[]>>> = {
	empty: [' ', undefined, null],
	notText: [{}, [], true, Symbol('x'), new Date(0)],
	scientific: [1e21, 1.5e-7],
	rounded: [447912000000, 33612300000],
	decimals: [22997001234.5],
	// The first and the last day and month.
	date: [20261121, 20260101, 20261231, '1.1.2026', '31.12.2026', 31122026],
	word: [NaN],
	tooManyDigits: ['3'.repeat(201), BigInt('1'.repeat(40)), `+49 171 1234567${' 1'.repeat(30)}`],
	noCountryCode: [612345678],
};

it.each<Cell>([
	...rowsIn(__dirname, 'refused.txt'),
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

it.each([
	['+33612345678 or 0612345679', []],
	['+33612345678 or 92345678', []],
	['+33612345678 since 01.05.2024', ['+33612345678']],
	['+33612345678, customer 1234567', ['+33612345678']],
])('overlooks no other number in %p', (given, found) => {
	expect(numbersFoundIn(given)).toStrictEqual(found);
});

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
