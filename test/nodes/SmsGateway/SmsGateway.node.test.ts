import type { INodeTypeDescription } from 'n8n-workflow';
import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import codex from '../../../nodes/SmsGateway/SmsGateway.node.json';
import { createEngine } from '../../support/engine';
import { causesOf } from '../../support/error-data';
import { gateway } from '../../support/gateway';
import { accepted, people, send } from './run';

const description = (): INodeTypeDescription => new SmsGateway().description;

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

	expect(causesOf(error)).toStrictEqual(['wrongSetting invalidParameter Operation']);
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

const WORDS =
	'notify|notification|otp|reminder|alert|campaign|send message|text message|send sms|bulk sms|sms balance|low balance|check phone number';

it.each(WORDS.split('|'))('is found by the word %s', (word) => {
	expect(
		codex.alias.map((alias) => alias.toLowerCase()).some((alias) => alias.includes(word)),
	).toBe(true);
});
