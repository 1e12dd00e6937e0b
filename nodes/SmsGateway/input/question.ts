// Names and values of the fields as n8n's own nodes have them: a workflow can change between them.
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ProblemError, refuse } from '../domain/entry';
import {
	type Answers,
	deadlineOf,
	type Question,
	type WaitLimit,
} from '../domain/question/question';
import { ENGLISH, LANGUAGES, wordsIn, type PageWords } from '../domain/question/words';
import { misplacedIn } from './marks';
import { readField } from './readField';

export const responseTypeField: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	default: 'approval',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The recipient approves or declines with a button',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The recipient writes an answer',
		},
	],
};

const approvalFields: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		default: 'single',
		options: [
			{ name: 'Approve Only', value: 'single' },
			{ name: 'Approve and Disapprove', value: 'double' },
		],
	},
	{
		displayName: 'Approve Button Label',
		name: 'approveLabel',
		type: 'string',
		default: 'Approve',
	},
	{
		displayName: 'Disapprove Button Label',
		name: 'disapproveLabel',
		type: 'string',
		default: 'Decline',
		displayOptions: { show: { approvalType: ['double'] } },
	},
];

export const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: { responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: approvalFields,
		},
	],
};

const text = (
	displayName: string,
	name: string,
	value: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: value, description, ...more });

const forFreeText = { displayOptions: { show: { '/responseType': ['freeText'] } } };

/** As n8n's own nodes save it, which read it in the same way. */
const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		"How long to wait for the response. Afterwards the execution continues without one: 'answered' is false.",
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

/** Options of the page and of the wait. */
export const questionOptions: INodeProperties[] = [
	limitWaitTime,
	text(
		'Page Confirmation Text',
		'pageConfirmationText',
		ENGLISH.confirmation,
		'Shown above the recorded answer',
	),
	text(
		'Page Expired Text',
		'pageExpiredText',
		ENGLISH.expired,
		"Shown when the time of 'Limit Wait Time' is over",
	),
	text(
		'Page Language',
		'pageLanguage',
		'en',
		`Language code of the page, for dates and screen readers. Its own words are also translated into: ${LANGUAGES.join(', ')}. Check them with someone who speaks the language.`,
		{ placeholder: 'e.g. fr' },
	),
	text(
		'Response Form Button Label',
		'responseFormButtonLabel',
		ENGLISH.submit,
		'The button below a free text',
		forFreeText,
	),
	text(
		'Response Form Description',
		'responseFormDescription',
		'',
		'The question on the page, when it should say more than the SMS. Empty: the message.',
		{ typeOptions: { rows: 4 } },
	),
	text(
		'Response Form Field Label',
		'responseFormFieldLabel',
		ENGLISH.label,
		'The label of the field for a free text',
		forFreeText,
	),
	text(
		'Response Form Title',
		'responseFormTitle',
		'',
		"The headline of the page. Empty: the 'Sender ID'.",
	),
];

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
	return (name, fallback) => {
		const label = labelOf(name);
		const given = readField(ctx, { name, label, fallback, takes: 'text' })(0);
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

function languageOf(read: ReadText): string {
	const given = read('options.pageLanguage', 'en');
	try {
		return Intl.getCanonicalLocales(given)[0]!;
	} catch {
		const field = 'Options > Page Language';
		return refuse({ name: 'wrongSetting', field, mustBe: 'a language code such as en or fr' });
	}
}

const LIMIT = 'options.limitWaitTime.values';

/** @throws ProblemError where a field has braces and is no expression */
function readLimit(ctx: IExecuteFunctions): WaitLimit {
	const typed = ctx.getNodeParameter(LIMIT, 0, {}, { rawExpressions: true }) as WaitLimit;
	const inDate = misplacedIn(typed.maxDateAndTime, ctx.getInputData());
	if (inDate) refuse({ name: 'placeholder', field: 'Max Date and Time', ...inDate });
	return ctx.getNodeParameter(LIMIT, 0, {}) as WaitLimit;
}

/**
 * The page behind the link, all but its text where that is the message.
 *
 * @throws ProblemError
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
	const limit = readLimit(ctx);
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
