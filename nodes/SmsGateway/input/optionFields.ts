import type { INodeProperties } from 'n8n-workflow';
import type { Uncertain } from '../domain/service/retryPolicy';

/** Read once per execution. */
export type SmsOptions = {
	batchSize: number;
	checkBalance: boolean;
	concurrency: number;
	defaultCountry: string;
	excludedRecipients: unknown;
	maxSms: number;
	maxAttempts: number;
	output: 'recipients' | 'summary';
	requestsPerSecond: number;
	/** Seconds. */
	timeout: number;
	uncertain: Uncertain;
	unitsPerSms: number;
};

/** The key is read per item, so it is no part of the options that are read once. */
type OptionName = keyof SmsOptions | 'deduplicationKey';

/** Alphabetical by what the editor shows. */
const OPTIONS: ReadonlyArray<INodeProperties & { name: OptionName }> = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			'How many recipients to put into one request. Lower it if your service refuses long lists.',
	},
	{
		displayName: 'Check Balance',
		name: 'checkBalance',
		type: 'boolean',
		default: false,
		description:
			'Whether to read the balance first and send nothing at all when it does not cover everything',
	},
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description: 'How many requests may be under way at once, for example 5',
	},
	{
		displayName: 'Deduplication Key',
		name: 'deduplicationKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Something that is different for each occasion to text somebody, such as an order number. A recipient gets at most one SMS per key, also when the workflow runs again or n8n crashes. Kept for the last 50,000 SMS of this node.',
	},
	{
		displayName: 'Default Country Name or ID',
		name: 'defaultCountry',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getCountries' },
		default: '',
		description:
			'The country of numbers that are written without country code, such as 06 12 34 56 78. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Excluded Recipients',
		name: 'excludedRecipients',
		type: 'string',
		default: '',
		placeholder: 'e.g. +229 01 97 00 00 00, +33 6 12 34 56 78',
		description:
			'Numbers that must never be texted, such as people who opted out: a list separated by commas, or an array (expression). Any spelling matches.',
	},
	{
		displayName: 'Maximum SMS',
		name: 'maxSms',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Send nothing at all when this execution would take more SMS than this. 0 means no limit.',
	},
	{
		displayName: 'Maximum Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 3,
		description:
			'How often to try a request that did not reach the service: no connection, or too many requests. Nothing that may have been sent is ever tried again, unless Uncertain Outcome says so.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Recipients',
				value: 'recipients',
				description: 'One item per recipient, with what became of it',
			},
			{
				name: 'Summary',
				value: 'summary',
				description: 'One item with the counts and a sentence; the better choice for AI agents',
			},
		],
		default: 'recipients',
		description: 'What the node puts out',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'How many requests to start per second at most. 0 means no limit.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description: 'How long to wait for the answer to a request, for example 30 seconds',
	},
	{
		displayName: 'Uncertain Outcome',
		name: 'uncertain',
		type: 'options',
		options: [
			{
				name: 'Do Not Resend',
				value: 'doNotResend',
				description: 'Nobody gets the SMS twice; somebody may not get it. You see who.',
			},
			{
				name: 'Resend',
				value: 'resend',
				description: 'Everybody gets the SMS; somebody may get it twice',
			},
		],
		default: 'doNotResend',
		description:
			'What to do when nobody can know whether an SMS was sent, for example when the service did not answer in time',
	},
	{
		displayName: 'Units per SMS',
		name: 'unitsPerSms',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 6 },
		default: 1,
		description:
			'How much of your balance one SMS takes. 1 when the balance counts SMS; the price of an SMS when it is money.',
	},
];

export const DEFAULTS = Object.fromEntries(
	OPTIONS.filter(({ name }) => name !== 'deduplicationKey').map((field) => [
		field.name,
		field.default,
	]),
) as Readonly<SmsOptions>;

/** As the editor calls the option. */
export const labelOf = (wanted: OptionName): string =>
	OPTIONS.find(({ name }) => name === wanted)!.displayName;

const NAMES = OPTIONS.map(({ name }) => name);

type Choice = { only?: readonly OptionName[]; without?: readonly OptionName[] };

/** The collection of options, with those that an operation has a use for. */
export const optionsField = ({ only = NAMES, without = [] }: Choice = {}): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: OPTIONS.filter(({ name }) => only.includes(name) && !without.includes(name)),
});
