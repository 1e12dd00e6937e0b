import type { IExecuteFunctions } from 'n8n-workflow';
import { deadlineOf, type WaitLimit } from '../domain/question/deadline';
import type { Answers, Question } from '../domain/question/question';
import { WORDS } from './questionFields';

const asText = (value: unknown, fallback: string): string =>
	value === undefined || value === null || String(value).trim() === '' ? fallback : String(value);

type Read = (name: string, fallback: string) => string;

const answersOf = (read: Read): Answers =>
	read('responseType', 'approval') === 'freeText'
		? {
				kind: 'freeText',
				label: read('options.responseFormFieldLabel', WORDS.label),
				submit: read('options.responseFormButtonLabel', WORDS.submit),
			}
		: {
				kind: 'approval',
				approve: read('approvalOptions.values.approveLabel', WORDS.approve),
				...(read('approvalOptions.values.approvalType', 'single') === 'double'
					? { decline: read('approvalOptions.values.disapproveLabel', WORDS.decline) }
					: {}),
			};

const canonical = (language: string): string | undefined => {
	try {
		return Intl.getCanonicalLocales(language)[0];
	} catch {
		return undefined;
	}
};

function languageOf(read: Read): string {
	const given = read('options.pageLanguage', 'en');
	const language = canonical(given);
	if (language === undefined) {
		throw new Error(`'Page Language' must be a language code such as en or fr, not "${given}".`);
	}
	return language;
}

/**
 * The page behind the link, all but its text where that is the message.
 *
 * @throws Error with a sentence for the user
 */
export function readQuestion(ctx: IExecuteFunctions, now: number): Question {
	const read: Read = (name, fallback) => asText(ctx.getNodeParameter(name, 0, fallback), fallback);
	const limit = ctx.getNodeParameter('options.limitWaitTime.values', 0, {}) as WaitLimit;
	const deadline = deadlineOf(limit, now, ctx.getTimezone());
	return {
		title: read('options.responseFormTitle', read('senderId', '')),
		text: read('options.responseFormDescription', ''),
		answers: answersOf(read),
		confirmation: read('options.pageConfirmationText', WORDS.confirmation),
		expired: read('options.pageExpiredText', WORDS.expired),
		language: languageOf(read),
		timeZone: ctx.getTimezone(),
		...(deadline === undefined ? {} : { deadline }),
	};
}
