import type { IExecuteFunctions } from 'n8n-workflow';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { SAFEGUARDS } from '../../../../nodes/SmsGateway/settings/panel';
import { readerOf } from '../../../../nodes/SmsGateway/expressions/reader';
import { DEFAULTS, readSettings } from '../../../../nodes/SmsGateway/settings/rules';
import { refused } from '../../../support/refused';

type Values = Record<string, unknown>;

/** @param evaluated what an expression gives; an error is thrown */
function read(added: Values, evaluated: Values = {}) {
	const values = { ...added, ...evaluated };
	const getNodeParameter = (path: string, _: number, fallback: unknown) => {
		const [, name] = path.split('.');
		if (name === undefined) return added;
		if (values[name] instanceof Error) throw values[name];
		return values[name] === undefined ? fallback : values[name];
	};
	const ctx = { getNodeParameter, getInputData: () => [{ json: {} }], getTimezone: () => 'UTC' };
	return readSettings(readerOf(ctx as unknown as IExecuteFunctions));
}

it('has all safeguards off, and the options that the panel shows, where nothing is added', () => {
	expect(read({})).toStrictEqual({
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

it.each<[Values, Values, Values?]>([
	[{ allowedCountries: ['BJ', 'fr'] }, { allowedCountries: ['BJ', 'FR'] }],
	[{ allowedRecipients: ['+229', ''] }, { allowedRecipients: ['+229', ''] }],
	[{ allowedCountries: ' FR , bj;tg|ci\nSN ' }, { allowedCountries: FIVE }],
	[{ checkBalance: true }, { checkBalance: true }],
	[{ checkBalance: 'true' }, { checkBalance: true }],
	[{ checkBalance: 'false' }, { checkBalance: false }],
	[{ skipRepeats: 'off' }, { skipRepeats: 'off' }],
	[{ deduplicationKey: 'x' }, {}],
	[
		{ unitsPerSms: ' 0.05 ', requestsPerSecond: 2.5 },
		{ unitsPerSms: 0.05, requestsPerSecond: 2.5 },
	],
	[
		{ unitsPerSms: 0.5, output: 'summary', batchSize: 1, concurrency: 10_000 },
		{ unitsPerSms: 0.5, output: 'summary', batchSize: 1, concurrency: 10_000 },
	],
	[{ timeout: 0.001 }, { timeout: 0.001 }],
	[{ timeout: 86_400 }, { timeout: 86_400 }],
	[{ batchSize: '', timeout: ' ', defaultCountry: '' }, {}],
	[{ timeout: '={{ "" }}' }, {}, { timeout: '' }],
	[{ timeout: '={{ [] }}' }, {}, { timeout: [] }],
	[{ timeout: '={{ ({}) }}' }, {}, { timeout: {} }],
	[{ allowedRecipients: '={{ $now }}' }, { allowedRecipients: DATE }, { allowedRecipients: DATE }],
])('reads %j as %j', (added, values, evaluated = {}) => {
	expect(read(added, evaluated)).toStrictEqual({ ...DEFAULTS, ...values });
});

it.each(Object.keys(SAFEGUARDS))('refuses %s where it was added and says nothing', (name) => {
	const nothing = ['', ' ,; |\n', '\u200b', '\u2800', '=', '= ', [], ['', null], [[]], {}, null];
	for (const blank of nothing) {
		const field = SETTINGS[name as keyof typeof SAFEGUARDS];
		const cause = refused(() => read({ [name]: blank }));
		expect(cause).toMatchObject({ name: 'emptySetting', field });
	}
});

const X = '={{ $json.x }}';

it.each<[Values, Values, Values]>([
	[{ maxSms: 0 }, {}, { name: 'wrongSetting', value: '0' }],
	[{ maxSms: X }, { maxSms: null }, { name: 'failedExpression', error: undefined }],
	[{ maxSms: X }, { maxSms: ' ' }, { name: 'failedExpression' }],
	[{ batchSize: X }, { batchSize: null }, { name: 'failedExpression' }],
	[
		{ timeout: X },
		{ timeout: new Error('Node not found') },
		{ name: 'failedExpression', error: 'Node not found' },
	],
	// The value of an item is not told: n8n logs messages.
	[{ timeout: X }, { timeout: 'secret' }, { name: 'wrongSetting', value: undefined }],
	[{ timeout: 'soon' }, {}, { name: 'wrongSetting', value: 'soon' }],
	[{ timeout: 0.0001 }, {}, { name: 'wrongSetting', value: '0.0001' }],
	[{ unitsPerSms: '0,05' }, {}, { mustBe: 'a number (decimals with a point) of 0.0001 or more' }],
	[{ unitsPerSms: 0 }, {}, { name: 'wrongSetting', value: '0' }],
	[{ concurrency: 10_001 }, {}, { mustBe: 'a whole number (digits only) from 1 to 10,000' }],
	[{ concurrency: 2.5 }, {}, { name: 'wrongSetting' }],
	[{ concurrency: true }, {}, { name: 'wrongSetting' }],
	[{ unitsPerSms: -1 }, {}, { name: 'wrongSetting' }],
	[{ requestsPerSecond: Infinity }, {}, { name: 'wrongSetting' }],
	[{ checkBalance: 1 }, {}, { name: 'wrongSetting' }],
	[{ allowedCountries: 'FR, Benin' }, {}, { name: 'wrongSetting' }],
	[{ skipRepeats: 'x' }, {}, { name: 'wrongSetting' }],
	[{ maxSms: '{{ $json.max }}' }, {}, { name: 'placeholder' }],
	[{ sendWindow: { window: { from: '{{ $json.from }}' } } }, {}, { name: 'placeholder' }],
])('refuses %j that gives %j', (added, evaluated, cause) => {
	const [name] = Object.keys(added) as [keyof typeof SETTINGS];
	const found = refused(() => read(added, evaluated)) as Values;
	const expected = { field: SETTINGS[name], ...cause };
	expect({ error: undefined, value: undefined, ...found }).toMatchObject(expected);
});
