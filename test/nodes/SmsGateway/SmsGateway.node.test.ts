import { SmsGateway } from '../../../nodes/SmsGateway/SmsGateway.node';
import codex from '../../../nodes/SmsGateway/SmsGateway.node.json';
import { createEngine } from '../../support/engine';
import { causesOf } from '../../support/error-data';
import { gateway } from '../../support/gateway';
import { accepted, people, send } from './run';

const { properties, subtitle, webhooks = [] } = new SmsGateway().description;

it('is opened and answered by its link', () => {
	expect(webhooks.map(({ httpMethod }) => httpMethod)).toStrictEqual(['GET', 'POST']);
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

	expect(causesOf(error)).toStrictEqual(['wrongSetting invalidParameter Operation']);
});

it('has a subtitle that is one expression, which a }} inside it would end', () => {
	expect(subtitle).toMatch(/^=\{\{((?!\}\}).)*\}\}$/);
});

it('keeps hints short enough to be read, and names actions without articles', () => {
	const hints = properties.flatMap(({ hint = '' }) => hint.replace(/<[^>]*>/g, ''));
	expect(hints.filter(({ length }) => length >= 120)).toStrictEqual([]);

	const operations = properties.filter(({ name }) => name === 'operation');
	const actions = operations.flatMap(({ options }) => options as Array<{ action: string }>);
	expect(actions.filter(({ action }) => /\b(a|an|the)\b/i.test(action))).toStrictEqual([]);
});

it('is found by the words that people search for', () => {
	const words =
		'notify|notification|otp|reminder|alert|campaign|send message|text message|send sms|bulk sms|sms balance|low balance|check phone number';
	const alias = codex.alias.join('|').toLowerCase();
	expect(words.split('|').filter((word) => !alias.includes(word))).toStrictEqual([]);
});
