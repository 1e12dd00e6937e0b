import fc from 'fast-check';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, preview } from '../run';

// What is read of the input decides who gets which SMS: several placeholders, unclosed ones, lists
// that only some items have, and the input of an agent.

const onError = 'continueRegularOutput' as const;
const someItems = <T>(value: fc.Arbitrary<T>) =>
	fc.array(value, { minLength: 1, maxLength: 5 }).map((values) => ({
		values,
		items: people(values.length).map((person, index) => ({ ...person, value: values[index] })),
	}));

it('keeps a recipient from a second SMS by any part of a key, and only by a key', async () => {
	const { deduplicator } = await createEngine();
	const part = fc.constantFrom('', ' ', 'A', '7');
	const parts = someItems(fc.array(part, { minLength: 3, maxLength: 3 }));
	await fc.assert(
		fc.asyncProperty(parts, fc.integer({ min: 1, max: 3 }), async ({ items, values }, count) => {
			deduplicator.reset();
			const deduplicationKey = `=${[0, 1, 2]
				.slice(0, count)
				.map((index) => `{{ $json.value[${index}] || '' }}`)
				.join('')}`;
			const service = gateway().bulk(accepted);
			const run = { items, safeguards: { deduplicationKey } };
			await bulkSend(run as never);
			await bulkSend(run as never);

			const isKeyed = (index: number) => values[index]!.slice(0, count).join('').trim() !== '';
			const twice = phones(items.length).filter((_, index) => !isKeyed(index));
			expect([...service.recipients].sort()).toStrictEqual(
				[...phones(items.length), ...twice].sort(),
			);
		}),
		{ numRuns: 40 },
	);
});

it('sends to nobody whom any item excludes, and to all others', async () => {
	const excluded = fc.constantFrom(
		...[null, '', ' ', undefined, []],
		...phones(5).map((phone) => `+${phone}`),
		...phones(5).map((phone) => [phone]),
	);
	await fc.assert(
		fc.asyncProperty(someItems(excluded), async ({ items, values }) => {
			// Where no item has a list, the expression is a mistake.
			fc.pre(values.some((value) => value !== null && value !== undefined));
			const service = gateway().bulk(accepted);
			await bulkSend({
				items: items as never,
				safeguards: { excludedRecipients: '={{ $json.value }}' },
				onError,
			});

			const optedOut = values.flat().map((value) => String(value).replace('+', ''));
			const expected = phones(items.length).filter((phone) => !optedOut.includes(phone));
			expect(service.recipients).toStrictEqual(expected);
		}),
		{ numRuns: 60 },
	);
});

it("reads the item of the agent that calls the tool, not the agent's words", async () => {
	const service = gateway().send(accepted);
	const tool = {
		items: [{ name: 'Ada' }],
		parameters: {
			resource: 'sms',
			operation: 'send',
			senderId: 'MyShop',
			recipient: "={{ $fromAI('to') }}",
			message: "=Hello {{ $json.name }}, {{ $fromAI('text') }}",
			safeguards: {},
			options: {},
		},
	};
	await (await createEngine()).useAsTool(tool, [{ to: phones(1)[0]!, text: 'hi', name: 'Eve' }]);

	expect(service.requests.map(({ body }) => body!.message)).toStrictEqual(['Hello Ada, hi']);
});

it.each([
	["=Hello {{ $fromAI('text') }}", {}, 0],
	["=Hello {{ /*n8n-auto-generated-fromAI-override*/ $fromAI('text', ``, 'string') }}", {}, 0],
	["=Hello {{ $fromai('text').trim() }}", {}, 0],
	['Hello', { deduplicationKey: "={{ $fromAI('text', 'The order') }}" }, 0],
	["=Hello {{ $fromAI('text', 'What else?', 'string', '') }}", {}, 1],
	["=Hello {{ $fromAI('text') || '' }}", {}, 1],
	["=Hello {{ $fromAI('to') }}", {}, 1],
])(
	'takes an empty word of an agent for a hole as an empty field is: %s, %j',
	async (message, safeguards, sent) => {
		const service = gateway().send(accepted);
		const parameters = {
			resource: 'sms',
			operation: 'send',
			senderId: 'MyShop',
			recipient: "={{ $fromAI('to') }}",
			message,
			safeguards,
			options: {},
		};
		const { replies } = await (
			await createEngine()
		).useAsTool({ parameters }, [{ to: phones(1)[0]!, text: '' }]);

		expect(service.requests).toHaveLength(sent);
		if (sent === 0) expect(replies[0]).toContain('has no value for {{ $from');
	},
);

it('says of an item what is wrong with it where a setting refuses all', async () => {
	const items = [{ phone: '+33 6 12' }, ...people(1)];
	const safeguards = { allowedCountries: ['XX'] };
	const { items: rows } = await preview({ items, safeguards, onError });

	expect(rows.map(({ json }) => json.reason)).toStrictEqual([
		'invalidRecipient',
		'invalidParameter',
	]);
});
