// Names and values of the fields as n8n's own nodes have them: a workflow can change between them.
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { deadlineOf, type Question, type WaitLimit } from './question';
import { isBlankText } from '../domain/text/blank';
import { aCollection, aField, choices } from '../settings/field';
import { readerOf, type Reader } from '../expressions/reader';

const shownWhere = (field: string, value: string) => ({
	displayOptions: { show: { [field]: [value] } },
});

export const responseTypeField = aField('Response Type', 'responseType', 'approval', {
	options: choices(
		['Approval', 'approval', 'The recipient approves or declines with a button'],
		['Free Text', 'freeText', 'The recipient writes an answer'],
	),
});

const approvalFields = {
	type: aField('Type of Approval', 'approvalType', 'single', {
		options: choices(['Approve Only', 'single'], ['Approve and Disapprove', 'double']),
	}),
	approve: aField('Approve Button Label', 'approveLabel', 'Approve'),
	decline: aField('Disapprove Button Label', 'disapproveLabel', 'Decline', {
		...shownWhere('approvalType', 'double'),
	}),
};

/** As n8n's own nodes save the fields of a group, and read them. */
const groupOf = (values: INodeProperties[]): Partial<INodeProperties> => ({
	type: 'fixedCollection',
	options: [{ displayName: 'Values', name: 'values', values }],
});

export const approvalOptionsField = aCollection('Approval Options', 'approvalOptions', {
	placeholder: 'Add option',
	...shownWhere('responseType', 'approval'),
	...groupOf(Object.values(approvalFields)),
});

const forInterval = shownWhere('limitType', 'afterTimeInterval');

const limitFields = [
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
];

const usualLimit = { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' };

const limitWaitTime = aField(
	'Limit Wait Time',
	'limitWaitTime',
	{ values: usualLimit },
	{
		description:
			"How long to wait for the response. Afterwards the execution continues without one: 'answered' is false.",
		...groupOf(limitFields),
	},
);

const forFreeText = shownWhere('/responseType', 'freeText');

const pageFields = {
	confirmation: aField(
		'Page Confirmation Text',
		'pageConfirmationText',
		'Thank you. This answer was recorded:',
		{ description: 'Shown above the recorded answer' },
	),
	expired: aField(
		'Page Expired Text',
		'pageExpiredText',
		'This question has expired. It can no longer be answered.',
		{
			description:
				'Shown when a loop has asked again, or until n8n continues after the limit. Once this node no longer waits, n8n shows a page of its own.',
		},
	),
	submit: aField('Response Form Button Label', 'responseFormButtonLabel', 'Submit', {
		description: 'The button below a free text',
		...forFreeText,
	}),
	text: aField('Response Form Description', 'responseFormDescription', '', {
		description:
			'The question on the page, when it should say more than the SMS. Empty: the message.',
		typeOptions: { rows: 4 },
	}),
	label: aField('Response Form Field Label', 'responseFormFieldLabel', 'Your answer', {
		description: 'The label of the field for a free text',
		...forFreeText,
	}),
	title: aField('Response Form Title', 'responseFormTitle', '', {
		description: "The headline of the page. Empty: the 'Sender ID'.",
	}),
};

/** Options of the page and of the wait. */
export const questionOptions = [limitWaitTime, ...Object.values(pageFields)];

/** What fields have; where one is blank, its default. */
function wordsOf<Names extends string>(
	reader: Reader,
	list: string,
	fields: Readonly<Record<Names, INodeProperties>>,
): Record<Names, string> {
	const words = Object.entries<INodeProperties>(fields).map(([key, field]) => {
		const { name, displayName: label } = field;
		const value = String(reader.field({ name: `${list}${name}`, label, takes: 'text' })(0));
		return [key, isBlankText(value) ? field.default : value];
	});
	return Object.fromEntries(words) as Record<Names, string>;
}

/**
 * The page behind the link, all but its text where that is the message.
 *
 * @throws RefusedError
 */
export function readQuestion(ctx: IExecuteFunctions, now: number): Question {
	const reader = readerOf(ctx);
	const limit = 'options.limitWaitTime.values';
	const { maxDateAndTime } = reader.raw(limit, {}) as WaitLimit;
	const misplaced = reader.misplaced('Max Date and Time', maxDateAndTime);
	if (misplaced) refuse(misplaced);
	const { senderId, kind } = wordsOf(reader, '', {
		senderId: aField('Sender ID', 'senderId', ''),
		kind: responseTypeField,
	});
	const { type, approve, decline } = wordsOf(reader, 'approvalOptions.values.', approvalFields);
	const { label, submit, title, ...words } = wordsOf(reader, 'options.', pageFields);
	const timeZone = ctx.getTimezone();
	const deadline = deadlineOf(Object(reader.given(limit, 0)) as WaitLimit, now, timeZone);
	const approval = { kind: 'approval', approve, ...(type === 'double' && { decline }) } as const;
	const answers = kind === 'freeText' ? ({ kind, label, submit } as const) : approval;
	return { senderId, title: title || senderId, ...words, answers, timeZone, deadline };
}
