import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, refusal, send, type Given } from '../run';

const messagesOf = async (run: typeof bulkSend, given: Given): Promise<string[]> => {
	const { hints } = await run({ onError: 'continueRegularOutput', ...given });
	return hints.map(({ message }) => message);
};

describe('the editor shows in one line', () => {
	it('nothing where all went as it looks', async () => {
		gateway().bulk(accepted);

		expect(await messagesOf(bulkSend, { items: people(3) })).toEqual([]);
	});

	it('how many were skipped, and why', async () => {
		gateway().bulk(accepted);
		const items = [...people(3), ...people(1), { phone: 'abc' }, { phone: '' }];
		const safeguards = { excludedRecipients: phones(3)[2] };

		expect(await messagesOf(bulkSend, { items, safeguards })).toEqual([
			'Of 6 recipients: 2 accepted, 2 invalid, 1 duplicate, 1 excluded. See the output for details.',
		]);
	});

	it('what was refused, and what is unknown', async () => {
		gateway().bulk([accepted, refusal('No'), { status: 500 }, { error: 'ECONNREFUSED' }]);
		const options = { batchSize: 1, concurrency: 1, maxAttempts: 1 };

		expect(await messagesOf(bulkSend, { items: people(4), options })).toEqual([
			'Of 4 recipients: 1 accepted, 1 refused by the service, 1 unknown (may have been sent), 1 not sent. See the output for details.',
		]);
	});

	it('in orange only what is not on purpose', async () => {
		const typeOf = async (items: Given['items']) => {
			gateway().bulk(accepted);
			const { hints } = await bulkSend({ items, onError: 'continueRegularOutput' });
			return hints.map(({ type }) => type);
		};

		expect(await typeOf([...people(2), ...people(1)])).toEqual(['info']);
		expect(await typeOf([...people(2), { phone: 'abc' }])).toEqual(['warning']);
	});

	it('that a key is empty, which protects nobody', async () => {
		gateway().bulk(accepted);
		const items = [
			{ ...people(2)[0], order: 7 },
			{ ...people(2)[1], order: '' },
		];
		const safeguards = { deduplicationKey: "={{ $json.order || '' }}" };

		expect(await messagesOf(bulkSend, { items, safeguards, workflowId: 'half-keyed' })).toEqual([
			"1 recipient has an empty 'Deduplication Key', so running this again would send duplicates. Check the expression of the key.",
		]);
	});

	it('what became of a single recipient', async () => {
		gateway().send(refusal('No'));

		expect(await messagesOf(send, { items: people(1) })).toEqual([
			'The recipient: 1 refused by the service. See the output for details.',
		]);
	});

	it('what an earlier attempt has sent already', async () => {
		gateway().bulk([accepted, refusal('No'), accepted]);
		const { hints } = await bulkSend({
			items: people(2),
			options: { batchSize: 1, concurrency: 1 },
			retryOnFail: true,
			maxTries: 2,
		});

		expect(hints.map(({ message }) => message)).toEqual([
			'Of 2 recipients: 1 accepted, 1 accepted in an earlier attempt and not sent again. See the output for details.',
		]);
	});

	it.each([
		[
			'a ’ that doubles the price',
			`${'a'.repeat(99)}’`,
			"A message may be billed as 2 SMS instead of 1, because of: ’. 'Preview' shows what to write instead.",
		],
		[
			'a blank that nobody sees',
			`${'a'.repeat(99)}\u00a0`,
			"A message may be billed as 2 SMS instead of 1, because of: U+00A0 (invisible). 'Preview' shows what to write instead.",
		],
		[
			'a long text, whose parts hold less',
			'a'.repeat(320),
			'A message may be billed as 3 SMS instead of 2, because each part of a long text holds less than 160 characters.',
		],
	])('%s', async (_, message, hint) => {
		gateway().bulk(accepted);

		expect(await messagesOf(bulkSend, { items: people(2), parameters: { message } })).toEqual([
			hint,
		]);
	});

	it.each(['’ but short', 'é à ù £ €', 'a'.repeat(306)])(
		'nothing about a text that costs what it seems: %s',
		async (message) => {
			gateway().bulk(accepted);

			expect(await messagesOf(bulkSend, { items: people(1), parameters: { message } })).toEqual([]);
		},
	);

	it('one line for a hundred texts that cost more', async () => {
		gateway().bulk(accepted);
		const hints = await messagesOf(bulkSend, {
			items: people(100),
			parameters: { message: `={{ $json.phone }}${'a'.repeat(99)}’` },
		});

		expect(hints).toHaveLength(1);
	});

	it('what is wrong with the credential', async () => {
		gateway();
		const credentials = { baseUrl: 'sms.example.com', accessToken: 'x' };

		expect(await messagesOf(bulkSend, { items: people(3), credentials })).toEqual([
			expect.stringMatching(/^The 'Base URL' .* Nothing was sent\.$/),
		]);
	});

	it('why a limit let nothing pass, and nothing else', async () => {
		gateway();
		const [hint, ...others] = await messagesOf(bulkSend, {
			items: people(3),
			safeguards: { maxSms: 1 },
		});

		expect(hint).toMatch(/^Nothing was sent: this would need 3 SMS, and 'Max SMS' allows 1/);
		expect(others).toEqual([]);
	});
});
