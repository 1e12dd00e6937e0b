import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SmsGatewayApi } from '../../../credentials/SmsGatewayApi.credentials';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import { SmsGatewayTrigger } from '../../../nodes/SmsGateway/SmsGatewayTrigger.node';

describe.each([
	['SMS Gateway', new SmsGateway()],
	['SMS Gateway Trigger', new SmsGatewayTrigger()],
])('%s', (name, { description, methods }) => {
	it('has one output, and asks for an account that its own test can try', () => {
		expect(description.outputs).toEqual([NodeConnectionTypes.Main]);
		expect(description.credentials).toEqual([
			{
				name: new SmsGatewayApi().name,
				// Check and Preview run without one.
				required: name === 'SMS Gateway Trigger',
				testedBy: expect.any(String),
			},
		]);
		expect(methods.credentialTest).toHaveProperty(description.credentials![0]!.testedBy as string);
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

		expect(nameless.map(({ name }) => name)).toEqual([]);
	});

	it('begin as what they ask for', () => {
		const wrong = fields.filter(
			({ type, default: first }) => type in KINDS && typeof first !== KINDS[type],
		);

		expect(namesOf(wrong)).toEqual([]);
		const known = [...Object.keys(KINDS), 'options', 'multiOptions', 'notice', 'hidden'];
		expect(namesOf(fields.filter(({ type }) => !known.includes(type)))).toEqual([]);
	});

	it('are described in words, where they are described', () => {
		const wordless = entries.filter(
			(one) => 'description' in one && !/^\S.{9,}/s.test(one.description ?? ''),
		);

		expect(wordless.map(({ name }) => name)).toEqual([]);
	});

	it('invite to add what a collection offers', () => {
		const collections = fields.filter(({ type }) => type === 'collection');

		expect(collections.map(({ placeholder }) => placeholder)).not.toContain(undefined);
		for (const { placeholder } of collections) expect(placeholder).toMatch(/^Add /);
	});
});
