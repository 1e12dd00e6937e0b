// Long, because it is data. Names and values as n8n's own nodes have them: a workflow can change
// between them.
import type { INodeProperties } from 'n8n-workflow';
import { ENGLISH, LANGUAGES } from '../domain/question/words';

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

export const approvalFields: INodeProperties[] = [
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

const text = (displayName: string, name: string, value: string, description: string) =>
	({ displayName, name, type: 'string', default: value, description }) as const;

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
					typeOptions: { minValue: 0, numberPrecision: 2 },
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
	{
		...text(
			'Page Language',
			'pageLanguage',
			'en',
			`Language code of the page, for dates and screen readers. In these, its own words are translated too: ${LANGUAGES.join(', ')}. Check them with someone who speaks the language.`,
		),
		placeholder: 'e.g. fr',
	},
	{
		...text(
			'Response Form Button Label',
			'responseFormButtonLabel',
			ENGLISH.submit,
			'The button below a free text',
		),
		displayOptions: { show: { '/responseType': ['freeText'] } },
	},
	{
		...text(
			'Response Form Description',
			'responseFormDescription',
			'',
			'The question on the page, when it should say more than the SMS. Empty: the message.',
		),
		typeOptions: { rows: 4 },
	},
	{
		...text(
			'Response Form Field Label',
			'responseFormFieldLabel',
			ENGLISH.label,
			'The label of the field for a free text',
		),
		displayOptions: { show: { '/responseType': ['freeText'] } },
	},
	text(
		'Response Form Title',
		'responseFormTitle',
		'',
		"The headline of the page. Empty: the 'Sender ID'.",
	),
];
