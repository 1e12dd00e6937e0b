import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import {
	aBoolean,
	aListOf,
	aNumber,
	aWholeNumber,
	collection,
	oneOf,
	option,
	someRecipients,
} from '../../../../nodes/SmsGateway/input/setting';

it.each([
	[1, 1],
	[2.5, 2.5],
	[10, 10],
	['3', 3],
	[' 3 ', 3],
	[0.999, undefined],
	[10.001, undefined],
	[NaN, undefined],
	['', undefined],
	[' ', undefined],
	['x', undefined],
	[true, undefined],
	[[3], undefined],
	[new Date(3), undefined],
])('reads %p as a number from 1 to 10: %p', (given, expected) => {
	expect(aNumber({ least: 1, most: 10 }).read(given)).toBe(expected);
});

it.each([
	['', undefined],
	[' ', undefined],
	[Infinity, undefined],
	[0, 0],
])('reads %p as a number of 0 or more: %p', (given, expected) => {
	expect(aNumber({ least: 0 }).read(given)).toBe(expected);
});

it.each([
	[3, 3],
	['3', 3],
	[2.5, undefined],
	[Infinity, undefined],
])('reads %p as a whole number: %p', (given, expected) => {
	expect(aWholeNumber({ least: 1 }).read(given)).toBe(expected);
});

it.each([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	['', undefined],
	['yes', undefined],
	[1, undefined],
	[0, undefined],
])('reads %p as yes or no: %p', (given, expected) => {
	expect(aBoolean.read(given)).toBe(expected);
});

describe('codes', () => {
	const codes = aListOf(/^[A-Z]{2}$/, 'codes');

	it.each([
		['fr', ['FR']],
		[' FR , bj;tg|ci\nSN ', ['FR', 'BJ', 'TG', 'CI', 'SN']],
		['FR,, BJ', ['FR', 'BJ']],
		[
			[' fr ', 'BJ'],
			['FR', 'BJ'],
		],
		[['FR', ''], ['FR']],
		['FR, Benin', undefined],
		[['Benin', 'FR'], undefined],
	])('reads %j: %j', (given, expected) => {
		expect(codes.read(given)).toStrictEqual(expected);
	});
});

it('says what each must be', () => {
	const checks = [
		aNumber({ least: 0 }),
		aNumber({ least: 0.5, most: 2 }),
		aWholeNumber({ least: 1 }),
		aWholeNumber({ least: 1, most: 5 }),
		oneOf('a', 'b', 'c'),
		aBoolean,
		someRecipients,
		aListOf(/x/, 'codes'),
	];

	expect(checks.map(({ mustBe }) => mustBe)).toStrictEqual([
		'a number of 0 or more',
		'a number from 0.5 to 2',
		'a whole number of 1 or more',
		'a whole number from 1 to 5',
		'a, b or c',
		'true or false',
		'numbers',
		'codes',
	]);
});

describe('a collection', () => {
	const row = <N extends keyof typeof SETTINGS>(name: N) =>
		option({ name, type: 'string', default: 'x' }, aBoolean);
	const table = [row('output'), row('timeout')];
	const field = { displayName: 'Things', name: 'things', default: {} };
	const namesIn = (choice?: object) =>
		collection(table, field)(choice).options!.map(({ name }) => name);

	it('has all rows of its table, unless told which, sorted by what people see', () => {
		expect(namesIn()).toStrictEqual(['output', 'timeout']);
		expect(namesIn({ only: ['output'] })).toStrictEqual(['output']);
		const also = [row('batchSize').field];
		expect(namesIn({ only: ['output'], also })).toStrictEqual(['batchSize', 'output']);
	});

	it('keeps what its field says', () => {
		expect(collection(table, field)()).toMatchObject({ ...field, type: 'collection' });
	});
});
