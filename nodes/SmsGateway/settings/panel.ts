// Long, because it is one table: each setting with its label, its words, its default and its check.
import type { INodeProperties } from 'n8n-workflow';
import { SETTINGS } from '../domain/settings';
import { aBoolean, aNumber, aWholeNumber, oneOf, someCountries, someRecipients } from './checks';
import type { Check } from './checks';
import { COUNTRIES } from './countries';
import { aCollection, aField, choices, forBuilder, LENGTH } from './field';
import { aSendWindow, sendWindowFields } from './sendWindow';

export type SettingName = keyof typeof SETTINGS;

export type SettingRow = Partial<INodeProperties> &
	Pick<INodeProperties, 'default'> & {
		/** None where it is read for every item, by what needs it. */
		check?: Check<unknown>;
		/** It lists recipients: one that is only a part of the list, or cannot be read, is refused. */
		isList?: true;
		/** Whether a value of it needs a time zone: by that of n8n itself it would be sent in the night, or too late. */
		needsZone?(value: unknown): boolean;
		/** It is about one SMS, so a model may fill it in: the other safeguards are the owner's. */
		perSms?: true;
	};

export type Rows = Partial<Record<SettingName, SettingRow>>;

/** @param builder what n8n's AI builder reads of it */
const aSetting = <Row extends SettingRow>(description: string, row: Row, builder?: string) => ({
	description,
	...row,
	...(builder && forBuilder(builder)),
});

const SOME_NUMBERS = 'e.g. +229 01 97 00 12 34, +33 6 12 34 56 78';

export const SAFEGUARDS = {
	allowedCountries: aSetting(
		'Never send to numbers of other countries. An expression returns two-letter codes, such as BJ.',
		{ type: 'multiOptions', options: COUNTRIES, default: [], check: someCountries },
	),
	allowedRecipients: aSetting(
		'Only ever send to these numbers: a list separated by commas, or an array (expression). Others are skipped.',
		{ default: '', placeholder: SOME_NUMBERS, check: someRecipients, isList: true },
	),
	checkBalance: aSetting(
		"Whether to read the balance first, and send to nobody if it is too low. If your balance is money, also add 'Price of One SMS'.",
		{ default: true, check: aBoolean },
	),
	deduplicationKey: aSetting(
		'A unique ID, such as an order number (drag its column here) or the name of a campaign. Kept for the last 40,000 SMS of this node.',
		{
			default: '',
			placeholder: 'e.g. spring-sale-2026',
			hint: 'One SMS per recipient and key, whatever its text. Each node remembers its own.',
			perSms: true,
		},
		'An expression per item that names the occasion, such as {{ $json.orderId }} or a campaign with a date. Never a constant for all time, never a random value.',
	),
	doNotSendAfter: aSetting(
		'From this date and time on, the SMS is not sent, also in a retry. Read for every item.',
		{ type: 'dateTime', default: '', perSms: true },
	),
	excludedRecipients: aSetting(
		'Never send to these numbers, such as people who opted out: a list separated by commas, or an array (expression). Those of every item are excluded for all.',
		{ default: '', placeholder: SOME_NUMBERS, isList: true },
	),
	maxSms: aSetting(
		'Send nothing if this execution would need more SMS, over all turns of a loop and all calls by an AI agent. Enter 1 or more.',
		{ default: 0, check: aWholeNumber({ least: 1 }) },
	),
	maxSmsPerDay: aSetting(
		"Never send more SMS per day with this node, over all executions. A day ends at midnight in the workflow's time zone. Enter 1 or more.",
		{ default: 0, check: aWholeNumber({ least: 1, most: 10_000_000 }), needsZone: () => true },
		'A budget: protects against loops, webhooks and agents that send without end. Set it in every workflow that others can start.',
	),
	sendWindow: aSetting(
		"When to send, in the workflow's time zone. Outside of it the SMS is not sent, and 'sendAt' in the output says when the window opens next.",
		{
			type: 'fixedCollection',
			default: { window: {} },
			options: [{ displayName: 'Window', name: 'window', values: sendWindowFields }],
			check: aSendWindow,
			needsZone: () => true,
		},
		"For reminders and campaigns. Items outside it have the reason 'outsideWindow' and 'sendAt': set On Error to Continue, wait until then and send them again.",
	),
	skipRepeats: aSetting(
		"Never send the same SMS again, however often the workflow is executed or a list is imported. Where an item has a 'Deduplication Key', only that counts.",
		{
			options: choices(
				['Any SMS, Same Day', 'anySameDay', 'One SMS per recipient and day, whatever its text'],
				['Ever', 'ever', 'As long as it is remembered: for the last 40,000 SMS of this node'],
				['Same Day', 'sameDay', "Until midnight in the workflow's time zone"],
			),
			default: 'sameDay',
			hint: "The same: sender, text and recipient; with 'Any SMS' the recipient. Remembered per node.",
			check: oneOf('anySameDay', 'sameDay', 'ever', 'off'),
			needsZone: (value) => value !== 'ever' && value !== 'off',
		},
		"For campaigns and announcements: protects against pressing Execute twice. For orders and other occasions that have an ID use 'deduplicationKey'.",
	),
	testRecipients: aSetting(
		"Your own number. In executions started by hand nobody else gets SMS. If it isn't in your list, it gets the SMS of the first valid item as a sample.",
		{ default: '', placeholder: 'e.g. +229 01 97 00 12 34', check: someRecipients, isList: true },
		"The user's own number, so that trying the workflow sends to nobody else",
	),
} as const satisfies Rows;

export const OPTIONS = {
	batchSize: aSetting('Max recipients per request. Lower it if your service refuses long lists.', {
		default: 100,
		check: aWholeNumber({ least: 1 }),
	}),
	concurrency: aSetting('Max requests in progress at the same time', {
		default: 5,
		// Keys in flight take two of the marks that n8n keeps.
		check: aWholeNumber({ least: 1, most: 10_000 }),
	}),
	defaultCountry: aSetting(
		'The country of numbers without country code, such as 06 12 34 56 78. An expression returns, for each item, its two-letter code or English name.',
		// Without an entry for its default, the editor shows the field as wrong until one is chosen.
		{ default: '', options: [{ name: 'None', value: '' }, ...COUNTRIES] },
	),
	includeInputFields: aSetting(
		"Whether to add the fields of the input item, under 'input'. Not to a summary.",
		{ default: false, check: aBoolean },
	),
	output: aSetting('What data to return. Send and Wait for Response always returns one item.', {
		options: choices(
			['Recipients', 'recipients', 'One item per recipient, with its result'],
			['Summary', 'summary', 'One item with the counts and a sentence: best for AI agents'],
		),
		default: 'recipients',
		check: oneOf('recipients', 'summary'),
	}),
	replaceSpecialCharacters: aSetting(
		'Special characters raise the cost: 70 instead of 160 characters per SMS. Digits, signs, links, e-mail addresses and codes are never changed.',
		{
			options: choices(
				['Off', 'off', 'Send the message as it is'],
				['Quotes and Dashes', 'typographic', 'Replace ’, – and the like, if that saves SMS'],
				['All', 'all', 'Also replace letters such as ç, ê and œ, if that saves SMS'],
			),
			default: 'off',
			check: oneOf('off', 'typographic', 'all'),
		},
	),
	requestsPerSecond: aSetting('Max requests to start per second. 0 means no limit.', {
		default: 0,
		check: aNumber({ least: 0 }),
	}),
	timeout: aSetting('How long to wait for the response to a request', {
		default: 30,
		// Timers hold at most 2^31 ms.
		check: aNumber({ least: 0.001, most: 86_400 }),
	}),
	uncertain: aSetting(
		"What to do when it isn't known whether an SMS was sent, for example because the service didn't respond in time",
		{
			options: choices(
				['Do Not Resend', 'doNotResend', 'Nobody gets it twice. Someone may not get it.'],
				['Resend', 'resend', 'Send up to three times. Someone may get it three times.'],
			),
			default: 'doNotResend',
			check: oneOf('doNotResend', 'resend'),
		},
	),
	unitsPerSms: aSetting(
		"What one SMS takes from your balance, for 'Check Balance' and 'Preview'. Keep 1 if the balance counts SMS; enter the price if it is money.",
		// Free of charge, every balance would suffice.
		{ typeOptions: { minValue: 0 }, default: 1, check: aNumber({ least: 0.0001 }) },
	),
} as const satisfies Rows;

/** What a label has behind the name: a unit, or the only operation where it does anything. */
const BEHIND: Record<string, string> = { timeout: ' (Seconds)', batchSize: ' (Bulk Send)' };

function panelField([name, row]: [name: string, SettingRow]): INodeProperties {
	const label = SETTINGS[name as SettingName].replace(/^.+ > /, '');
	const shown = { ...row };
	for (const ours of ['check', 'isList', 'needsZone', 'perSms'] as const) delete shown[ours];
	// A default of 0 stays: it is no limit, or asks to be filled in.
	if (typeof row.default === 'number') {
		shown.typeOptions ??= { minValue: Math.min(row.default, 1) };
	}
	return aField(`${label}${BEHIND[name] ?? ''}`, name, row.default, shown);
}

/** Alphabetical, as n8n's lint wants it, and as people look for it. */
const panelFields = (rows: Rows, also: readonly INodeProperties[] = []): INodeProperties[] =>
	[...Object.entries(rows).map(panelField), ...also, LENGTH]
		// Not localeCompare: its first use loads the rules of all languages, 7 ms at n8n's start.
		.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));

export const safeguardsField = aCollection('Safeguards', 'safeguards', {
	placeholder: 'Add safeguard',
	description: 'Limits on who gets an SMS, when, and at what cost',
	options: panelFields(SAFEGUARDS),
});

export const optionsField = (rows: Rows, also?: readonly INodeProperties[]) =>
	aCollection('Options', 'options', {
		placeholder: 'Add option',
		options: panelFields(rows, also),
	});
