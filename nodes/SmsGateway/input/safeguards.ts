import { aBoolean, aNumber, anything, aWholeNumber, collection, setting } from './setting';

/** Who may get an SMS at all. Alphabetical by what the editor shows. */
export const SAFEGUARDS = [
	setting(
		{
			displayName: 'Check Balance',
			name: 'checkBalance',
			type: 'boolean',
			default: false,
			description:
				'Whether to read the balance first and send nothing at all if the balance is too low',
		},
		aBoolean,
	),
	setting(
		{
			displayName: 'Deduplication Key',
			name: 'deduplicationKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.orderId }}',
			description:
				'A unique ID, such as an order number. A recipient gets at most one SMS per key, also when the workflow runs again or n8n crashes. Kept for the last 50,000 SMS of this node.',
		},
		'perItem',
	),
	setting(
		{
			displayName: 'Excluded Recipients',
			name: 'excludedRecipients',
			type: 'string',
			default: '',
			placeholder: 'e.g. +229 01 97 00 00 00, +33 6 12 34 56 78',
			description:
				'Numbers to never send to, such as people who opted out: a list separated by commas, or an array (expression). Any spelling matches.',
		},
		anything,
	),
	setting(
		{
			displayName: 'Max SMS',
			name: 'maxSms',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Send nothing at all if this execution needs more SMS than this. 0 means no limit.',
		},
		aWholeNumber({ least: 0 }),
	),
	setting(
		{
			displayName: 'Units per SMS',
			name: 'unitsPerSms',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 6 },
			default: 1,
			description:
				'How much of your balance one SMS costs. 1 if the balance counts SMS; the price of an SMS if it is money.',
		},
		aNumber({ least: 0 }),
	),
] as const;

export const safeguardsField = collection(SAFEGUARDS, {
	displayName: 'Safeguards',
	name: 'safeguards',
	placeholder: 'Add safeguard',
	default: {},
	description: 'Limits on who gets an SMS, when, and at what cost',
});
