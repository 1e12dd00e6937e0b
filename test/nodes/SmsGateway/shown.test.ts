/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SmsGatewayApi } from '../../../credentials/SmsGatewayApi.credentials';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import { SmsGatewayTrigger } from '../../../nodes/SmsGateway/SmsGatewayTrigger.node';

const SOURCES = join(__dirname, '../../../nodes/SmsGateway');

describe.each([
	['SMS Gateway', new SmsGateway()],
	['SMS Gateway Trigger', new SmsGatewayTrigger()],
])('%s', (name, { description, methods }) => {
	it('has the same name in the list of nodes and on the canvas', () => {
		expect(description.displayName).toBe(name);
		expect(description.defaults.name).toBe(name);
	});

	it('has an icon for light and one for dark', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		const files = [light, dark].map((icon) => join(SOURCES, icon.replace(/^file:/, '')));

		expect(light).not.toBe(dark);
		expect(files.filter((file) => !existsSync(file))).toStrictEqual([]);
	});

	it('asks for an account that its own test can try; Check and Preview run without one', () => {
		const { name: asked, required, testedBy } = description.credentials![0]!;
		expect(asked).toBe(new SmsGatewayApi().name);
		expect(required).toBe(name === 'SMS Gateway Trigger');
		expect(methods.credentialTest).toHaveProperty(testedBy as string);
	});
});

it('hides the token', () => {
	const hidden = new SmsGatewayApi().properties.filter(({ typeOptions }) => typeOptions?.password);
	expect(hidden.map(({ name }) => name)).toStrictEqual(['accessToken']);
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
	const wrong = (isRight: (one: Entry) => boolean) =>
		entries.filter((one) => !isRight(one)).map(({ name }) => name);

	it('have a name that a person can read, and a description of words where they have one', () => {
		const nameOf = (one: Entry) => ('displayName' in one ? one.displayName : one.name);
		expect(wrong((one) => /^\S.*\S$/.test(nameOf(one)))).toStrictEqual([]);
		const isWordless = (one: Entry) => 'description' in one && !/^\S.{9}/s.test(one.description!);
		expect(wrong((one) => !isWordless(one))).toStrictEqual([]);
	});

	it('begin as what they ask for', () => {
		const kinds: Record<string, string> = {
			...{ string: 'string', dateTime: 'string', options: 'string' },
			...{ number: 'number', boolean: 'boolean' },
			...{ collection: 'object', fixedCollection: 'object', multiOptions: 'object' },
		};
		const begins = (one: Entry) =>
			!('type' in one) || one.type === 'hidden' || typeof one.default === kinds[one.type];
		expect(wrong(begins)).toStrictEqual([]);
	});

	it('invite to add what a collection offers', () => {
		const invites = (one: Entry) =>
			!('type' in one) || one.type !== 'collection' || /^Add /.test(one.placeholder ?? '');
		expect(wrong(invites)).toStrictEqual([]);
	});
});
