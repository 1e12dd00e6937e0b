/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import { createEngine } from '../../support/engine';
import { gateway } from '../../support/gateway';
import { root } from '../../package/support';
import {
	accepted,
	bulkSend,
	checkNumber,
	getBalance,
	people,
	phones,
	preview,
	send,
	sendAndWait,
	type Given,
} from './run';

/** What n8n shows of a node's output before anything was executed. */
type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

const FOLDER = join(root, 'nodes/SmsGateway/__schema__');

const schemaOf = (name: string): Schema =>
	JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Schema;

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
};

/** What is in a value and not in its schema, as paths. A field that is empty may have any kind. */
function unknownIn(value: unknown, schema: Schema | undefined, path: string): string[] {
	if (value === null) return schema ? [] : [path];
	const kind = kindOf(value);
	const isKnown = schema?.type === kind || (schema?.type === 'number' && kind === 'integer');
	if (!isKnown) return [`${path}: ${kind}`];
	if (kind === 'array') {
		return (value as unknown[]).flatMap((one) => unknownIn(one, schema.items, `${path}[]`));
	}
	if (kind !== 'object') return [];
	return Object.entries(value as object).flatMap(([name, one]) =>
		unknownIn(one, schema.properties?.[name], path === '' ? name : `${path}.${name}`),
	);
}

const balance = { body: { status: 'success', module: 'sms_module', balance: 12.5 } };
const service = () => gateway().send(accepted).bulk(accepted).balance(balance);
const closed = { window: { from: '00:00', until: '00:01', days: [] } };
const tomorrow = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][
	(new Date().getUTCDay() + 2) % 7
]!;
const mixed: Given = { items: [...people(2), ...people(1), { phone: '12' }] };
const waiting: Given = {
	items: people(1),
	safeguards: { sendWindow: { window: { ...closed.window, days: [tomorrow] } } },
};

type Run = (given: Given) => Promise<{ items: INodeExecutionData[] }>;

async function askAndAnswer(given: Given): ReturnType<Run> {
	const stub = service();
	const asked = await sendAndWait(given);
	if (asked.status !== 'waiting') return asked;
	const link = String(stub.requests[0]!.body!.message).split('\n').at(-1)!;
	const request = { method: 'POST', link, body: { answer: 'approve' } } as const;
	const { resumed } = await (await createEngine()).visit(asked, request);
	return { items: [...asked.items, ...resumed!.items] };
}
const several = { recipient: phones(3).join() };

/** What each operation returns, in all its forms. */
const FORMS: ReadonlyArray<[name: string, run: Run, given: Given[]]> = [
	['sms/send', send, [mixed, waiting]],
	['sms/bulkSend', bulkSend, [mixed, waiting]],
	['sms/sendAndWait', askAndAnswer, [{ items: people(1) }, { parameters: several }, waiting]],
	[
		'sms/preview',
		preview,
		[
			{
				...mixed,
				parameters: { message: `L’équipe ${'merci '.repeat(20)}` },
				safeguards: { checkBalance: true },
				options: { unitsPerSms: 0.5 },
			},
			{ items: [{ phone: '22997000001' }] },
			waiting,
		],
	],
	['phoneNumber/check', checkNumber, [{ items: [{}], parameters: { recipient: '+33612345678' } }]],
	['balance/get', getBalance, [{ items: people(1) }]],
];

describe.each(FORMS)('%s', (name, run, given) => {
	const schema = schemaOf(`v1.0.0/${name}`);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'returns what its schema tells, with On Error: %s',
		async (onError) => {
			const seen = new Set<string>();
			for (const one of given) {
				service();
				const { items } = await run({ ...one, onError });
				for (const { json } of items) {
					expect(unknownIn(json, schema, '')).toStrictEqual([]);
					for (const [field, value] of Object.entries(json as IDataObject)) {
						if (value !== null) seen.add(field);
					}
				}
			}
			// What waits leaves by the error output.
			const optional = onError === 'continueErrorOutput' ? ['sendAt'] : [];
			const never = Object.keys(schema.properties!).filter(
				(field) => !seen.has(field) && !optional.includes(field),
			);
			expect(never).toStrictEqual([]);
		},
	);
});

it('has one for each operation', () => {
	const { properties } = new SmsGateway().description;
	const operations = properties
		.filter((field) => field.name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as Array<{ value: string }>).map(
				({ value }) => `${String(displayOptions!.show!.resource![0])}/${value}`,
			),
		);

	const files = readdirSync(join(FOLDER, 'v1.0.0'), { recursive: true }).map(String);
	expect(files.filter((file) => file.endsWith('.json')).sort()).toStrictEqual(
		operations.map((name) => `${name}.json`).sort(),
	);
});

it('has one for the trigger', async () => {
	gateway().balance(balance);
	const { items } = await (await createEngine()).poll();
	expect(items).toHaveLength(1);
	expect(unknownIn(items![0]!.json, schemaOf('v1.0.0'), '')).toStrictEqual([]);
	expect(Object.keys(items![0]!.json)).toStrictEqual(Object.keys(schemaOf('v1.0.0').properties!));
});
