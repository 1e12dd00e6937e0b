import type { IExecuteFunctions } from 'n8n-workflow';
import { ProblemError } from '../domain/entry';
import {
	type Answers,
	deadlineOf,
	type Question,
	type WaitLimit,
} from '../domain/question/question';
import { ENGLISH, wordsIn, type PageWords } from '../domain/question/words';
import { readField } from './parameters';
import { approvalFields, questionOptions, responseTypeField } from './questionFields';

/** What a field has, or what holds where it is blank. */
type ReadText = (name: string, fallback: string) => string;

/** As the editor names the field at the end of a path. */
function labelOf(path: string): string {
	const name = path.split('.').at(-1);
	const fields = [responseTypeField, ...approvalFields, ...questionOptions];
	return fields.find((field) => field.name === name)?.displayName ?? 'Sender ID';
}

/** @throws ProblemError where an expression of the page gives nothing that can be shown */
function reader(ctx: IExecuteFunctions): ReadText {
	const mayBeEmpty = ctx.getNodeParameter('options.emptyValues', 0, 'refuse') === 'allow';
	return (name, fallback) => {
		const label = labelOf(name);
		const given = readField(ctx, { name, label, fallback, mayBeEmpty, takes: 'text' })(0);
		if (given.problem) throw new ProblemError(given.problem);
		const text = String(given.value);
		return text.trim() === '' ? fallback : text;
	};
}

/**
 * Reads one of the page's words. The editor fills in English: where that was left as it was, the page
 * has the word in its own language.
 */
type ReadWord = (name: string, word: keyof PageWords) => string;

const answersOf = (read: ReadText, readWord: ReadWord): Answers =>
	read('responseType', 'approval') === 'freeText'
		? {
				kind: 'freeText',
				label: readWord('options.responseFormFieldLabel', 'label'),
				submit: readWord('options.responseFormButtonLabel', 'submit'),
			}
		: {
				kind: 'approval',
				approve: readWord('approvalOptions.values.approveLabel', 'approve'),
				...(read('approvalOptions.values.approvalType', 'single') === 'double'
					? { decline: readWord('approvalOptions.values.disapproveLabel', 'decline') }
					: {}),
			};

const canonical = (language: string): string | undefined => {
	try {
		return Intl.getCanonicalLocales(language)[0];
	} catch {
		return undefined;
	}
};

function languageOf(read: ReadText): string {
	const given = read('options.pageLanguage', 'en');
	const language = canonical(given);
	if (language === undefined) {
		throw new Error("'Page Language' must be a language code such as en or fr.");
	}
	return language;
}

/**
 * The page behind the link, all but its text where that is the message.
 *
 * @throws Error with a sentence for the user
 */
export function readQuestion(ctx: IExecuteFunctions, now: number): Question {
	const read = reader(ctx);
	const language = languageOf(read);
	const words = wordsIn(language);
	const readWord: ReadWord = (name, word) => {
		const written = read(name, words[word]);
		return written.trim() === ENGLISH[word] ? words[word] : written;
	};
	const senderId = read('senderId', '');
	const limit = ctx.getNodeParameter('options.limitWaitTime.values', 0, {}) as WaitLimit;
	const deadline = deadlineOf(limit, now, ctx.getTimezone());
	return {
		senderId,
		title: read('options.responseFormTitle', senderId),
		text: read('options.responseFormDescription', ''),
		answers: answersOf(read, readWord),
		confirmation: readWord('options.pageConfirmationText', 'confirmation'),
		expired: readWord('options.pageExpiredText', 'expired'),
		language,
		timeZone: ctx.getTimezone(),
		...(deadline === undefined ? {} : { deadline }),
	};
}
