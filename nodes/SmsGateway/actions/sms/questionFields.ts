import type { INodeProperties } from 'n8n-workflow';
import { WORDS } from '../../domain/question/question';
import { limitWaitTime } from './limitWaitTime';

// Names and values as n8n's own nodes have them: a workflow can change between them.

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
			values: [
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
			],
		},
	],
};

const text = (displayName: string, name: string, value: string, description: string) =>
	({ displayName, name, type: 'string', default: value, description }) as const;

/** Options of the page and of the wait. */
export const questionOptions: INodeProperties[] = [
	limitWaitTime,
	text(
		'Page Confirmation Text',
		'pageConfirmationText',
		WORDS.confirmation,
		'Shown above the recorded answer',
	),
	text(
		'Page Expired Text',
		'pageExpiredText',
		WORDS.expired,
		"Shown when the time of 'Limit Wait Time' is over",
	),
	{
		...text(
			'Page Language',
			'pageLanguage',
			'en',
			'Language code of the page, for screen readers and dates',
		),
		placeholder: 'e.g. fr',
	},
	{
		...text(
			'Response Form Button Label',
			'responseFormButtonLabel',
			WORDS.submit,
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
			WORDS.label,
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
