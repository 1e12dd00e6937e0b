import { ProblemError, problemOf } from '../../../../nodes/SmsGateway/domain/entry';

it('takes an error that carries a problem for it, and any other for a setting', () => {
	const problem = {
		reason: 'missingValue',
		causes: [{ name: 'thrown', error: 'No value.' }],
	} as const;

	expect(problemOf(new ProblemError(problem))).toStrictEqual(problem);
	expect(problemOf(new Error("'Options > Timeout' must be a number."))).toStrictEqual({
		reason: 'invalidParameter',
		causes: [{ name: 'thrown', error: "'Options > Timeout' must be a number." }],
	});
});
