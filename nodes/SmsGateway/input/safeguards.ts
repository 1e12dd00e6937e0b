// Long, because it is one table: each safeguard with its label, default and check.
import { COUNTRIES } from './countries';
import { aSendWindow, sendWindowFields } from './sendWindow';
import {
	aBoolean,
	aListOf,
	aWholeNumber,
	collection,
	oneOf,
	safeguard,
	someRecipients,
} from './setting';

/** Who may get an SMS at all. Alphabetical by what the editor shows. */
export const SAFEGUARDS = [
	safeguard(
		{
			name: 'allowedCountries',
			type: 'multiOptions',
			options: COUNTRIES,
			default: [],
			description:
				'Never send to numbers of other countries. An expression returns two-letter codes, such as BJ.',
		},
		aListOf(/^[A-Z]{2}$/, 'two-letter country codes, such as FR'),
		{ absent: undefined, fill: 'Choose a country' },
	),
	safeguard(
		{
			name: 'allowedRecipients',
			default: '',
			placeholder: 'e.g. +229 01 97 00 12 34, +33 6 12 34 56 78',
			description:
				'Only ever send to these numbers: a list separated by commas, or an array (expression). Others are skipped.',
		},
		someRecipients,
		{ absent: undefined, fill: 'Enter a number' },
	),
	safeguard(
		{
			name: 'checkBalance',
			default: true,
			description:
				"Whether to read the balance first, and send to nobody if it is too low. In a loop, each turn is judged by itself. If your balance is money, add 'Price of One SMS' too.",
		},
		aBoolean,
		{ absent: false, fill: 'Turn it on' },
	),
	safeguard(
		{
			name: 'deduplicationKey',
			default: '',
			placeholder: 'e.g. spring-sale-2026',
			description:
				'What the SMS is about, such as an order number (drag its column here) or the name of a campaign. A recipient gets at most one SMS per key, also when the workflow runs again or n8n crashes. Kept for the last 40,000 SMS of this node.',
			builderHint: {
				propertyHint:
					'An expression per item that names the occasion, such as {{ $json.orderId }} or a campaign with a date. Never a constant for all time, never a random value.',
			},
		},
		'perItem',
		{ absent: undefined, fill: 'Enter a key' },
	),
	safeguard(
		{
			name: 'doNotSendAfter',
			type: 'dateTime',
			default: '',
			description:
				'From this date and time on, the SMS is not sent, also in a retry. Read for every item.',
		},
		'perItem',
		{ absent: undefined, fill: 'Enter a date and time' },
	),
	safeguard(
		{
			name: 'excludedRecipients',
			default: '',
			placeholder: 'e.g. +229 01 97 00 12 34, +33 6 12 34 56 78',
			description:
				'Never send to these numbers, such as people who opted out: a list separated by commas, or an array (expression). Any spelling matches. An expression is evaluated for every item; what it returns for one is excluded for all.',
		},
		'perItem',
		{ absent: undefined, fill: 'Enter a number' },
	),
	safeguard(
		{
			name: 'maxSms',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Send nothing where this execution would need more SMS: over all turns of a loop, and all calls by an AI agent',
		},
		aWholeNumber({ least: 1 }),
		{ absent: Infinity, fill: 'Enter a number' },
	),
	safeguard(
		{
			name: 'maxSmsPerDay',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				"Never send more SMS than this per day with this node, over all executions, loops and calls by AI agents. A day ends at midnight in the workflow's time zone.",
			builderHint: {
				propertyHint:
					'A budget: protects against loops, webhooks and agents that send without end. Set it in every workflow that others can start.',
			},
		},
		aWholeNumber({ least: 1, most: 10_000_000 }),
		{ absent: Infinity, fill: 'Enter a number' },
	),
	safeguard(
		{
			name: 'sendWindow',
			type: 'fixedCollection',
			default: { window: {} },
			description:
				"When to send. Outside of it the SMS is not sent, and 'sendAt' in the output says when the window opens next.",
			builderHint: {
				propertyHint:
					"For reminders and campaigns. Items outside it have the reason 'outsideWindow' and 'sendAt': set On Error to Continue, wait until then and send them again.",
			},
			options: [{ displayName: 'Window', name: 'window', values: sendWindowFields }],
		},
		aSendWindow,
		{ absent: undefined, fill: 'Set its times' },
	),
	safeguard(
		{
			name: 'skipRepeats',
			options: [
				{
					name: 'Ever',
					value: 'ever',
					description: 'As long as it is remembered: for the last 40,000 SMS of this node',
				},
				{
					name: 'Same Day',
					value: 'sameDay',
					description: "Until midnight in the workflow's time zone",
				},
			],
			default: 'sameDay',
			description:
				"Never send the same SMS (sender, message, recipient) again, however often the workflow is executed or a list is imported. Where an item has a 'Deduplication Key', that decides instead.",
			builderHint: {
				propertyHint:
					"For campaigns and announcements: protects against pressing Execute twice. For orders and other occasions that have an ID use 'deduplicationKey'.",
			},
		},
		oneOf('sameDay', 'ever', 'off'),
		{ absent: 'off', fill: 'Choose one' },
	),
	safeguard(
		{
			name: 'testRecipients',
			default: '',
			placeholder: 'e.g. +229 01 97 00 12 34',
			description:
				"Your own number: when you start the workflow by hand, it alone gets SMS, and all others are skipped. If it isn't in your list, it gets the SMS of the first item as a sample. The published workflow sends to everyone.",
			builderHint: {
				propertyHint: "The user's own number, so that trying the workflow sends to nobody else",
			},
		},
		someRecipients,
		{ absent: undefined, fill: 'Enter your number' },
	),
] as const;

export const safeguardsField = collection(SAFEGUARDS, {
	displayName: 'Safeguards',
	name: 'safeguards',
	placeholder: 'Add safeguard',
	default: {},
	description: 'Limits on who gets an SMS, when, and at what cost',
});
