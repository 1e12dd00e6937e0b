import type { IExecuteFunctions } from 'n8n-workflow';
import { ABSENT, readSettings } from '../../../../nodes/SmsGateway/input/readSettings';
import { saying, placed } from '../../../support/saying';

type Values = Record<string, unknown>;

/** @param evaluated what the expressions give; an error is thrown */
const read = (list: 'safeguards' | 'options', added: Values, evaluated: Values = {}) => {
	const getNodeParameter = (path: string, _: number, fallback: unknown) => {
		if (path === list) return added;
		const name = path.replace(`${list}.`, '');
		const value = name in evaluated ? evaluated[name] : added[name];
		if (value instanceof Error) throw value;
		return value ?? fallback;
	};
	const ctx = { getNodeParameter, getInputData: () => [] };
	return readSettings(ctx as unknown as IExecuteFunctions, 1);
};
const refused = (...given: Parameters<typeof read>) => {
	try {
		return saying(() => read(...given));
	} catch (error) {
		return (error as Error).message;
	}
};

it('has all safeguards off, and the options that the panel shows, where nothing is added', () => {
	expect(read('options', {})).toStrictEqual({
		allowedCountries: undefined,
		allowedRecipients: undefined,
		checkBalance: false,
		deduplicationKey: undefined,
		doNotSendAfter: undefined,
		excludedRecipients: undefined,
		maxSms: Infinity,
		maxSmsPerDay: Infinity,
		sendWindow: undefined,
		skipRepeats: 'off',
		testRecipients: undefined,
		unitsPerSms: 1,
		batchSize: 100,
		concurrency: 5,
		defaultCountry: '',
		includeInputFields: false,
		output: 'recipients',
		replaceSpecialCharacters: 'off',
		requestsPerSecond: 0,
		timeout: 30,
		uncertain: 'doNotResend',
	});
});

it.each([
	['safeguards', { allowedCountries: ['BJ', 'fr'] }, { allowedCountries: ['BJ', 'FR'] }],
	['safeguards', { allowedRecipients: '+229' }, { allowedRecipients: '+229' }],
	['safeguards', { allowedRecipients: ['+229', ''] }, { allowedRecipients: ['+229', ''] }],
	['safeguards', { checkBalance: true }, { checkBalance: true }],
	['safeguards', { maxSms: '1' }, { maxSms: 1 }],
	['safeguards', { skipRepeats: 'ever' }, { skipRepeats: 'ever' }],
	['safeguards', { skipRepeats: 'sameDay' }, { skipRepeats: 'sameDay' }],
	['safeguards', { skipRepeats: 'off' }, { skipRepeats: 'off' }],
	['options', { unitsPerSms: 0.5 }, { unitsPerSms: 0.5 }],
	['safeguards', { deduplicationKey: 'x' }, { deduplicationKey: undefined }],
	['options', { batchSize: 1, concurrency: 10_000 }, { batchSize: 1, concurrency: 10_000 }],
	['options', { timeout: 0.001 }, { timeout: 0.001 }],
	['options', { timeout: 86_400 }, { timeout: 86_400 }],
	['options', { requestsPerSecond: 0, output: 'summary' }, { output: 'summary' }],
	['options', { uncertain: 'resend' }, { uncertain: 'resend' }],
	['options', { replaceSpecialCharacters: 'all' }, { replaceSpecialCharacters: 'all' }],
	['options', { replaceSpecialCharacters: 'typographic' }, {}],
	['options', { batchSize: '', timeout: ' ', defaultCountry: '' }, {}],
] as Array<['safeguards' | 'options', Values, Values]>)('reads %s %j', (list, added, values) => {
	expect(read(list, added)).toStrictEqual({
		...ABSENT,
		...(list === 'options' && Object.values(added).every((one) => String(one).trim()) && added),
		...values,
	});
});

it.each([
	['Allowed Countries', 'allowedCountries', 'Choose a country'],
	['Allowed Recipients', 'allowedRecipients', 'Enter a number'],
	['Check Balance', 'checkBalance', 'Turn it on'],
	['Deduplication Key', 'deduplicationKey', 'Enter a key'],
	['Do Not Send After', 'doNotSendAfter', 'Enter a date and time'],
	['Excluded Recipients', 'excludedRecipients', 'Enter a number'],
	['Max SMS per Execution', 'maxSms', 'Enter a number'],
	['Max SMS per Day', 'maxSmsPerDay', 'Enter a number'],
	['Send Window', 'sendWindow', 'Set its times'],
	['Skip Repeats', 'skipRepeats', 'Choose one'],
	['Test Recipients', 'testRecipients', 'Enter your number'],
])('says how to fill in %s, once it is added', (label, name, fill) => {
	const sentence = `'${placed(label)}' is empty. ${fill}, or remove it.`;
	const blanks = [
		'',
		' ',
		' ,; |\n',
		'\u200b',
		'\u2800',
		'=',
		'= ',
		[],
		['', null],
		[[]],
		{},
		null,
	];

	for (const blank of blanks) {
		expect(refused('safeguards', { [name]: blank })).toBe(sentence);
	}
});

it.each([0, '0'])(
	'refuses %p for a safeguard, which would send nothing or protect nobody',
	(zero) => {
		expect(refused('safeguards', { maxSms: zero })).toBe(
			"'Safeguards > Max SMS per Execution' is 0. Enter a number, or remove it.",
		);
		expect(refused('options', { batchSize: zero })).toBe(
			'\'Options > Batch Size\' must be a whole number of 1 or more. It is "0".',
		);
	},
);

it('takes what has no keys of its own for a value where it can be written, as a date', () => {
	const added = { allowedRecipients: '={{ $now }}' };
	const date = new Date(0);

	expect(read('safeguards', added, { allowedRecipients: date }).allowedRecipients).toBe(date);
});

const noValue = (label: string) =>
	`The expression of '${placed(label)}' returned no value. Fix the expression or remove the option.`;

it.each([
	['safeguards', { maxSms: '={{ $json.x }}' }, { maxSms: null }, noValue('Max SMS per Execution')],
	[
		'safeguards',
		{ maxSms: '={{ $json.x }}' },
		{ maxSms: undefined },
		noValue('Max SMS per Execution'),
	],
	['safeguards', { maxSms: '={{ $json.x }}' }, { maxSms: ' ' }, noValue('Max SMS per Execution')],
	['options', { batchSize: '={{ $json.x }}' }, { batchSize: null }, noValue('Batch Size')],
	['options', { timeout: '={{ $json.x }}' }, { timeout: undefined }, noValue('Timeout')],
	[
		'options',
		{ timeout: '={{ $json.x }}' },
		{ timeout: new Error('Node\nnot   found') },
		"The expression of 'Options > Timeout' failed. Fix the expression or remove the option. n8n says: Node not found.",
	],
	[
		'options',
		{ timeout: '={{ $json.x }}' },
		{ timeout: new Error('x'.repeat(201)) },
		`The expression of 'Options > Timeout' failed. Fix the expression or remove the option. n8n says: ${'x'.repeat(200)}.`,
	],
	[
		'options',
		{ timeout: '={{ $json.x }}' },
		{ timeout: 'secret' },
		"'Options > Timeout' must be a number from 0.001 to 86400.",
	],
	[
		'options',
		{ timeout: 'soon' },
		{},
		'\'Options > Timeout\' must be a number from 0.001 to 86400. It is "soon".',
	],
	[
		'options',
		{ timeout: 0.0001 },
		{},
		'\'Options > Timeout\' must be a number from 0.001 to 86400. It is "0.0001".',
	],
	[
		'options',
		{ concurrency: 10_001 },
		{},
		'\'Options > Concurrency\' must be a whole number from 1 to 10000. It is "10001".',
	],
	[
		'options',
		{ replaceSpecialCharacters: 'x' },
		{},
		'\'Options > Replace Special Characters\' must be off, typographic or all. It is "x".',
	],
	[
		'options',
		{ includeInputFields: 'x' },
		{},
		'\'Options > Include Input Fields\' must be true or false. It is "x".',
	],
	[
		'safeguards',
		{ skipRepeats: 'x' },
		{},
		'\'Safeguards > Skip Repeats\' must be sameDay, ever or off. It is "x".',
	],
	[
		'safeguards',
		{ allowedCountries: 'Benin' },
		{},
		'\'Safeguards > Allowed Countries\' must be two-letter country codes, such as FR. It is "Benin".',
	],
	[
		'safeguards',
		{ allowedCountries: 'XBJ' },
		{},
		'\'Safeguards > Allowed Countries\' must be two-letter country codes, such as FR. It is "XBJ".',
	],
	[
		'safeguards',
		{ maxSms: '{{ $json.max }}' },
		{},
		"'Safeguards > Max SMS per Execution' contains {{ $json.max }} as plain text. Switch the field to 'Expression'.",
	],
	[
		'safeguards',
		{ sendWindow: { window: { from: '{{ $json.from }}' } } },
		{},
		"'Safeguards > Send Window' contains {{ $json.from }} as plain text. Switch the field to 'Expression'.",
	],
] as Array<['safeguards' | 'options', Values, Values, string]>)(
	'refuses %s %j, which give %j',
	(list, added, evaluated, sentence) => {
		expect(refused(list, added, evaluated)).toBe(sentence);
	},
);

it.each([[''], [[]], [{}]])(
	'takes an expression that gives %j for an option that is not set',
	(given) => {
		expect(read('options', { timeout: '={{ $json.x }}' }, { timeout: given }).timeout).toBe(30);
	},
);
