import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { homePlan } from '../../../../nodes/SmsGateway/domain/recipient/countries';
import { refusalsBy } from '../../../../nodes/SmsGateway/input/refusals';
import { ABSENT, type SettingValues } from '../../../../nodes/SmsGateway/input/settingValues';
import { saying, placed } from '../../../support/saying';

type Context = {
	/** What 'Safeguards > Excluded Recipients' gives for each item. */
	excluded?: unknown[];
	/** As it is written in the field. */
	written?: string;
	mode?: string;
};

const contextOf = ({ excluded, written = '={{ $json.list }}', mode = 'trigger' }: Context) => {
	const items = (excluded ?? []).map((list) => ({ json: { list } }));
	const ctx = {
		getNodeParameter: (_: string, item: number, fallback: unknown, how?: object) => {
			if (!excluded) return fallback;
			return how ? written : excluded[item];
		},
		getInputData: () => items,
		getWorkflowDataProxy: (item: number) => ({ $json: items[item]!.json }),
		evaluateExpression: (_: string, item: number) => excluded![item],
		getTimezone: () => 'UTC',
		getMode: () => mode,
	};
	return ctx as unknown as IExecuteFunctions;
};

const read = (settings: Partial<SettingValues>, context: Context = {}, country?: string) => {
	const home = country === undefined ? undefined : homePlan(country);
	return saying(() =>
		refusalsBy(
			contextOf(context),
			context.excluded?.length ?? 1,
			{ ...ABSENT, ...settings },
			{ of: () => ({ home }), ofAll: () => home },
		),
	);
};

const [BENIN, OLD_BENIN, FRANCE] = ['2290197001234', '22997001234', '33612345678'] as const;
const to = (recipient: string): Entry => ({
	item: 0,
	senderId: 'MyShop',
	message: 'Hello',
	recipient,
	key: '',
});
const reasonsOf = (...given: Parameters<typeof read>) => {
	const { refusalOf } = read(...given);
	return [BENIN, FRANCE].map((recipient) => refusalOf(to(recipient))?.reason);
};

it('keeps nobody from getting an SMS where nothing is set', () => {
	const safeguards = read({});

	expect([BENIN, FRANCE].map((one) => safeguards.refusalOf(to(one)))).toStrictEqual([
		undefined,
		undefined,
	]);
	expect(Object.keys(safeguards).sort()).toStrictEqual(['refusalOf', 'timingRefusalOf']);
});

it.each([
	['+229 01 97 00 12 34', [undefined, 'notAllowed']],
	['+229 97 00 12 34; +33 6 12 34 56 78', [undefined, undefined]],
	[
		[FRANCE, '', null, undefined, false, ' '],
		['notAllowed', undefined],
	],
	[[Number(FRANCE)], ['notAllowed', undefined]],
	[[null], ['notAllowed', 'notAllowed']],
])('sends to those allowed only: %j', (allowedRecipients, reasons) => {
	expect(reasonsOf({ allowedRecipients })).toStrictEqual(reasons);
});

it('reads the lists with the default country', () => {
	expect(reasonsOf({ allowedRecipients: '06 12 34 56 78' }, {}, 'FR')).toStrictEqual([
		'notAllowed',
		undefined,
	]);
	expect(reasonsOf({}, { excluded: ['06 12 34 56 78'] }, 'FR')).toStrictEqual([
		undefined,
		'excluded',
	]);
});

it('sends to the countries allowed only, and refuses what is none', () => {
	expect(reasonsOf({ allowedCountries: ['FR', 'TG'] })).toStrictEqual([
		'countryNotAllowed',
		undefined,
	]);
	expect(() => read({ allowedCountries: ['FR', 'XX'] })).toThrow(
		`'Safeguards > Allowed Countries' must be codes of countries, such as FR. It is "XX".`,
	);
});

it.each([
	[[BENIN], ['excluded', undefined]],
	[[OLD_BENIN], ['excluded', undefined]],
	[
		[FRANCE, BENIN],
		['excluded', 'excluded'],
	],
	[
		[BENIN, BENIN, FRANCE],
		['excluded', 'excluded'],
	],
	[
		[null, undefined, FRANCE],
		[undefined, 'excluded'],
	],
	[
		[[BENIN, null, ''], ''],
		['excluded', undefined],
	],
	[[''], [undefined, undefined]],
])('sends to nobody whom any item excludes: %j', (excluded, reasons) => {
	expect(reasonsOf({}, { excluded })).toStrictEqual(reasons);
});

it('refuses an expression that never gives a list of the excluded', () => {
	expect(() => read({}, { excluded: [null, undefined] })).toThrow(
		"The expression of 'Safeguards > Excluded Recipients' returned no value. Fix the expression or remove the option.",
	);
});

it.each([
	['Allowed Recipients', { allowedRecipients: 'nobody' }, {}],
	['Test Recipients', { testRecipients: [BENIN, 'nobody'] }, {}],
	['Excluded Recipients', {}, { excluded: [BENIN, 'nobody'] }],
] as Array<[string, Partial<SettingValues>, Context]>)(
	'overlooks nobody in %s who is no number',
	(label, settings, context) => {
		expect(() => read(settings, context)).toThrow(
			`'${placed(label)}' contains a number that cannot be read. "nobody"`,
		);
	},
);

it.each([
	['manual', true],
	['trigger', false],
])('with Test Recipients, started by %s: a test is %p', (mode, isTest) => {
	const safeguards = read({ testRecipients: FRANCE }, { mode });

	expect(safeguards.isTest).toBe(isTest);
	expect(safeguards.refusalOf(to(BENIN))).toBeUndefined();
	if (isTest) {
		expect(safeguards.testRefusalOf!(to(FRANCE))).toBeUndefined();
		expect(safeguards.testRefusalOf!(to(BENIN))).toMatchObject({
			reason: 'testRun',
			explanation: [{ name: 'testRun' }],
		});
	} else {
		expect(safeguards).not.toHaveProperty('testRefusalOf');
	}
});

it('goes by the clock of the workflow', () => {
	const NOON = Date.UTC(2026, 10, 21, 12);
	const window = { from: 12 * 60, until: 12 * 60 + 30, days: [6] };
	const reasonOf = (sendWindow: typeof window) =>
		read({ sendWindow }).timingRefusalOf(to(FRANCE), NOON)?.reason;

	expect(reasonOf(window)).toBeUndefined();
	expect(reasonOf({ ...window, days: [5] })).toBe('outsideWindow');
});

it('looks at the clock when it is read', () => {
	const yesterday = Date.now() - 86_400_000;
	const { refusalOf, timingRefusalOf } = read({});

	expect(refusalOf({ ...to(BENIN), expiresAt: yesterday })?.reason).toBe('expired');
	expect(refusalOf({ ...to(BENIN), expiresAt: Date.now() + 86_400_000 })).toBeUndefined();
	expect(timingRefusalOf({ ...to(BENIN), expiresAt: 5 }, 4)).toBeUndefined();
	expect(timingRefusalOf({ ...to(BENIN), expiresAt: 5 }, 5)?.reason).toBe('expired');
});
