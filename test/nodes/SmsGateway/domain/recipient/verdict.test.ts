import {
	lengthFlaw,
	onlyOne,
	refuseAsAmbiguous,
	suggest,
	type Verdict,
} from '../../../../../nodes/SmsGateway/domain/recipient/verdict';

const said = (verdict: Verdict | undefined) =>
	verdict && 'refusal' in verdict ? [verdict.refusal(), ...verdict.readings] : verdict;

it('takes the only reading, refuses several, and knows none of none', () => {
	expect(onlyOne(['33612345678'], 'national')).toEqual({
		recipient: '33612345678',
		as: 'national',
	});
	expect(said(onlyOne(['33612345678', '493361234567'], 'national'))).toEqual([
		'It could be +33 6 12 34 56 78 or +49 3361 234567. Write it with + and its country code.',
		'33612345678',
		'493361234567',
	]);
	expect(onlyOne([], 'explicit')).toBeUndefined();
});

it('names two of several readings, and hands on all', () => {
	expect(said(refuseAsAmbiguous('33612345678', '34612345678', '2290197123456'))).toEqual([
		'It could be +33 6 12 34 56 78 or +34 612 34 56 78. Write it with + and its country code.',
		'33612345678',
		'34612345678',
		'2290197123456',
	]);
});

it('asks whether another number was meant', () => {
	expect(said(suggest('It is old.', '2290197123456'))).toEqual([
		'It is old. Did you mean +229 01 97 12 34 56?',
		'2290197123456',
	]);
});

it.each([
	['', 'It has only 0 digits; a number with country code has at least 7.'],
	['1', 'It has only 1 digit; a number with country code has at least 7.'],
	['123456', 'It has only 6 digits; a number with country code has at least 7.'],
	['1234567', undefined],
	['123456789012345', undefined],
	['1234567890123456', 'It has 16 digits; no number has more than 15.'],
])('says what is wrong with the length of %j', (digits, words) => {
	expect(said(lengthFlaw(digits))).toEqual(words && [words]);
});
