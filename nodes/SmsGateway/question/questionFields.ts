// Names and values of the fields as n8n's own nodes have them: a workflow can change between them.
import type { INodeProperties, IWebhookDescription } from 'n8n-workflow';
import { aCollection, aField, choices } from '../settings/field';

const shownWhere = (field: string, value: string) => ({
	displayOptions: { show: { [field]: [value] } },
});
const forInterval = shownWhere('limitType', 'afterTimeInterval');
const forFreeText = shownWhere('/responseType', 'freeText');
const forTwoButtons = shownWhere('approvalType', 'double');

export const responseTypeField = aField('Response Type', 'responseType', 'approval', {
	options: choices(
		[
			'Approval',
			'approval',
			"The recipient approves with a button. For two, see 'Approval Options'.",
		],
		['Free Text', 'freeText', 'The recipient writes an answer'],
	),
});

export const approvalFields = {
	type: aField('Type of Approval', 'approvalType', 'single', {
		options: choices(['Approve Only', 'single'], ['Approve and Disapprove', 'double']),
	}),
	approve: aField('Approve Button Label', 'approveLabel', 'Approve'),
	decline: aField('Disapprove Button Label', 'disapproveLabel', 'Decline', forTwoButtons),
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

const limit = {
	values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
};

const limitWaitTime = aField('Limit Wait Time', 'limitWaitTime', limit, {
	description: "How long to wait. Then the execution continues, and 'answered' is false.",
	...groupOf(limitFields),
});

export const pageFields = {
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
		{ description: 'Shown after the limit, until n8n continues, or when a loop has asked again' },
	),
	submit: aField('Response Form Button Label', 'responseFormButtonLabel', 'Submit', {
		description: 'The button below a free text',
		...forFreeText,
	}),
	text: aField('Response Form Description', 'responseFormDescription', '', {
		description: 'The question on the page, if longer than the SMS. Empty: the message.',
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

export const questionOptions = [limitWaitTime, ...Object.values(pageFields)];

/** What n8n's own nodes with this operation declare, so that it routes requests to them while they wait. */
const restart = (httpMethod: 'GET' | 'POST'): IWebhookDescription => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
});

export const ANSWER_WEBHOOKS: IWebhookDescription[] = [restart('GET'), restart('POST')];

export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues when a recipient has answered" : "" }}';
