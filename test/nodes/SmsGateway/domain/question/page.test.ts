import fc from 'fast-check';
import {
	answeredPage,
	CONTENT_SECURITY_POLICY,
	expiredPage,
	questionPage,
} from '../../../../../nodes/SmsGateway/domain/question/page';
import {
	answerIn,
	MAX_ANSWER,
	type Question,
} from '../../../../../nodes/SmsGateway/domain/question/question';

const QUESTION: Question = {
	senderId: 'SHOP',
	title: 'SHOP',
	text: 'May I?',
	answers: { kind: 'approval', approve: 'Yes', decline: 'No' },
	confirmation: 'Recorded:',
	expired: 'Too late.',
	timeZone: 'UTC',
};

const tags = (page: string) => page.match(/<[^>]*>/g);
const pagesOf = (question: Question, answer: string) => [
	questionPage(question),
	answeredPage(question, { text: answer }, new Date(0)),
	expiredPage(question),
	questionPage(question, answer),
];

it('shows every text of the workflow as text, whatever it holds', () => {
	const text = fc.oneof(
		fc.string(),
		fc.constantFrom('</p><script>alert(1)</script>', '" onclick="x', "' & <b>", '&lt;', ']]>'),
	);
	fc.assert(
		fc.property(fc.array(text, { minLength: 8, maxLength: 8 }), ([a, b, c, d, e, f, g, h]) => {
			const kinds: Question['answers'][] = [
				{ kind: 'approval', approve: a!, decline: b! },
				{ kind: 'freeText', label: c!, submit: d! },
			];
			for (const answers of kinds) {
				const plain = { ...QUESTION, title: 'Refund', answers };
				const given = {
					...plain,
					senderId: `${a!}${e!}x`,
					title: e!,
					text: f!,
					confirmation: g!,
					expired: h!,
				};
				expect(pagesOf(given, a!).map(tags)).toStrictEqual(pagesOf(plain, 'x').map(tags));
			}
		}),
	);
});

const FREE_TEXT: Question = {
	...QUESTION,
	answers: { kind: 'freeText', label: 'Why?', submit: 'Send' },
};

/** What a reader sees, line by line. */
const linesOf = (page: string) =>
	page
		.replace(/<head>.*<\/head>|<script>.*<\/script>/gs, '')
		.replace(/<[^>]*>/g, '')
		.split('\n')
		.filter((line) => line !== '');

it.each([
	['two buttons', QUESTION, ['SHOP', 'May I?', 'Yes', 'No']],
	[
		'one button',
		{ ...QUESTION, answers: { kind: 'approval', approve: 'OK' } } as Question,
		['SHOP', 'May I?', 'OK'],
	],
	['a field for text', FREE_TEXT, ['SHOP', 'May I?', 'Why?', 'Send']],
])('asks with %s, and nothing else', (_, question, lines) => {
	expect(linesOf(questionPage(question))).toStrictEqual(lines);
});

it('has a field that posts as much text as an answer may have', () => {
	const [, attributes] = /<textarea ([^>]*)>/.exec(questionPage(FREE_TEXT))!;
	const [, name] = / name="(.*?)"/.exec(attributes!)!;
	expect(attributes).toContain(`maxlength="${MAX_ANSWER}" required`);
	expect(answerIn(FREE_TEXT, { [name!]: 'Because' })).toStrictEqual({ text: 'Because' });
});

it('opens nothing but its own style, script, icon and form', () => {
	const page = questionPage(QUESTION);
	expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'; /);
	expect(page).not.toMatch(/https?:|\bon\w+=|<(img|iframe|object|a)\b/);
	expect(page.match(/<form method="post">/g)).toHaveLength(1);
});

it('keeps a text that is no answer, and says for a screen reader too what is wrong', () => {
	const page = questionPage(FREE_TEXT, ' <b> \n');

	expect(page).toContain('>Please write an answer. (3 / 4000)</p>');
	expect(page).toMatch(/<p [^>]*id="wrong"[^>]* role="alert">/);
	expect(page).toMatch(
		/<textarea [^>]* aria-invalid="true" aria-describedby="wrong" autofocus> &lt;b&gt; \n</,
	);
	expect(questionPage(FREE_TEXT)).not.toMatch(/role="alert"|aria-|autofocus/);
	expect(questionPage(QUESTION, 'x')).toBe(questionPage(QUESTION));
});

it('says in the words and by the clock of the workflow what was answered and when', () => {
	const question = { ...QUESTION, timeZone: 'Africa/Porto-Novo' };
	const page = answeredPage(question, { approved: false }, new Date('2026-11-21T15:30:00Z'));
	expect(page).toContain('<html lang="en">');
	expect(linesOf(page)).toStrictEqual([
		'SHOP',
		'Recorded:',
		'No',
		expect.stringMatching(/^Nov 21, 2026, 4:30:00/),
	]);
});

it('tells whoever comes too late who asked, and nothing of the question', () => {
	const titled = expiredPage({ ...QUESTION, title: 'Refund 1042' });
	expect(linesOf(titled)).toStrictEqual(['Refund 1042', 'Too late.', 'SHOP']);
	expect(titled).not.toMatch(/May I\?|<form/);
	expect(linesOf(expiredPage(QUESTION))).toStrictEqual(['SHOP', 'Too late.']);
});
