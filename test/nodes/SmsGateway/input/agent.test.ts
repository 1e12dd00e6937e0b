import type { INode } from 'n8n-workflow';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import TOLD from './agent.json';
import { accepted, all, bulkSend, e164, people, phones, preview } from '../run';

const tool = (message: string, safeguards: object = {}) => ({
	resource: 'sms',
	operation: 'send',
	senderId: 'MyShop',
	recipient: "={{ $fromAI('to') }}",
	message,
	safeguards: { ...safeguards },
	options: {},
});

async function replyTo(parameters: INode['parameters'], given: string) {
	const engine = await createEngine();
	const options = { items: [{ greeting: 'Dear {{ x }},' }], parameters };
	return (await engine.useAsTool(options, [{ to: phones(1)[0]!, given }])).replies[0];
}

it('sends nothing where its error output would hide the result from the agent', async () => {
	const service = gateway().send(accepted);
	const options = { parameters: tool('Hello'), node: { onError: 'continueErrorOutput' } } as const;
	await (await createEngine()).useAsTool(options, [{ to: phones(1)[0]! }]);
	expect(service.requests).toStrictEqual([]);
});

it("reads the item of the agent that calls the tool, not the agent's words", async () => {
	const service = gateway().send(accepted);
	const parameters = tool("=Hello {{ $json.name }}, {{ $fromAI('text') }}");
	await (
		await createEngine()
	).useAsTool({ items: [{ name: 'Ada {{ x }}' }], parameters }, [
		{ to: phones(1)[0]!, text: 'hi', name: 'Eve' },
	]);

	expect(service.requests.map(({ body }) => body!.message)).toStrictEqual([
		'Hello Ada {{ x }}, hi',
	]);
});

it.each([
	["=Hello {{ $fromAI('given') }}", {}, 0],
	["=Hello {{ /*n8n-auto-generated-fromAI-override*/ $fromAI('given', ``, 'string') }}", {}, 0],
	["=Hello {{ $fromai('given').trim() }}", {}, 0, 'leads to no value'],
	['Hello', { deduplicationKey: "={{ $fromAI('given', 'The order') }}" }, 0],
	["=Hello {{ $fromAI('given', 'What else?', 'string', '') }}", {}, 1],
	["=Hello {{ $fromAI('given') || '' }}", {}, 1],
	["=Hello {{ $fromAI('to') }}", {}, 1],
])(
	'takes an empty word of an agent for a hole as an empty field is: %s, %j',
	async (message, safeguards, sent, is = 'is empty') => {
		const service = gateway().send(accepted);
		const reply = await replyTo(tool(message, safeguards), '');

		expect(service.requests).toHaveLength(sent);
		if (sent === 0) expect(reply).toContain(`given\\" ${is}`);
	},
);

it.each(TOLD as Array<[string, object, string, string]>)(
	'tells a model %s',
	async (_, more, given, says) => {
		const service = gateway().bulk(accepted).send(accepted);
		const reply = await replyTo({ ...tool('Hello'), ...more }, given);
		expect(service.requests).toHaveLength(says === 'Accepted' ? 1 : 0);
		expect(reply).toMatch(new RegExp(says));
	},
);

it('blames no model for what an item lacks, nor tells it that one was skipped who got the SMS', async () => {
	gateway().bulk(accepted);
	const lacks = await replyTo(tool("={{ $json.name + $fromAI('given') }}"), 'hi');
	expect(lacks).toContain(
		'The tool lacks a value. Nothing was sent now. Tell the user; do not call again',
	);
	const bulk = { operation: 'bulkSend', recipients: "={{ $fromAI('given') }}" };
	const more = { ...bulk, options: { output: 'summary' } };
	const [one, two] = phones(2).map(e164);
	const reply = await replyTo({ ...tool('Hello'), ...more }, `${one},${one},${two}`);
	expect(reply).toContain('2 accepted, 1 duplicate');
	expect(reply).not.toContain('Skipped');
});

it.each(['summary', 'recipients'])('previews to a model what looks wrong: %s', async (output) => {
	const text = `NULL ’${'x'.repeat(80)}`;
	const more = { operation: 'preview', recipients: '+33140205050', options: { output } };
	const reply = await replyTo({ ...tool(text), ...more }, '');
	expect(reply).toMatch(/landline.*NULL.*SMS instead of 1/);
	expect(reply).not.toContain("'Options");
});

it('keeps a recipient from a second SMS by any part of a key, and only by a key', async () => {
	const service = gateway().bulk(accepted);
	const parts = [
		['A', '', ''],
		['', ' ', 'A'],
		['', 7, ''],
		['', ' ', ''],
	];
	const items = people(4).map((one, index) => ({ ...one, part: parts[index] as never }));
	const deduplicationKey = `=${[0, 1, 2].map((at) => `{{ $json.part[${at}] || '' }}`).join('')}`;
	for (let run = 0; run < 2; run++) await bulkSend({ items, safeguards: { deduplicationKey } });

	expect(service.recipients).toStrictEqual([...phones(4), phones(4)[3]]);
});

it('says of an item what is wrong with it where a setting refuses all', async () => {
	const items = [{ phone: '+33 6 12' }, ...people(1)];
	const safeguards = { allowedCountries: ['XX'] };
	const result = await preview({ items, safeguards, onError: 'continueRegularOutput' });

	expect(all(result, 'reason')).toStrictEqual(['invalidRecipient', 'invalidParameter']);
});
