/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SmsGatewayApi } from '../../../credentials/SmsGatewayApi.credentials';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import { SmsGatewayTrigger } from '../../../nodes/SmsGateway/SmsGatewayTrigger.node';

const SOURCES = join(__dirname, '../../../nodes/SmsGateway');

const fileOf = (icon: string) => join(SOURCES, icon.replace(/^file:/, ''));

describe.each([
	['SMS Gateway', new SmsGateway()],
	['SMS Gateway Trigger', new SmsGatewayTrigger()],
])('%s', (name, { description, methods }) => {
	it('has the same name in the list of nodes and on the canvas', () => {
		expect(description.displayName).toBe(name);
		expect(description.defaults.name).toBe(name);
		expect(description.description).toMatch(/^Send SMS to one or many recipients/);
	});

	it('has an icon for light and one for dark', () => {
		const { light, dark } = description.icon as { light: string; dark: string };

		expect(light).not.toBe(dark);
		expect([light, dark].map(fileOf).filter((file) => !existsSync(file))).toStrictEqual([]);
		expect([light, dark].filter((icon) => !icon.startsWith('file:'))).toStrictEqual([]);
	});

	it('has one output, and asks for an account that its own test can try', () => {
		expect(description.outputs).toStrictEqual([NodeConnectionTypes.Main]);
		expect(description.credentials).toStrictEqual([
			{
				name: new SmsGatewayApi().name,
				// Check and Preview run without one.
				required: name === 'SMS Gateway Trigger',
				testedBy: expect.any(String),
			},
		]);
		expect(methods.credentialTest).toHaveProperty(description.credentials![0]!.testedBy as string);
	});

	it('tells n8n which nodes go with it, and why', () => {
		const related = description.builderHint?.relatedNodes ?? [];

		expect(related.length).toBeGreaterThan(0);
		for (const { nodeType, relationHint } of related) {
			expect(nodeType).toMatch(/^n8n-nodes-(base|sms-gateway)\.\w+$/);
			expect(relationHint).toMatch(/^[A-Z].{20,}/);
		}
	});
});

it('is a node between others, and the trigger the first', () => {
	const { description: node } = new SmsGateway();
	const { description: trigger } = new SmsGatewayTrigger();

	expect([node.group, node.inputs]).toStrictEqual([['output'], [NodeConnectionTypes.Main]]);
	expect([trigger.group, trigger.inputs, trigger.polling]).toStrictEqual([['trigger'], [], true]);
});

describe('the credential', () => {
	const { displayName, documentationUrl, properties } = new SmsGatewayApi();

	it('says what it is, and where to read more', () => {
		expect(displayName).toBe('SMS Gateway API');
		expect(URL.canParse(documentationUrl)).toBe(true);
	});

	it('asks for an address and a token, and hides the token', () => {
		const asked = properties.filter(({ required }) => required);

		expect(asked.map((one) => [one.displayName, one.type, one.default])).toStrictEqual([
			['Base URL', 'string', ''],
			['Access Token', 'string', ''],
		]);
		expect(asked.map(({ typeOptions }) => typeOptions?.password)).toStrictEqual([undefined, true]);
		expect(asked.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '))).toStrictEqual([]);
	});
});

describe('the fields of the panel', () => {
	type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;
	const within = ({ options = [] }: INodeProperties): Entry[] => [
		...options,
		...options.flatMap((one) => ('values' in one ? one.values : 'type' in one ? within(one) : [])),
	];
	const entries = [new SmsGateway(), new SmsGatewayTrigger(), new SmsGatewayApi()]
		.flatMap((one) => ('description' in one ? one.description.properties : one.properties))
		.flatMap((field) => [field, ...within(field)]);
	const fields = entries.filter((one): one is INodeProperties => 'type' in one);
	const namesOf = (list: readonly INodeProperties[]) => list.map(({ name }) => name);
	const KINDS: Record<string, string> = {
		string: 'string',
		number: 'number',
		boolean: 'boolean',
		dateTime: 'string',
		collection: 'object',
		fixedCollection: 'object',
	};

	it('have a name that a person can read', () => {
		const nameless = entries.filter(
			(one) => !/^\S.*\S$/.test('displayName' in one ? one.displayName : one.name),
		);

		expect(nameless.map(({ name }) => name)).toStrictEqual([]);
	});

	it('begin as what they ask for', () => {
		const wrong = fields.filter(
			({ type, default: first }) => type in KINDS && typeof first !== KINDS[type],
		);

		expect(namesOf(wrong)).toStrictEqual([]);
		const known = [...Object.keys(KINDS), 'options', 'multiOptions', 'notice', 'hidden'];
		expect(namesOf(fields.filter(({ type }) => !known.includes(type)))).toStrictEqual([]);
	});

	it('are described in words, where they are described', () => {
		const wordless = entries.filter(
			(one) => 'description' in one && !/^\S.{9,}/s.test(one.description ?? ''),
		);

		expect(wordless.map(({ name }) => name)).toStrictEqual([]);
	});

	it('invite to add what a collection offers', () => {
		const collections = fields.filter(({ type }) => type === 'collection');

		expect(collections.map(({ placeholder }) => placeholder)).not.toContain(undefined);
		for (const { placeholder } of collections) expect(placeholder).toMatch(/^Add /);
	});
});
