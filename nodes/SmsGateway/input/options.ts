// Long, because it is one table: each option with its label, default and check.
import { COUNTRIES } from './countries';
import { aBoolean, aNumber, aWholeNumber, collection, oneOf, option } from './setting';

/** How it is sent. Alphabetical by what the editor shows. */
export const OPTIONS = [
	option(
		{
			name: 'batchSize',
			default: 100,
			description: 'Max recipients per request. Lower it if your service refuses long lists.',
		},
		aWholeNumber({ least: 1 }),
	),
	option(
		{
			name: 'concurrency',
			default: 5,
			description: 'Max requests in progress at the same time',
		},
		// Keys in flight take two of the marks that n8n keeps.
		aWholeNumber({ least: 1, most: 10_000 }),
	),
	option(
		{
			name: 'defaultCountry',
			type: 'options',
			// Without an entry for its default, the editor shows the field as wrong until one is chosen.
			options: [{ name: 'None', value: '' }, ...COUNTRIES],
			default: '',
			description:
				'The country of numbers that are written without country code, such as 06 12 34 56 78. An expression returns its two-letter code or its name in English, for each item its own.',
		},
		'perItem',
	),
	option(
		{
			name: 'includeInputFields',
			default: false,
			description: "Whether to add the fields of the input item, under 'input'",
		},
		aBoolean,
	),
	option(
		{
			name: 'output',
			options: [
				{
					name: 'Recipients',
					value: 'recipients',
					description: 'One item per recipient, with its result',
				},
				{
					name: 'Summary',
					value: 'summary',
					description: 'One item with the counts and a sentence; the better choice for AI agents',
				},
			],
			default: 'recipients',
			description: 'What data to return',
		},
		oneOf('recipients', 'summary'),
	),
	option(
		{
			name: 'replaceSpecialCharacters',
			options: [
				{ name: 'Off', value: 'off', description: 'Send the message as it is' },
				{
					name: 'Quotes and Dashes',
					value: 'typographic',
					description: 'Replace curly quotes, dashes, … and the like, if that saves SMS',
				},
				{
					name: 'All',
					value: 'all',
					description: 'Also replace letters such as ç, ê and œ with plain ones, if that saves SMS',
				},
			],
			default: 'off',
			description:
				'Special characters raise the cost: 70 instead of 160 characters per SMS. Digits, signs, links, e-mail addresses and codes are never changed.',
		},
		oneOf('off', 'typographic', 'all'),
	),
	option(
		{
			name: 'requestsPerSecond',
			default: 0,
			description: 'Max requests to start per second. 0 means no limit.',
		},
		aNumber({ least: 0 }),
	),
	option(
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			typeOptions: { minValue: 1 },
			default: 30,
			description:
				"How long to wait for the response to a request; at most 60 with a 'Deduplication Key' or 'Skip Repeats'",
		},
		// Timers hold at most 2^31 ms.
		aNumber({ least: 0.001, most: 86_400 }),
	),
	option(
		{
			name: 'unitsPerSms',
			default: 1,
			description:
				"What one SMS takes from your balance, for 'Check Balance' and 'Preview'. Keep 1 if the balance counts SMS; enter the price of an SMS if it is money.",
		},
		aNumber({ least: 0 }),
	),
	option(
		{
			name: 'uncertain',
			options: [
				{
					name: 'Do Not Resend',
					value: 'doNotResend',
					description: 'Nobody gets the SMS twice. Someone may not get it; the output says who.',
				},
				{
					name: 'Resend',
					value: 'resend',
					description: 'Send again until accepted or out of attempts. Someone may get it twice.',
				},
			],
			default: 'doNotResend',
			description:
				"What to do when it isn't known whether an SMS was sent, for example because the service didn't respond in time",
		},
		oneOf('doNotResend', 'resend'),
	),
] as const;

export const optionsField = collection(OPTIONS, {
	displayName: 'Options',
	name: 'options',
	placeholder: 'Add option',
	default: {},
});
