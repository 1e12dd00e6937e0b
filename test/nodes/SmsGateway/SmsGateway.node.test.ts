import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import codex from '../../../nodes/SmsGateway/SmsGateway.node.json';
import { SmsGatewayTrigger } from '../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import { createEngine } from '../../support/engine';
import { gateway } from '../../support/gateway';
import { accepted, bulkSend, getBalance, people, send } from './run';

const description = (): INodeTypeDescription => new SmsGateway().description;
const named = (name: string, operation?: string): INodeProperties =>
	description().properties.find(
		(property) =>
			property.name === name &&
			(operation === undefined ||
				(property.displayOptions?.show?.operation as string[] | undefined)?.includes(operation)),
	)!;

it('keeps the names that saved workflows depend on', () => {
	expect(named('resource').options!.map((option) => 'value' in option && option.value)).toEqual([
		'sms',
		'phoneNumber',
		'balance',
	]);
	const operations = description().properties.filter(({ name }) => name === 'operation');
	expect(
		operations.map(({ options, default: usual }) => [
			options!.map((option) => 'value' in option && option.value),
			usual,
		]),
	).toEqual([
		[['send', 'bulkSend', 'sendAndWait', 'preview'], 'send'],
		[['check'], 'check'],
		[['get'], 'get'],
	]);
	expect(description()).toMatchObject({ name: 'smsGateway', version: 1, usableAsTool: true });
});

const settingsOf = (list: string, operation: string): string[] =>
	((named(list, operation)?.options ?? []) as INodeProperties[])
		.filter(({ displayOptions }) => {
			const shownFor = displayOptions?.show?.['/operation'] as string[] | undefined;
			return shownFor === undefined || shownFor.includes(operation);
		})
		.map(({ name }) => name);

it('offers each operation on the same people the same safeguards', () => {
	const all = [
		'allowedCountries',
		'allowedRecipients',
		'checkBalance',
		'deduplicationKey',
		'doNotSendAfter',
		'dryRun',
		'excludedRecipients',
		'maxSms',
		'maxSmsPerDay',
		'maxSmsPerRecipient',
		'unitsPerSms',
		'sendWindow',
		'skipRepeats',
		'testRecipients',
	];

	expect(settingsOf('safeguards', 'bulkSend')).toEqual(all);
	expect(settingsOf('safeguards', 'send')).toEqual(all);
	expect(settingsOf('safeguards', 'preview')).toEqual(all);
	expect(settingsOf('safeguards', 'get')).toEqual([]);
});

it('offers each operation on the same people the same options', () => {
	const all = [
		'batchSize',
		'concurrency',
		'defaultCountry',
		'emptyValues',
		'uncertain',
		'includeInputFields',
		'includeResponseLink',
		'maxAttempts',
		'output',
		'replaceSpecialCharacters',
		'requestsPerSecond',
		'timeout',
	];

	expect(settingsOf('options', 'bulkSend')).toEqual(all);
	expect(settingsOf('options', 'send')).toEqual(all);
	expect(settingsOf('options', 'preview')).toEqual(all);
	expect(settingsOf('options', 'get')).toEqual(['maxAttempts', 'timeout']);
});

it.each([
	['send', send],
	['bulkSend', bulkSend],
	['get', getBalance],
] as const)('does nothing without items: %s', async (_, run) => {
	const service = gateway();
	const { items, status } = await run({ items: [] });

	expect(status).toBe('success');
	expect(items).toEqual([]);
	expect(service.requests).toEqual([]);
});

it('sends by default: a node as it is dropped into the editor', async () => {
	const service = gateway().send(accepted);
	const engine = await createEngine();
	await engine.run({
		items: people(1),
		parameters: { senderId: 'MyShop', recipient: '={{ $json.phone }}', message: 'Hello' },
	});

	expect(service.of('send')).toHaveLength(1);
});

it('says so when there is no such operation', async () => {
	gateway();
	const { error } = await send({ parameters: { operation: 'recall' } });

	expect(error!.message).toContain('"recall"');
});

it('asks for numbers as text, so that no leading sign is lost', () => {
	expect(named('recipient').type).toBe('string');
	expect(named('recipients', 'bulkSend').type).toBe('string');
});

it('has a subtitle that is one expression, which a }} inside it would end', () => {
	const { subtitle } = new SmsGateway().description;

	expect(subtitle).toMatch(/^=\{\{.*\}\}$/);
	expect(subtitle!.slice(0, -2)).not.toContain('}}');
});

it('keeps hints short enough to be read', () => {
	const hints = description().properties.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));

	expect(hints.length).toBeGreaterThan(0);
	for (const hint of hints) expect(hint.replace(/<[^>]*>/g, '').length).toBeLessThan(120);
});

it('names actions without articles', () => {
	const operations = description().properties.filter(({ name }) => name === 'operation');
	const actions = operations.flatMap(({ options }) => options as Array<{ action: string }>);

	for (const { action } of actions) expect(action).not.toMatch(/\b(a|an|the)\b/i);
});

it.each([
	'notify',
	'notification',
	'otp',
	'reminder',
	'alert',
	'campaign',
	'send message',
	'text message',
	'send sms',
	'bulk sms',
	'sms balance',
	'low balance',
])('is found by the word %s', (word) => {
	expect(
		codex.alias.map((alias) => alias.toLowerCase()).some((alias) => alias.includes(word)),
	).toBe(true);
});

it.each([SmsGateway, SmsGatewayTrigger])("tells n8n's AI builder how to use %p", (Type) => {
	const { builderHint } = new Type().description;

	expect(builderHint?.searchHint).not.toBe('');
	expect(builderHint?.relatedNodes?.length).toBeGreaterThan(0);
});
