import type { IExecuteFunctions } from 'n8n-workflow';
import { showHints } from '../../../../nodes/SmsGateway/output/hints';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, preview, refusal, send, type Given } from '../run';

const messagesOf = async (run: typeof bulkSend, given: Given): Promise<string[]> => {
	const { hints } = await run({ onError: 'continueRegularOutput', ...given });
	return hints.map(({ message }) => message).filter((message) => !ALL_SENT.test(message));
};

/** What every run that went well says. */
const ALL_SENT = /^\d+ accepted, \d+ SMS\./;

describe('the editor shows in one line', () => {
	it('what was sent, where all went as it looks', async () => {
		gateway().bulk(accepted);
		const given = { items: people(3), parameters: { message: 'x'.repeat(200) } };

		const byTrigger = await bulkSend(given);
		expect(byTrigger.hints).toStrictEqual([
			{ message: '3 accepted, 6 SMS.', type: 'info', location: 'outputPane' },
		]);
	});

	it('that executing it by hand again sends again, and what prevents it', async () => {
		gateway().bulk(accepted);
		const again = async (safeguards: Given['safeguards']) =>
			(await bulkSend({ items: people(2), safeguards, mode: 'manual' })).hints[0]!.message;

		expect(await again({})).toBe(
			"2 accepted, 2 SMS. If you execute again, the 2 accepted get a second SMS. 'Safeguards > Skip Repeats' prevents that for SMS sent after you add it.",
		);
		expect(await again({ skipRepeats: 'ever' })).toBe('2 accepted, 2 SMS.');
		expect(await again({ excludedRecipients: phones(2)[1] })).toBe(
			"Of 2 recipients: 1 accepted, 1 excluded. See the output for details. If you execute again, the 1 accepted gets a second SMS. 'Safeguards > Skip Repeats' prevents that for SMS sent after you add it.",
		);
	});

	it.each([['15125550143', 'DE', 'could also be +1 512 555 0143 (United States)']])(
		'that %s is a number of %s, or another thing',
		async (phone, defaultCountry, words) => {
			gateway().bulk(accepted);
			const given = { items: [{ phone }], options: { defaultCountry } };
			expect(await messagesOf(bulkSend, given)).toStrictEqual([expect.stringContaining(words)]);
		},
	);

	it('in the words of Preview why somebody gets nothing', async () => {
		gateway().bulk(accepted);
		const hour = new Date().getUTCHours();
		const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
		const items = [
			{ phone: '46701740611', text: 'Hi', until: '' },
			{ phone: '2290197000002', text: 'Hi', until: '2026-01-01T10:00:00Z' },
			{ phone: '2290197000003', text: 'Hi', until: '' },
			{ phone: 'abc', text: 'Hi', until: '' },
		];
		const given: Given = {
			items,
			parameters: { message: '={{ $json.text }}' },
			safeguards: {
				allowedCountries: ['BJ'],
				doNotSendAfter: '={{ $json.until }}',
				sendWindow: { window: { from: at(3), until: at(5) } },
			},
		};
		const words =
			"1 invalid, 1 in a country that is not allowed, 1 past 'Do Not Send After', 1 outside the send window";
		const [hint] = await messagesOf(bulkSend, given);
		expect(hint).toBe(`Nobody got an SMS: ${words}. See the output for details.`);
		const previewed = await preview({ ...given, onError: 'continueRegularOutput' });
		expect(previewed.hints[0]!.message).toContain(words);
	});

	it('in orange only what is not on purpose', async () => {
		const typeOf = async (items: Given['items']) => {
			gateway().bulk(accepted);
			const { hints } = await bulkSend({ items, onError: 'continueRegularOutput' });
			return hints.map(({ type }) => type);
		};

		expect(await typeOf([...people(2), ...people(1)])).toStrictEqual(['info']);
		expect(await typeOf([...people(2), { phone: 'abc' }])).toStrictEqual(['warning']);
	});

	it('that a key is empty, which protects nobody', async () => {
		gateway().bulk(accepted);
		const items = [
			{ ...people(2)[0], order: 7 },
			{ ...people(2)[1], order: '' },
		];
		const safeguards = { deduplicationKey: "={{ $json.order || '' }}" };

		expect(
			await messagesOf(bulkSend, { items, safeguards, workflowId: 'half-keyed' }),
		).toStrictEqual([
			"1 recipient has an empty 'Safeguards > Deduplication Key', so running this again would send duplicates. Check the expression of the key.",
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

		expect(hints.map(({ message }) => message)).toStrictEqual([
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
			'a € that counts as two characters',
			`${'a'.repeat(159)}€`,
			'A message may be billed as 2 SMS instead of 1, because € [ ] { } \\ ^ | ~ count as two characters each.',
		],
		[
			'a long text, whose parts hold less',
			'a'.repeat(320),
			'A message may be billed as 3 SMS instead of 2, because each part of a long text holds less than 160 characters.',
		],
	])('%s', async (_, message, hint) => {
		gateway().bulk(accepted);

		expect(await messagesOf(bulkSend, { items: people(2), parameters: { message } })).toStrictEqual(
			[hint],
		);
	});

	it.each(['’ but short', 'é à ù £ €', 'a'.repeat(306)])(
		'nothing about a text that costs what it seems: %s',
		async (message) => {
			gateway().bulk(accepted);

			expect(
				await messagesOf(bulkSend, { items: people(1), parameters: { message } }),
			).toStrictEqual([]);
		},
	);

	it('what is wrong with the credential', async () => {
		gateway();
		const credentials = { baseUrl: 'sms.example.com', accessToken: 'x' };

		expect(await messagesOf(bulkSend, { items: people(3), credentials })).toStrictEqual([
			expect.stringMatching(/^Nothing was sent\. The 'Base URL' isn't a valid URL\./),
		]);
	});

	it('what is wrong with a setting, once for all', async () => {
		gateway();
		const options = { batchSize: 'many' };

		expect(await messagesOf(bulkSend, { items: people(3), options })).toStrictEqual([
			`'Options > Batch Size' must be a whole number of 1 or more. It is "many". Nothing was sent.`,
		]);
	});

	it('why a limit let nothing pass, and nothing else', async () => {
		gateway();
		const [hint, ...others] = await messagesOf(bulkSend, {
			items: people(3),
			safeguards: { maxSms: 1 },
		});

		expect(hint).toMatch(
			/^Nothing was sent: this would need 3 SMS, and 'Safeguards > Max SMS per Execution' allows 1/,
		);
		expect(others).toStrictEqual([]);
	});

	it('that executing a list by hand again sends to those who have it', async () => {
		const messages = async (given: Given) => {
			gateway().send(({ recipients }) =>
				recipients[0] === phones(1)[0] ? refusal('No') : accepted,
			);
			return await messagesOf(send, { items: people(3), mode: 'manual', ...given });
		};

		expect(await messages({})).toStrictEqual([
			'Of 3 recipients: 2 accepted, 1 refused by the service. See the output for details.',
			"If you execute again, the 2 accepted get a second SMS. Remove them first. 'Safeguards > Skip Repeats' prevents that for SMS sent after you add it.",
		]);
		for (const harmless of [
			{ mode: 'trigger' as const },
			{ safeguards: { deduplicationKey: 'saturday' }, workflowId: 'by hand, a key' },
			{ safeguards: { skipRepeats: 'ever' }, workflowId: 'by hand, no repeats' },
			{ items: people(3).slice(1) },
		]) {
			expect((await messages(harmless)).join()).not.toContain('execute again');
		}
	});
});

it('shows the words of the service as text, not as part of the page', async () => {
	const service = gateway().balance({
		status: 500,
		body: { status: 'error', message: '<img src=x onerror=alert(1)>' },
	});
	const [hint] = await messagesOf(bulkSend, {
		items: people(1),
		safeguards: { checkBalance: true },
	});

	expect(hint).toContain('&lt;img src=x onerror=alert(1)>');
	expect(hint).not.toContain('<');
	expect(service.of('bulk')).toStrictEqual([]);
});

it('does without hints in an n8n that shows none', () => {
	expect(() => showHints({} as IExecuteFunctions, [{ message: 'x', type: 'info' }])).not.toThrow();
});
