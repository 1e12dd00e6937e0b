import type { Statement } from '../../../scripts/proof/subjects';
import { verdictOf } from '../../../scripts/proof/verdict';

const PHONE = '2290197000010';

const verdictFor = (sms: number, statement?: Statement) =>
	verdictOf(
		[PHONE],
		new Array<string>(sms).fill(PHONE),
		new Map(statement === undefined ? [] : [[PHONE, statement]]),
	);

describe('the verdict on one recipient', () => {
	it.each<[sms: number, statement: Statement | undefined, twice: 0 | 1, lost: 0 | 1, wrong: 0 | 1]>(
		[
			[1, 'sent', 0, 0, 0],
			[1, 'mayBeSent', 0, 0, 0],
			[1, 'notSent', 0, 0, 1],
			[1, undefined, 0, 0, 1],
			[0, 'notSent', 0, 0, 0],
			[0, 'mayBeSent', 0, 0, 0],
			[0, 'sent', 0, 1, 1],
			[0, undefined, 0, 1, 0],
			[2, 'sent', 1, 0, 0],
			[3, undefined, 1, 0, 1],
		],
	)(
		'of %i SMS, when the workflow says %s: twice %i, forgotten %i, wrong %i',
		(sms, statement, twice, forgotten, wrong) => {
			expect(verdictFor(sms, statement)).toStrictEqual({ twice, forgotten, wrong });
		},
	);
});
