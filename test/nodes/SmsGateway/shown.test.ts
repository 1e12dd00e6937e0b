/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NodeConnectionTypes } from 'n8n-workflow';
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
		expect([light, dark].map(fileOf).filter((file) => !existsSync(file))).toEqual([]);
		expect([light, dark].filter((icon) => !icon.startsWith('file:'))).toEqual([]);
	});

	it('has one output, and asks for an account that its own test can try', () => {
		expect(description.outputs).toEqual([NodeConnectionTypes.Main]);
		expect(description.credentials).toEqual([
			{ name: new SmsGatewayApi().name, required: true, testedBy: expect.any(String) },
		]);
		expect(methods.credentialTest).toHaveProperty(description.credentials![0]!.testedBy as string);
	});

	it('shows under its name what it does', () => {
		expect(description.subtitle).toMatch(/^=\{\{.*\$parameter\[/);
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

	expect([node.group, node.inputs]).toEqual([['output'], [NodeConnectionTypes.Main]]);
	expect([trigger.group, trigger.inputs, trigger.polling]).toEqual([['trigger'], [], true]);
});

describe('the credential', () => {
	const { displayName, documentationUrl, properties } = new SmsGatewayApi();

	it('says what it is, and where to read more', () => {
		expect(displayName).toBe('SMS Gateway API');
		expect(URL.canParse(documentationUrl)).toBe(true);
	});

	it('asks for an address and a token, and hides the token', () => {
		const asked = properties.filter(({ required }) => required);

		expect(asked.map((one) => [one.displayName, one.type, one.default])).toEqual([
			['Base URL', 'string', ''],
			['Access Token', 'string', ''],
		]);
		expect(asked.map(({ typeOptions }) => typeOptions?.password)).toEqual([undefined, true]);
		expect(asked.filter(({ placeholder }) => !placeholder?.startsWith('e.g. '))).toEqual([]);
	});

	it('allows no insecure HTTP unless told to', () => {
		expect(properties.find(({ name }) => name === 'allowInsecureHttp')).toMatchObject({
			displayName: 'Allow Insecure HTTP',
			type: 'boolean',
			default: false,
		});
	});

	it('describes each field', () => {
		expect(properties.filter(({ description }) => !/^\w.{20,}/.test(description ?? ''))).toEqual(
			[],
		);
	});
});
