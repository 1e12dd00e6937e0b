import fc from 'fast-check';
import {
	answeredPage,
	CONTENT_SECURITY_POLICY,
	expiredPage,
	questionPage,
	takenPage,
} from '../../../../nodes/SmsGateway/question/page';
import { answerIn, MAX_ANSWER } from '../../../../nodes/SmsGateway/question/question';
import type { Answers, Question } from '../../../../nodes/SmsGateway/question/question';

const QUESTION: Question = {
	senderId: 'SHOP',
	title: 'SHOP',
	text: 'May I?',
	answers: { kind: 'approval', approve: 'Yes', decline: 'No' },
	confirmation: 'Recorded:',
	expired: 'Too late.',
	timeZone: 'Africa/Porto-Novo',
};
const FREE_TEXT: Answers = { kind: 'freeText', label: 'Why?', submit: 'Send' };

it('shows every text of the workflow and of the recipient as text, whatever it holds', () => {
	const tagsOf = (question: Question, answer: string) =>
		[
			questionPage(question),
			answeredPage(question, { text: answer }, new Date(0)),
			expiredPage(question),
		].map((page) => page.match(/<[^>]*>/g));
	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('</p><script>alert(1)</script>', '" onclick="x', "' & <b>", '&lt;', ']]>'),
	);
	fc.assert(
		fc.property(fc.array(text, { minLength: 6, maxLength: 6 }), ([a, b, c, d, e, f]) => {
			const kindsOf = (one: string, other: string): Answers[] => [
				{ kind: 'approval', approve: one, decline: `${other}x` },
				{ kind: 'freeText', label: one, submit: other },
			];
			for (const [at, answers] of kindsOf(a!, b!).entries()) {
				const plain = { ...QUESTION, title: 'Refund', answers: kindsOf('x', 'x')[at]! };
				const texts = { title: c!, text: d!, confirmation: e!, expired: f!, answers };
				const given = { ...plain, senderId: `${c!}x`, ...texts };
				expect(tagsOf(given, a!)).toStrictEqual(tagsOf(plain, 'x'));
			}
		}),
	);
});

/** What a reader sees, line by line. */
const linesOf = (page: string) =>
	page
		.replace(/<head>.*<\/head>|<script>.*<\/script>/gs, '')
		.replace(/<[^>]*>/g, '')
		.split('\n')
		.filter((line) => line !== '');

it.each<[Answers, string[]]>([
	[QUESTION.answers, ['Yes', 'No']],
	[{ kind: 'approval', approve: 'OK' }, ['OK']],
	[FREE_TEXT, ['Why?', 'Send']],
])('asks with %j, and nothing else', (answers, lines) => {
	const shown = linesOf(questionPage({ ...QUESTION, answers }));
	expect(shown).toStrictEqual(['SHOP', 'May I?', ...lines]);
});

it('has a field that posts as much text as an answer may have, and says what is wrong with none', () => {
	const question = { ...QUESTION, answers: FREE_TEXT };
	const [, attributes] = /<textarea ([^>]*)>/.exec(questionPage(question))!;
	const [, name] = / name="(.*?)"/.exec(attributes!)!;
	expect(attributes).toContain(`maxlength="${MAX_ANSWER}" required`);
	expect(attributes).not.toMatch(/aria-|autofocus/);
	expect(answerIn(question, { [name!]: 'Because' })).toStrictEqual({ text: 'Because' });

	const again = questionPage(question, true);
	expect(again).toMatch(/<p id="wrong"[^>]* role="alert">Please write an answer\.<\/p>/);
	expect(again).toMatch(/<textarea [^>]* aria-invalid="true" aria-describedby="wrong" autofocus>/);
});

it('opens nothing but its own style, script, icon and form', () => {
	const page = questionPage(QUESTION);
	expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'; .*; form-action 'self'; /);
	expect(page).not.toMatch(/https?:|\bon\w+=|<(img|iframe|object|a)\b/);
	expect(page.match(/<form method="post">/g)).toHaveLength(1);
});

it('says in the words and by the clock of the workflow what was answered and when', () => {
	const page = answeredPage(QUESTION, { approved: false }, new Date('2026-11-21T15:30:00Z'));
	expect(page).toContain('<html lang="en">');
	const time = expect.stringMatching(/^Nov 21, 2026, 4:30:00/);
	expect(linesOf(page)).toStrictEqual(['SHOP', 'Recorded:', 'No', time]);
});

it('tells whoever comes too late who asked, and nothing of the question', () => {
	const titled = expiredPage({ ...QUESTION, title: 'Refund 1042' });
	expect(linesOf(titled)).toStrictEqual(['Refund 1042', 'Too late.', 'SHOP']);
	expect(titled).not.toMatch(/May I\?|<form/);
	expect(linesOf(expiredPage(QUESTION))).toStrictEqual(['SHOP', 'Too late.']);
	expect(linesOf(takenPage(QUESTION))).toStrictEqual(['SHOP', 'This question has been answered.']);
});
