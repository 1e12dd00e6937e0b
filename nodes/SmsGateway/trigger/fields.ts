import type { INodeProperties } from 'n8n-workflow';

const shownFor = (event: string) => ({ show: { event: [event] } });

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Balance Changes',
				value: 'balanceChanges',
				description: 'The balance has gone up or down',
			},
			{
				name: 'Balance Falls Below',
				value: 'balanceBelow',
				description:
					'The balance has fallen below a threshold; once, and again only after it has recovered',
			},
		],
		default: 'balanceBelow',
		description: 'When to start the workflow',
	},
	{
		displayName: 'Threshold',
		name: 'threshold',
		type: 'number',
		default: 100,
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: shownFor('balanceBelow'),
		description: 'Start the workflow when the balance is below this',
	},
	{
		displayName: 'Minimum Change',
		name: 'minimumChange',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: shownFor('balanceBelow'),
		options: [
			{
				displayName: 'Start if Already Low',
				name: 'fireOnActivation',
				type: 'boolean',
				default: false,
				description:
					'Whether to start the workflow if the balance is already low at the first check',
			},
			{
				displayName: 'Reminder Every (Hours)',
				name: 'reminderHours',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Start the workflow again each time the balance has stayed low for this many hours. 0 means no reminder.',
			},
		],
	},
];
