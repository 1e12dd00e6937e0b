import type { IExecuteFunctions } from 'n8n-workflow';
import { problemOf } from '../../../../nodes/SmsGateway/domain/entry';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { SAFEGUARDS } from '../../../../nodes/SmsGateway/input/panel';
import { readerOf } from '../../../../nodes/SmsGateway/input/reader';
import { ABSENT, readSettings } from '../../../../nodes/SmsGateway/input/settingValues';

type Values = Record<string, unknown>;
type List = 'safeguards' | 'options';

/** @param evaluated what an expression gives, for each item where that is a list; an error is thrown */
const contextOf = (list: List, added: Values, evaluated: Values = {}) => {
	const getNodeParameter = jest.fn((path: string, item: number, fallback: unknown) => {
		if (path === list) return added;
		const name = path.replace(`${list}.`, '');
		const given = name in evaluated ? evaluated[name] : added[name];
		const value: unknown = given instanceof Map ? given.get(item) : given;
		if (value instanceof Error) throw value;
		return value === undefined ? fallback : value;
	});
	return { getNodeParameter, getInputData: () => [{ json: {} }] };
};
const read = (...given: Parameters<typeof contextOf>) =>
	readSettings(readerOf(contextOf(...given) as unknown as IExecuteFunctions));
const refused = (...given: Parameters<typeof read>) => {
	try {
		return read(...given);
	} catch (error) {
		return problemOf(error).causes[0];
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
		batchSize: 100,
		concurrency: 5,
		defaultCountry: '',
		includeInputFields: false,
		output: 'recipients',
		replaceSpecialCharacters: 'off',
		requestsPerSecond: 0,
		timeout: 30,
		uncertain: 'doNotResend',
		unitsPerSms: 1,
	});
});

const DATE = new Date(0);
const FIVE = ['FR', 'BJ', 'TG', 'CI', 'SN'];

it.each<[List, Values, Values, Values?]>([
	['safeguards', { allowedCountries: ['BJ', 'fr'] }, { allowedCountries: ['BJ', 'FR'] }],
	['safeguards', { allowedRecipients: ['+229', ''] }, { allowedRecipients: ['+229', ''] }],
	['safeguards', { allowedCountries: ' FR , bj;tg|ci\nSN ' }, { allowedCountries: FIVE }],
	['safeguards', { checkBalance: true }, { checkBalance: true }],
	['safeguards', { checkBalance: 'true' }, { checkBalance: true }],
	['safeguards', { checkBalance: 'false' }, { checkBalance: false }],
	['safeguards', { maxSms: '1' }, { maxSms: 1 }],
	['safeguards', { skipRepeats: 'ever' }, { skipRepeats: 'ever' }],
	['safeguards', { skipRepeats: 'off' }, { skipRepeats: 'off' }],
	['safeguards', { deduplicationKey: 'x' }, {}],
	[
		'options',
		{ unitsPerSms: ' 0.05 ', requestsPerSecond: 2.5 },
		{ unitsPerSms: 0.05, requestsPerSecond: 2.5 },
	],
	['options', { unitsPerSms: 0.5, output: 'summary' }, { unitsPerSms: 0.5, output: 'summary' }],
	['options', { batchSize: 1, concurrency: 10_000 }, { batchSize: 1, concurrency: 10_000 }],
	['options', { timeout: 0.001 }, { timeout: 0.001 }],
	['options', { timeout: 86_400 }, { timeout: 86_400 }],
	['options', { batchSize: '', timeout: ' ', defaultCountry: '' }, {}],
	['options', { timeout: '={{ "" }}' }, {}, { timeout: '' }],
	['options', { timeout: '={{ [] }}' }, {}, { timeout: [] }],
	['options', { timeout: '={{ ({}) }}' }, {}, { timeout: {} }],
	[
		'safeguards',
		{ allowedRecipients: '={{ $now }}' },
		{ allowedRecipients: DATE },
		{ allowedRecipients: DATE },
	],
])('reads %s %j as %j', (list, added, values, evaluated = {}) => {
	expect(read(list, added, evaluated)).toStrictEqual({ ...ABSENT, ...values });
});

it.each(Object.keys(SAFEGUARDS))('refuses %s where it was added and says nothing', (name) => {
	const nothing = ['', ' ,; |\n', '\u200b', '\u2800', '=', '= ', [], ['', null], [[]], {}, null];
	for (const blank of nothing) {
		const field = SETTINGS[name as keyof typeof SAFEGUARDS];
		expect(refused('safeguards', { [name]: blank })).toMatchObject({
			name: 'emptySetting',
			field,
		});
	}
});

const X = '={{ $json.x }}';

it.each<[List, Values, Values, Values]>([
	['safeguards', { maxSms: 0 }, {}, { name: 'emptySetting', is: '0' }],
	['safeguards', { maxSms: '0' }, {}, { name: 'emptySetting', is: '0' }],
	['safeguards', { maxSms: X }, { maxSms: null }, { name: 'failedExpression', error: undefined }],
	['safeguards', { maxSms: X }, { maxSms: ' ' }, { name: 'failedExpression' }],
	['options', { batchSize: X }, { batchSize: null }, { name: 'failedExpression' }],
	[
		'options',
		{ timeout: X },
		{ timeout: new Error('Node not found') },
		{ name: 'failedExpression', error: 'Node not found' },
	],
	// The value of an item is not told: n8n logs messages.
	['options', { timeout: X }, { timeout: 'secret' }, { name: 'wrongSetting', value: undefined }],
	['options', { timeout: 'soon' }, {}, { name: 'wrongSetting', value: 'soon' }],
	['options', { timeout: 0.0001 }, {}, { name: 'wrongSetting', value: '0.0001' }],
	['options', { batchSize: 0 }, {}, { name: 'wrongSetting', value: '0' }],
	['options', { unitsPerSms: 0 }, {}, { name: 'wrongSetting', value: '0' }],
	['options', { concurrency: 10_001 }, {}, { name: 'wrongSetting' }],
	['options', { concurrency: 2.5 }, {}, { name: 'wrongSetting' }],
	['options', { concurrency: true }, {}, { name: 'wrongSetting' }],
	['options', { unitsPerSms: -1 }, {}, { name: 'wrongSetting' }],
	['options', { requestsPerSecond: Infinity }, {}, { name: 'wrongSetting' }],
	['safeguards', { checkBalance: 1 }, {}, { name: 'wrongSetting' }],
	['safeguards', { allowedCountries: 'FR, Benin' }, {}, { name: 'wrongSetting' }],
	['options', { includeInputFields: 'x' }, {}, { name: 'wrongSetting' }],
	['safeguards', { skipRepeats: 'x' }, {}, { name: 'wrongSetting' }],
	['safeguards', { maxSms: '{{ $json.max }}' }, {}, { name: 'placeholder' }],
	[
		'safeguards',
		{ sendWindow: { window: { from: '{{ $json.from }}' } } },
		{},
		{ name: 'placeholder' },
	],
])('refuses %s %j that gives %j', (list, added, evaluated, cause) => {
	const [name] = Object.keys(added) as [keyof typeof SETTINGS];
	const { error, value, ...others } = cause;
	const found = refused(list, added, evaluated) as Values;
	expect(found).toMatchObject({ field: SETTINGS[name], ...others });
	if ('error' in cause) expect(found.error).toBe(error);
	if ('value' in cause) expect(found.value).toBe(value);
});
