// Names and values of the fields as n8n's own nodes have them: a workflow can change between them.
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import {
	deadlineOf,
	type Answers,
	type Question,
	type WaitLimit,
} from '../domain/question/question';
import { aCollection, aField, choices } from './field';
import { fieldOf } from './fieldValue';
import { readerOf, type Reader } from './reader';

const shownWhere = (field: string, value: string) => ({
	displayOptions: { show: { [field]: [value] } },
});

export const responseTypeField = aField('Response Type', 'responseType', 'approval', {
	options: choices(
		['Approval', 'approval', 'The recipient approves or declines with a button'],
		['Free Text', 'freeText', 'The recipient writes an answer'],
	),
});

const approvalFields = [
	aField('Type of Approval', 'approvalType', 'single', {
		options: choices(['Approve Only', 'single'], ['Approve and Disapprove', 'double']),
	}),
	aField('Approve Button Label', 'approveLabel', 'Approve'),
	aField('Disapprove Button Label', 'disapproveLabel', 'Decline', {
		...shownWhere('approvalType', 'double'),
	}),
];

export const approvalOptionsField = aCollection('Approval Options', 'approvalOptions', {
	type: 'fixedCollection',
	placeholder: 'Add option',
	...shownWhere('responseType', 'approval'),
	options: [{ displayName: 'Values', name: 'values', values: approvalFields }],
});

const forInterval = shownWhere('limitType', 'afterTimeInterval');

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
				aField('Limit Type', 'limitType', 'afterTimeInterval', {
					options: choices(
						['After Time Interval', 'afterTimeInterval'],
						['At Specified Time', 'atSpecifiedTime'],
					),
				}),
				aField('Amount', 'resumeAmount', 1, { typeOptions: { minValue: 0 }, ...forInterval }),
				aField('Unit', 'resumeUnit', 'hours', {
					options: choices(['Minutes', 'minutes'], ['Hours', 'hours'], ['Days', 'days']),
					...forInterval,
				}),
				aField('Max Date and Time', 'maxDateAndTime', '', {
					type: 'dateTime',
					...shownWhere('limitType', 'atSpecifiedTime'),
				}),
			],
		},
	],
};

const forFreeText = shownWhere('/responseType', 'freeText');

const pageFields: INodeProperties[] = [
	aField('Page Confirmation Text', 'pageConfirmationText', 'Thank you. This answer was recorded:', {
		description: 'Shown above the recorded answer',
	}),
	aField(
		'Page Expired Text',
		'pageExpiredText',
		'This question has expired. It can no longer be answered.',
		{ description: "Shown when the time of 'Limit Wait Time' is over" },
	),
	aField('Response Form Button Label', 'responseFormButtonLabel', 'Submit', {
		description: 'The button below a free text',
		...forFreeText,
	}),
	aField('Response Form Description', 'responseFormDescription', '', {
		description:
			'The question on the page, when it should say more than the SMS. Empty: the message.',
		typeOptions: { rows: 4 },
	}),
	aField('Response Form Field Label', 'responseFormFieldLabel', 'Your answer', {
		description: 'The label of the field for a free text',
		...forFreeText,
	}),
	aField('Response Form Title', 'responseFormTitle', '', {
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
	const value = String(fieldOf(reader, { name, label, takes: 'text' })(0));
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
