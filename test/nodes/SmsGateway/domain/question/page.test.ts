import fc from 'fast-check';
import {
	answeredPage,
	CONTENT_SECURITY_POLICY,
	expiredPage,
	questionPage,
} from '../../../../../nodes/SmsGateway/domain/question/page';
import type { Question } from '../../../../../nodes/SmsGateway/domain/question/question';

const QUESTION: Question = {
	title: 'SHOP',
	text: 'May I?',
	answers: { kind: 'approval', approve: 'Yes', decline: 'No' },
	confirmation: 'Recorded:',
	expired: 'Too late.',
	language: 'en',
	timeZone: 'UTC',
};

const tags = (page: string) => page.match(/<[^>]*>/g);
const pagesOf = (question: Question, answer: string) => [
	questionPage(question),
	answeredPage(question, { text: answer }, new Date(0)),
	expiredPage(question),
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
				const plain = { ...QUESTION, answers };
				const given = { ...plain, title: e!, text: f!, confirmation: g!, expired: h! };
				expect(pagesOf(given, a!).map(tags)).toEqual(pagesOf(plain, 'x').map(tags));
			}
		}),
	);
});

it('opens nothing but its own style, script, icon and form', () => {
	const page = questionPage(QUESTION);
	expect(CONTENT_SECURITY_POLICY).toMatch(/^default-src 'none'; /);
	expect(page).not.toMatch(/https?:|\bon\w+=|<(img|iframe|object|a)\b/);
	expect(page.match(/<form method="post">/g)).toHaveLength(1);
});

it('says in the words and by the clock of the workflow what was answered and when', () => {
	const question = { ...QUESTION, language: 'fr', timeZone: 'Africa/Porto-Novo' };
	const page = answeredPage(question, { approved: false }, new Date('2026-11-21T15:30:00Z'));
	expect(page).toContain('<html lang="fr">');
	expect(page).toContain('Recorded:');
	expect(page).toContain('class="answer">No</p>');
	expect(page).toContain('21 nov. 2026');
	expect(page).toContain('16:30');
});

it('tells whoever comes too late nothing of the question', () => {
	const page = expiredPage(QUESTION);
	expect(page).toContain('<h1 dir="auto">Too late.</h1>');
	expect(page).not.toContain('SHOP');
	expect(page).not.toContain('May I?');
	expect(page).not.toContain('<form');
});
