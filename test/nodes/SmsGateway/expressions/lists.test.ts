import type { IDataObject, INode } from 'n8n-workflow';
import { createEngine } from '../../../support/engine';
import { causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, e164, phones, preview } from '../run';
import codes from './codes.json';

const [ADA, BEN] = phones(2) as [string, string];
const rows = (...list: IDataObject[]) => list;
const START = "$('Start').all()";
const OTHERS = rows({ phone: BEN, name: 'Ben' }, { phone: '', name: 'Cia' });
const NONE = rows({ phone: ADA, name: 'Ada' }, { phone: BEN, name: 'Ben' });

/** As an API or 'Aggregate' gives them. */
const NESTED = rows({
	data: [
		{ phone: BEN, name: 'Ben', at: { home: BEN } },
		{ name: 'Cia', at: {} },
	],
	text: JSON.stringify([{ phone: BEN }]),
	numbers: [BEN],
});
const FIRST = "$('Start').first().json";

type Case = [what: string, list: string, rows?: IDataObject[]];

/** Each has a name that no row within has. */
const NESTED_WRONG: Case[] = codes.misspelt as Case[];

const NESTED_RIGHT: Case[] = [
	...(codes.readRight as Case[]),
	['an empty list', 'FIRST.data.map(d => d.Phone)', [{ data: [] }]],
	['one of all', 'ALL.flatMap(i => i.json.data ?? []).map(d => d.Phone)', [{ data: [], id: 1 }]],
	['rows without any field', 'FIRST.data.map(d => d.Phone).filter(Boolean)', [{ data: [{}] }]],
	[
		'a date',
		'FIRST.data.filter(d => DateTime.fromISO(d.to) > $now).map(d => d.phone)',
		[{ data: [{ phone: BEN, to: '2199-01-01' }] }],
	],
];

const listOf = (code: string) =>
	/^\+\d/.test(code) ? code : `={{ ${code.replaceAll('ALL', START).replaceAll('FIRST', FIRST)} }}`;

const to = async (items: IDataObject[], safeguards: INode['parameters'], more: object = {}) => {
	const service = gateway().bulk(accepted);
	const parameters = { recipients: e164(ADA) };
	const result = await bulkSend({ items, parameters, safeguards, ...more });
	return { result, sent: service.recipients };
};

describe.each(['excludedRecipients', 'allowedRecipients', 'testRecipients'])('%s', (name) => {
	it.each<Case>([
		...(codes.misread as Case[]),
		['one of a single row', 'ALL.map(i => i.json.Phone)', NONE.slice(0, 1)],
		['one in objects', "ALL.map(i => i.json.contact?.Phone || '')", [{ contact: { phone: BEN } }]],
		['rows that are an error', 'ALL.map(i => i.json.phone)', [{ error: 'Quota' }]],
		['one that failed', "ALL.map(i => i.json.phone || '').join()", [...OTHERS, { error: 'Quota' }]],
		[
			'a list of the error',
			"ALL.map(i => Object.values(i.json)[1] || '') + ALL.map(i => i.json.phone || '')",
			[{ error: 1 }, { error: 1 }],
		],
		[
			'a failed query',
			"ALL.map(i => i.json.phone || '').join()",
			[...NONE, { name: 'Cia', error: { code: 1 } }],
		],
		[
			'one of what some have',
			'ALL.map(i => i.json.contact?.Phone).filter(Boolean)',
			[{ contact: { phone: BEN } }, { contact: null }],
		],
		...NESTED_WRONG.map(([what, list]): Case => [`${what}, of rows within an item`, list, NESTED]),
	])('that reads %s lets nobody through', async (_, code, items = NONE) => {
		const list = listOf(code);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { sent } = await to(items, { [name]: list }, { onError, mode: 'manual' });
			expect(sent).toStrictEqual([]);
		}
		const parameters = { recipients: e164(ADA) };
		const { error } = await preview({ items, parameters, safeguards: { [name]: list } });
		expect(causesOf(error)[0]).toMatch(/^(noValue|failedRows|failedExpression) /);
	});
});

it.each<Case>([
	['an empty sheet', 'ALL.map(i => i.json.Phone)', [{}]],
	['an empty sheet with join', "ALL.map(i => i.json.Phone || '').join(',')", [{}]],
	['rows with some empty cells', 'ALL.map(i => i.json.phone)', OTHERS],
	['a + before an empty cell', "ALL.map(i => '+' + i.json.phone)", OTHERS],
	[
		'a column error',
		'ALL.map(i => i.json).map(r => r.phone)',
		rows({ phone: BEN, error: 'bounced' }),
	],
	[
		'rows without contacts',
		'ALL.map(i => i.json.contact?.phone).filter(Boolean)',
		rows({ contact: null }, { contact: '' }),
	],
	['a constant', 'ALL.filter(i => i.json.phone.length < Math.PI).map(i => i.json.phone)', OTHERS],
	['two spellings', 'ALL.map(i => i.json.Phone?.trim() || i.json.phone?.trim())', OTHERS],
	['empty cells alone', 'ALL.map(i => i.json.phone)', [{ phone: '' }, { phone: '' }]],
	['a null cell', "ALL.map(i => i.json.phone || '').join()", [{ phone: null, name: 'Ben' }]],
	['one blank cell', "$json.phone || ''", [{ phone: ' ', name: 'Ben' }]],
	[
		'a column that some have',
		'ALL.map(i => i.json.phone).filter(Boolean)',
		[{ name: 'Cia' }, { phone: BEN }],
	],
	['a text', e164(BEN), OTHERS],
	['a list of the item', '$json.list', [{ list: [BEN] }]],
	['a list of the first item', "$('Start').first().json.list", [{ list: [BEN] }]],
	['a field within', 'ALL.map(i => i.json.contact.phone)', [{ contact: { phone: BEN } }]],
	['an asked length', 'ALL.filter(i => i.json.phone.length > 3).map(i => i.json.phone)', OTHERS],
	[
		'an error left out',
		'ALL.filter(i => !i.json.error).map(i => i.json.phone)',
		[...OTHERS, { error: 'Quota' }],
	],
	['a column of that name', 'ALL.map(i => i.json.phone)', [{ error: 'no', phone: BEN }]],
	...NESTED_RIGHT.map(([what, list, items = NESTED]): Case => [`${what}, within`, list, items]),
	['what names no field', 'ALL.map(i => Object.values(i.json)[0]).filter(Boolean)', OTHERS],
])('Excluded Recipients goes on with %s', async (_, code, items = NONE) => {
	const { sent } = await to(items, { excludedRecipients: listOf(code) });
	expect(sent).toStrictEqual([ADA]);
});

it('names the column, and those that there are', async () => {
	const { result } = await to(NONE, { excludedRecipients: listOf('ALL.map(i => i.json.Phone)') });
	expect(result.error?.description).toContain("no field 'Phone', only phone, name.");
});

describe.each(['safeguards', 'options'])('%s', (collection) => {
	it.each(['={{ { maxSms: 1 } }}', '={{ $json.all }}', 'none', ['maxSms']])(
		'given as %j instead of one by one let nobody through',
		async (given) => {
			const parameters = { recipients: e164(ADA), [collection]: given };
			const service = gateway().bulk(accepted);
			const engine = await createEngine();
			const usual = { resource: 'sms', operation: 'bulkSend', senderId: 'SHOP', message: 'Hi' };
			const { error } = await engine.run({ parameters: { ...usual, ...parameters } as never });
			expect(service.recipients).toStrictEqual([]);
			expect(causesOf(error)[0]).toMatch(/^wrongSetting invalidParameter/);
		},
	);

	it.each([{}, []])('that are %j are none', async (given) => {
		const service = gateway().bulk(accepted);
		const usual = { resource: 'sms', operation: 'bulkSend', senderId: 'SHOP', message: 'Hi' };
		const parameters = { ...usual, recipients: e164(ADA), [collection]: given };
		await (await createEngine()).run({ parameters: parameters as never });
		expect(service.recipients).toStrictEqual([ADA]);
	});
});

it.each(['={{ { window: {} } }}', { window: "={{ { from: '09:00' } }}" }, { window: ['08:00'] }])(
	'a send window given as %j lets nobody through',
	async (sendWindow) => {
		const { result, sent } = await to([{}], { sendWindow: sendWindow as never });
		expect(causesOf(result.error)[0]).toMatch(/^(wrong|empty)Setting invalidParameter/);
		expect(sent).toStrictEqual([]);
	},
);

describe('a model', () => {
	const from = (name: string) => `={{ $fromAI('${name}', '', 'string', '1') }}`;

	it.each([
		...(codes.setByModel as Array<[string, string]>),
		['maxSms', from('limit')],
		['allowedRecipients', `={{ '${e164(BEN)},' + $fromai('who', '', 'string', '${e164(ADA)}') }}`],
		['excludedRecipients', from('who')],
		['testRecipients', from('who')],
		['sendWindow', { window: { from: '={{ $fromAI("from", "", "string", "00:00") }}' } }],
	])('sets no safeguard: %s', async (name, value) => {
		const safeguards = { [name]: value as string };
		for (const run of [bulkSend, preview]) {
			const service = gateway().bulk(accepted);
			const { error } = await run({ items: [{ phone: ADA }], safeguards });
			expect(service.requests).toStrictEqual([]);
			expect(causesOf(error)[0]).toMatch(/^fromModel invalidParameter/);
		}
	});

	it.each<[string, INode['parameters']]>([
		['Deduplication Key', { safeguards: { deduplicationKey: from('order') } }],
		[
			'Do Not Send After',
			{ safeguards: { doNotSendAfter: "={{ $fromAI('until', '', 'string', '2199-01-01') }}" } },
		],
		['an option', { options: { output: "={{ $fromAI('how', '', 'string', 'summary') }}" } }],
		['the message', { parameters: { message: "={{ $fromAI('text', '', 'string', 'Hi') }}" } }],
		[
			'the recipients',
			{ parameters: { recipients: `={{ $fromAI('to', '', 'string', '${ADA}') }}` } },
		],
	])('may fill in %s', async (_, given) => {
		const service = gateway().bulk(accepted);
		await bulkSend({ items: [{ phone: ADA }], ...given } as never);
		expect(service.recipients).toStrictEqual([ADA]);
	});
});

describe('the error of a spreadsheet', () => {
	const ERRORS = ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!'];

	it.each([...ERRORS, ' #N/A '])('%s is no value of a text or a key', async (cell) => {
		const field = '={{ $json.cell }}';
		const items = [{ phone: ADA, cell }];
		for (const given of [
			{ parameters: { message: `${field}, your order is ready` } },
			{ parameters: { message: "={{ $json.cell || '' }} Hi" } },
			{ parameters: { senderId: field } },
			{ safeguards: { deduplicationKey: `=order-{{ $json.cell }}` } },
		]) {
			const service = gateway().bulk(accepted);
			const result = await bulkSend({ items, onError: 'continueRegularOutput', ...given });
			expect(service.recipients).toStrictEqual([]);
			expect(all(result, 'reason')).toStrictEqual(['missingValue']);
		}
	});

	it.each(['#NA', '#1', 'N/A', 'Order #REF!', '#N/A for you', '#spring'])(
		'%s is one',
		async (cell) => {
			const service = gateway().bulk(accepted);
			const parameters = { message: '={{ $json.cell }}' };
			await bulkSend({ items: [{ phone: ADA, cell }], parameters });
			expect(service.requests[0]!.body!.message).toBe(cell);
		},
	);
});

it.each([
	`${listOf('$vars.optouts')} `,
	`${listOf('ALL.map(i => i.json.phone.trim())')}\n`,
	`${listOf('ALL.map(i => i.json.phone.trim()).join()')},${e164(BEN)}`,
])('a list that fails lets nobody through, also beside text: %j', async (excludedRecipients) => {
	const { sent } = await to(rows({ phone: Number(ADA) }, { phone: BEN }), { excludedRecipients });
	expect(sent).toStrictEqual([]);
});

it.each([
	['+33 6 12 34 56 78 / 06 98 76 54 32', false],
	['+33612345678 (old: 06 98 76 54 32)', false],
	['+33612345678 / +33142685300', true],
	['+33612345678 since 2023-05-01', true],
])('a cell with two numbers excludes both or stops all: %s', async (cell, goesOn) => {
	const { sent } = await to(NONE, { excludedRecipients: cell });
	expect(sent).toHaveLength(goesOn ? 1 : 0);
});

it.each(['$json.outs.keys()', '$json.outs.keys().filter((one) => $json.outs[one]).join()'])(
	'of no keys of an object excludes nobody, as one of another item has some: %s',
	async (list) => {
		const items = [{ outs: {} }, { outs: { [BEN]: true } }].map((one, at) => ({
			...one,
			phone: phones(3)[2 * at]!,
		}));
		const service = gateway().bulk(accepted);
		await bulkSend({
			items: [...items, { outs: {}, phone: BEN }],
			safeguards: { excludedRecipients: `={{ ${list} }}` },
		});
		expect(service.recipients).toStrictEqual([ADA, phones(3)[2]]);
	},
);
