import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { addExcluded } from '../../../../../nodes/SmsGateway/domain/recipient/excluded';
import type { Plan } from '../../../../../nodes/SmsGateway/domain/recipient/plans';

const excludedBy = (list: unknown, home?: Plan): string[] => {
	const excluded = new Set<string>();
	addExcluded(excluded, list, home);
	return [...excluded].sort();
};

it.each([
	['in any spelling', '+33 6 12 34 56 78; 0033612345679', ['33612345678', '33612345679']],
	['in an array', ['+33612345678', 33612345679], ['33612345678', '33612345679']],
	['by all numbers that it has had', '+2290197000000', ['2290197000000', '22997000000']],
	['by its number of today too', '+22997000000', ['2290197000000', '22997000000']],
	['in both readings where it may be two', '6598765432', ['436598765432', '6598765432']],
])('excludes a recipient %s', (_, list, expected) => {
	expect(excludedBy(list)).toEqual(expect.arrayContaining(expected));
});

it('reads numbers without country code as those of the default country', () => {
	expect(excludedBy('06 12 34 56 78', homePlan('FR'))).toEqual(['33612345678']);
});

it('adds to those who are excluded already', () => {
	const excluded = new Set(['33612345678']);
	addExcluded(excluded, '+33612345679');
	expect([...excluded]).toEqual(['33612345678', '33612345679']);
});

it.each([[undefined], [null], [false], [''], ['  '], [[]], [['', null]]])(
	'excludes nobody where the list is %j',
	(list) => expect(excludedBy(list)).toEqual([]),
);

it.each(['nobody', '+33612345678, 12', [0], [true]])(
	'refuses a list with what is no number: %j',
	(list) => expect(() => excludedBy(list)).toThrow(/^'Excluded Recipients': "(nobody|12|0|true)"/),
);
