import fc from 'fast-check';
import {
	answerIn,
	isExpired,
	MAX_ANSWER,
	type Question,
} from '../../../../../nodes/SmsGateway/domain/question/question';

const ask = (answers: Question['answers'], deadline?: number): Question => ({
	senderId: 'SHOP',
	title: '',
	text: '',
	answers,
	confirmation: '',
	expired: '',
	timeZone: 'UTC',
	deadline,
});
const SINGLE = ask({ kind: 'approval', approve: 'Yes' });
const DOUBLE = ask({ kind: 'approval', approve: 'Yes', decline: 'No' });
const FREE = ask({ kind: 'freeText', label: 'Answer', submit: 'Send' });

it.each([
	[DOUBLE, { answer: 'approve' }, { approved: true }],
	[DOUBLE, { answer: 'decline' }, { approved: false }],
	[SINGLE, { answer: 'approve' }, { approved: true }],
	[SINGLE, { answer: 'decline' }, undefined],
	[DOUBLE, { answer: 'Approve' }, undefined],
	[FREE, { text: ' a\r\nb ' }, { text: 'a\nb' }],
	[FREE, { text: 'x'.repeat(MAX_ANSWER) }, { text: 'x'.repeat(MAX_ANSWER) }],
	[FREE, { text: 'x'.repeat(MAX_ANSWER + 1) }, undefined],
	[FREE, { text: 7 }, undefined],
	[FREE, { text: ' \r\n ' }, undefined],
])('reads from the form of %j: %j', (question, body, expected) => {
	expect(answerIn(question, body)).toStrictEqual(expected);
});

it('never takes anything else for an answer', () => {
	fc.assert(
		fc.property(fc.anything(), fc.constantFrom(SINGLE, DOUBLE, FREE), (body, question) => {
			const answer = answerIn(question, body);
			if (answer === undefined) return;
			const given = body as Record<string, unknown>;
			expect('text' in answer ? typeof given.text : given.answer).toMatch(
				/^(string|approve|decline)$/,
			);
		}),
	);
});

it('expires with its deadline, and without one never', () => {
	const { answers } = DOUBLE;
	expect([999, 1000, 1001].map((now) => isExpired(ask(answers, 1000), now))).toStrictEqual([
		false,
		true,
		true,
	]);
	expect(isExpired(ask(answers), Number.MAX_SAFE_INTEGER)).toBe(false);
});
