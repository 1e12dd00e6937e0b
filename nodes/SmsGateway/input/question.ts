// Names and values of the fields as n8n's own nodes have them: a workflow can change between them.
import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import {
	deadlineOf,
	type Answers,
	type Question,
	type WaitLimit,
} from '../domain/question/question';
import { choices } from './panel';
import { readerOf, type Reader } from './reader';

/** A field for a text. */
const text = (
	displayName: string,
	name: string,
	value: string,
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'string', default: value, ...more });

const selection = (
	displayName: string,
	name: string,
	value: string,
	options: INodePropertyOptions[],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName, name, type: 'options', options, default: value, ...more });

const shownWhere = (field: string, value: string) => ({
	displayOptions: { show: { [field]: [value] } },
});

export const responseTypeField = selection(
	'Response Type',
	'responseType',
	'approval',
	choices(
		['Approval', 'approval', 'The recipient approves or declines with a button'],
		['Free Text', 'freeText', 'The recipient writes an answer'],
	),
);

const approvalFields: INodeProperties[] = [
	selection(
		'Type of Approval',
		'approvalType',
		'single',
		choices(['Approve Only', 'single'], ['Approve and Disapprove', 'double']),
	),
	text('Approve Button Label', 'approveLabel', 'Approve'),
	text(
		'Disapprove Button Label',
		'disapproveLabel',
		'Decline',
		shownWhere('approvalType', 'double'),
	),
];

export const approvalOptionsField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	...shownWhere('responseType', 'approval'),
	options: [{ displayName: 'Values', name: 'values', values: approvalFields }],
};

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
				selection(
					'Limit Type',
					'limitType',
					'afterTimeInterval',
					choices(
						['After Time Interval', 'afterTimeInterval'],
						['At Specified Time', 'atSpecifiedTime'],
					),
				),
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 1,
					...shownWhere('limitType', 'afterTimeInterval'),
				},
				selection(
					'Unit',
					'resumeUnit',
					'hours',
					choices(['Minutes', 'minutes'], ['Hours', 'hours'], ['Days', 'days']),
					shownWhere('limitType', 'afterTimeInterval'),
				),
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					...shownWhere('limitType', 'atSpecifiedTime'),
				},
			],
		},
	],
};

const forFreeText = shownWhere('/responseType', 'freeText');

const pageFields: INodeProperties[] = [
	text('Page Confirmation Text', 'pageConfirmationText', 'Thank you. This answer was recorded:', {
		description: 'Shown above the recorded answer',
	}),
	text(
		'Page Expired Text',
		'pageExpiredText',
		'This question has expired. It can no longer be answered.',
		{ description: "Shown when the time of 'Limit Wait Time' is over" },
	),
	text('Response Form Button Label', 'responseFormButtonLabel', 'Submit', {
		description: 'The button below a free text',
		...forFreeText,
	}),
	text('Response Form Description', 'responseFormDescription', '', {
		description:
			'The question on the page, when it should say more than the SMS. Empty: the message.',
		typeOptions: { rows: 4 },
	}),
	text('Response Form Field Label', 'responseFormFieldLabel', 'Your answer', {
		description: 'The label of the field for a free text',
		...forFreeText,
	}),
	text('Response Form Title', 'responseFormTitle', '', {
		description: "The headline of the page. Empty: the 'Sender ID'.",
	}),
];

/** Options of the page and of the wait. */
export const questionOptions: readonly INodeProperties[] = [limitWaitTime, ...pageFields];

/** What a field has; where it is blank, its default. */
function readWording(reader: Reader, name: string): string {
	const fields = [responseTypeField, ...approvalFields, ...pageFields];
	const field = fields.find((one) => one.name === name.split('.').at(-1));
	const label = field?.displayName ?? 'Sender ID';
	const value = String(reader.field({ name, label, takes: 'text' })(0));
	return value.trim() === '' ? String(field?.default ?? '') : value;
}

function answersOf(read: (name: string) => string): Answers {
	if (read('responseType') === 'freeText') {
		return {
			kind: 'freeText',
			label: read('options.responseFormFieldLabel'),
			submit: read('options.responseFormButtonLabel'),
		};
	}
	const approve = read('approvalOptions.values.approveLabel');
	return read('approvalOptions.values.approvalType') === 'double'
		? { kind: 'approval', approve, decline: read('approvalOptions.values.disapproveLabel') }
		: { kind: 'approval', approve };
}

/**
 * The page behind the link, all but its text where that is the message.
 *
 * @throws ProblemError
 */
export function readQuestion(ctx: IExecuteFunctions, now: number): Question {
	const reader = readerOf(ctx);
	const read = (name: string): string => readWording(reader, name);
	const limit = 'options.limitWaitTime.values';
	const { maxDateAndTime } = reader.raw(limit, {}) as WaitLimit;
	const misplaced = reader.misplaced('Max Date and Time', maxDateAndTime);
	if (misplaced) refuse(misplaced);
	const senderId = read('senderId');
	const timeZone = ctx.getTimezone();
	const deadline = deadlineOf(Object(reader.given(limit, 0)) as WaitLimit, now, timeZone);
	return {
		senderId,
		title: read('options.responseFormTitle') || senderId,
		text: read('options.responseFormDescription'),
		answers: answersOf(read),
		confirmation: read('options.pageConfirmationText'),
		expired: read('options.pageExpiredText'),
		timeZone,
		...(deadline === undefined ? {} : { deadline }),
	};
}
