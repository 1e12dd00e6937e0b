import { createHash } from 'crypto';
import { escapeAttribute as escape } from '../domain/text/sentences';
import { headers, style } from './page.json';
import { answerInWords, MAX_ANSWER, type Answer, type Question } from './question';

const STYLE = `\n${style.join('\n')}\n`;

/** Not needed for an answer: it only keeps an impatient second tap from being sent. */
const SCRIPT = `let sent=false;addEventListener('pageshow',()=>{sent=false});addEventListener('submit',(event)=>{if(sent)event.preventDefault();sent=true});`;

const hashOf = (text: string): string =>
	`'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows nothing but this style, this script, an empty icon, and a form that is sent back to where it came from. */
export const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	`style-src ${hashOf(STYLE)}`,
	`script-src ${hashOf(SCRIPT)}`,
	'img-src data:',
	"form-action 'self'",
	"base-uri 'none'",
].join('; ');

export const PAGE_HEADERS = {
	...headers,
	'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
};

/** Each text finds its own direction, so that Arabic reads right beside an English default. */
const paragraph = (text: string, attributes = ''): string =>
	`<p dir="auto"${attributes}>${escape(text)}</p>`;

/** The policy stands in the page too: n8n puts its own header on what it sends after an answer. */
const page = (title: string, ...body: string[]): string =>
	`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(CONTENT_SECURITY_POLICY)}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${escape(title)}</h1>
${body.join('\n')}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const button = (label: string, attributes: string): string =>
	`<button dir="auto" ${attributes}>${escape(label)}</button>`;

const NO_ANSWER = '<p id="wrong" class="wrong" role="alert">Please write an answer.</p>\n';

function formOf({ answers }: Question, isRefused: boolean): string {
	if (answers.kind === 'freeText') {
		const wrong = isRefused ? ' aria-invalid="true" aria-describedby="wrong" autofocus' : '';
		return `${isRefused ? NO_ANSWER : ''}<label dir="auto" for="text">${escape(answers.label)}</label>
<textarea id="text" name="text" rows="5" dir="auto" maxlength="${MAX_ANSWER}" required${wrong}></textarea>
${button(answers.submit, 'type="submit"')}`;
	}
	const { approve, decline } = answers;
	const first = button(approve, 'name="answer" value="approve"');
	return decline === undefined
		? first
		: `${first}\n${button(decline, 'name="answer" value="decline" class="second"')}`;
}

/**
 * The question with its buttons. Opening it decides nothing; only its form does.
 *
 * @param isRefused what was sent before is no answer
 */
export function questionPage(question: Question, isRefused = false): string {
	const form = `<form method="post">\n${formOf(question, isRefused)}\n</form>`;
	return page(question.title, paragraph(question.text), form);
}

/** What became of the question; a screen reader knows it as that. */
const status = (...body: string[]): string => `<div role="status">\n${body.join('\n')}\n</div>`;

/** For another recipient: not by whom, nor what. */
export const takenPage = ({ title }: Question): string =>
	page(title, status(paragraph('This question has been answered.')));

/** What was answered and when, for the first answer and for whoever answers after it by the same link. */
export function answeredPage(question: Question, answer: Answer, at: Date): string {
	const { title, confirmation, timeZone } = question;
	const time = at.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long', timeZone });
	const answered = paragraph(answerInWords(question, answer), ' class="answer"');
	return page(title, status(paragraph(confirmation), answered, paragraph(time, ' class="time"')));
}

/** Says who asked, and that the time is over. */
export function expiredPage({ senderId, title, expired }: Question): string {
	const sender = title === senderId ? [] : [paragraph(senderId, ' class="time"')];
	return page(title, status(paragraph(expired), ...sender));
}
