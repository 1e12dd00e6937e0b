import { ProblemError, problemOf } from '../../../../nodes/SmsGateway/domain/entry';

it('takes an error that carries a problem for it, and any other for a setting', () => {
	const problem = {
		reason: 'missingValue',
		causes: [{ name: 'said', text: 'No value.' }],
	} as const;

	expect(problemOf(new ProblemError(problem))).toEqual(problem);
	expect(problemOf(new Error("'Options > Timeout' must be a number."))).toEqual({
		reason: 'invalidParameter',
		causes: [{ name: 'said', text: "'Options > Timeout' must be a number." }],
	});
});
