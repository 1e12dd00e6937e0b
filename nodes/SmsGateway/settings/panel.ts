// Long, because it is one table: each setting with its label, its words, its default and its check.
import type { INodeProperties } from 'n8n-workflow';
import { SETTINGS } from '../domain/settings';
import {
	aBoolean,
	aNumber,
	aWholeNumber,
	oneOf,
	someCountries,
	someRecipients,
	type Check,
} from './checks';
import { COUNTRIES } from './countries';
import { aCollection, aField, choices, forBuilder, LENGTH } from './field';
import { aSendWindow, sendWindowFields } from './sendWindow';

type SettingName = keyof typeof SETTINGS;

/** What the panel shows of a setting, beside its label in `SETTINGS`, and what it may hold. */
export type SettingRow = Readonly<
	Partial<Omit<INodeProperties, 'name' | 'displayName'>> & {
		default: INodeProperties['default'];
		description: string;
		/** None where it is read for every item, by what needs it. */
		check?: Check<unknown>;
	}
>;

type Rows = Partial<Record<SettingName, SettingRow>>;

const SOME_NUMBERS = 'e.g. +229 01 97 00 12 34, +33 6 12 34 56 78';

export const SAFEGUARDS = {
	allowedCountries: {
		type: 'multiOptions',
		options: COUNTRIES,
		default: [],
		description:
			'Never send to numbers of other countries. An expression returns two-letter codes, such as BJ.',
		check: someCountries,
	},
	allowedRecipients: {
		default: '',
		placeholder: SOME_NUMBERS,
		description:
			'Only ever send to these numbers: a list separated by commas, or an array (expression). Others are skipped.',
		check: someRecipients,
	},
	checkBalance: {
		default: true,
		description:
			"Whether to read the balance first, and send to nobody if it is too low. If your balance is money, also add 'Price of One SMS'.",
		check: aBoolean,
	},
	deduplicationKey: {
		default: '',
		placeholder: 'e.g. spring-sale-2026',
		description:
			'A unique ID, such as an order number (drag its column here) or the name of a campaign. Kept for the last 40,000 SMS of this node.',
		hint: 'The same occasion: one SMS per recipient and key, whatever its text. Keys are per node.',
		...forBuilder(
			'An expression per item that names the occasion, such as {{ $json.orderId }} or a campaign with a date. Never a constant for all time, never a random value.',
		),
	},
	doNotSendAfter: {
		type: 'dateTime',
		default: '',
		description:
			'From this date and time on, the SMS is not sent, also in a retry. Read for every item.',
	},
	excludedRecipients: {
		default: '',
		placeholder: SOME_NUMBERS,
		description:
			'Never send to these numbers, such as people who opted out: a list separated by commas, or an array (expression). Those of every item are excluded for all.',
	},
	maxSms: {
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Send nothing if this execution would need more SMS, over all turns of a loop and all calls by an AI agent',
		check: aWholeNumber({ least: 1 }),
	},
	maxSmsPerDay: {
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			"Never send more SMS per day with this node, over all executions. A day ends at midnight in the workflow's time zone.",
		...forBuilder(
			'A budget: protects against loops, webhooks and agents that send without end. Set it in every workflow that others can start.',
		),
		check: aWholeNumber({ least: 1, most: 10_000_000 }),
	},
	sendWindow: {
		type: 'fixedCollection',
		default: { window: {} },
		description:
			"When to send, in the workflow's time zone. Outside of it the SMS is not sent, and 'sendAt' in the output says when the window opens next.",
		...forBuilder(
			"For reminders and campaigns. Items outside it have the reason 'outsideWindow' and 'sendAt': set On Error to Continue, wait until then and send them again.",
		),
		options: [{ displayName: 'Window', name: 'window', values: sendWindowFields }],
		check: aSendWindow,
	},
	skipRepeats: {
		options: choices(
			['Any SMS, Same Day', 'anySameDay', 'One SMS per recipient and day, whatever its text'],
			['Ever', 'ever', 'As long as it is remembered: for the last 40,000 SMS of this node'],
			['Same Day', 'sameDay', "Until midnight in the workflow's time zone"],
		),
		default: 'sameDay',
		description:
			"Never send the same SMS again, however often the workflow is executed or a list is imported. Where an item has a 'Deduplication Key', that decides instead.",
		hint: 'The same SMS: one per sender, text and recipient. Remembered per node.',
		...forBuilder(
			"For campaigns and announcements: protects against pressing Execute twice. For orders and other occasions that have an ID use 'deduplicationKey'.",
		),
		check: oneOf('anySameDay', 'sameDay', 'ever', 'off'),
	},
	testRecipients: {
		default: '',
		placeholder: 'e.g. +229 01 97 00 12 34',
		description:
			"Your own number. In executions started by hand nobody else gets SMS. If it isn't in your list, it gets the SMS of the first item as a sample.",
		...forBuilder("The user's own number, so that trying the workflow sends to nobody else"),
		check: someRecipients,
	},
} as const satisfies Rows;

export const OPTIONS = {
	batchSize: {
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'Max recipients per request. Lower it if your service refuses long lists.',
		check: aWholeNumber({ least: 1 }),
	},
	concurrency: {
		typeOptions: { minValue: 1 },
		default: 5,
		description: 'Max requests in progress at the same time',
		// Keys in flight take two of the marks that n8n keeps.
		check: aWholeNumber({ least: 1, most: 10_000 }),
	},
	defaultCountry: {
		// Without an entry for its default, the editor shows the field as wrong until one is chosen.
		options: [{ name: 'None', value: '' }, ...COUNTRIES],
		default: '',
		description:
			'The country of numbers without country code, such as 06 12 34 56 78. An expression returns, for each item, its two-letter code or English name.',
	},
	includeInputFields: {
		default: false,
		description: "Whether to add the fields of the input item, under 'input'",
		check: aBoolean,
	},
	output: {
		options: choices(
			['Recipients', 'recipients', 'One item per recipient, with its result'],
			['Summary', 'summary', 'One item with the counts and a sentence: best for AI agents'],
		),
		default: 'recipients',
		description: 'What data to return. Send and Wait for Response always returns one item.',
		check: oneOf('recipients', 'summary'),
	},
	replaceSpecialCharacters: {
		options: choices(
			['Off', 'off', 'Send the message as it is'],
			[
				'Quotes and Dashes',
				'typographic',
				'Replace curly quotes, dashes, … and the like, if that saves SMS',
			],
			['All', 'all', 'Also replace letters such as ç, ê and œ with plain ones, if that saves SMS'],
		),
		default: 'off',
		description:
			'Special characters raise the cost: 70 instead of 160 characters per SMS. Digits, signs, links, e-mail addresses and codes are never changed.',
		check: oneOf('off', 'typographic', 'all'),
	},
	requestsPerSecond: {
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Max requests to start per second. 0 means no limit.',
		check: aNumber({ least: 0 }),
	},
	timeout: {
		typeOptions: { minValue: 1 },
		default: 30,
		description: 'How long to wait for the response to a request',
		// Timers hold at most 2^31 ms.
		check: aNumber({ least: 0.001, most: 86_400 }),
	},
	uncertain: {
		options: choices(
			[
				'Do Not Resend',
				'doNotResend',
				'Nobody gets the SMS twice. Someone may not get it; the output says who.',
			],
			[
				'Resend',
				'resend',
				'Send again until accepted, up to three times. Someone may get it twice.',
			],
		),
		default: 'doNotResend',
		description:
			"What to do when it isn't known whether an SMS was sent, for example because the service didn't respond in time",
		check: oneOf('doNotResend', 'resend'),
	},
	unitsPerSms: {
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			"What one SMS takes from your balance, for 'Check Balance' and 'Preview'. Keep 1 if the balance counts SMS; enter the price if it is money.",
		// Free of charge, every balance would suffice.
		check: aNumber({ least: 0.0001 }),
	},
} as const satisfies Rows;

/** What a label has behind the name: a unit, or the operations where it does anything. */
const BEHIND: Readonly<Partial<Record<SettingName, string>>> = {
	timeout: ' (Seconds)',
	batchSize: ' (Bulk Send)',
	concurrency: ' (Send, Bulk Send)',
	requestsPerSecond: ' (Send, Bulk Send)',
};

function panelField(name: SettingName, row: SettingRow): INodeProperties {
	const label = SETTINGS[name].replace(/^.+ > /, '');
	const shown: Partial<INodeProperties> & { check?: unknown } = { ...row };
	delete shown.check;
	return aField(`${label}${BEHIND[name] ?? ''}`, name, row.default, shown);
}

/** Alphabetical, as n8n's lint wants it, and as people look for it. */
const panelFields = (rows: Rows, also: readonly INodeProperties[] = []): INodeProperties[] =>
	[
		...Object.entries(rows).map(([name, row]) => panelField(name as SettingName, row)),
		...also,
		LENGTH,
	]
		// Not localeCompare: its first use loads the rules of all languages, 7 ms at n8n's start.
		.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));

export const safeguardsField = aCollection('Safeguards', 'safeguards', {
	placeholder: 'Add safeguard',
	description: 'Limits on who gets an SMS, when, and at what cost',
	options: panelFields(SAFEGUARDS),
});

/** @param also what an operation reads itself */
export const optionsField = (rows: Rows = OPTIONS, also?: readonly INodeProperties[]) =>
	aCollection('Options', 'options', {
		placeholder: 'Add option',
		options: panelFields(rows, also),
	});
