import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { gateway } from '../../../../support/gateway';
import { all, bulkSend, people, phones, preview } from '../../run';

const balanceOf = (balance: unknown) => ({
	body: { status: 'success', module: 'sms_module', balance },
});

const KNOWN = '2290197123456';

it('calls nothing and says in one row what Bulk Send would do', async () => {
	const service = gateway();
	const { items } = await preview({
		items: [
			{ phone: '+229 01 97 00 00 01' },
			{ phone: '2290197000002' },
			{ phone: '2290197000001' },
			{ phone: '2290197000003' },
			{ phone: '2.29E+12' },
		],
		safeguards: { excludedRecipients: '2290197000003', unitsPerSms: 12.5 },
	});

	expect(service.requests).toEqual([]);
	expect(items).toEqual([
		{
			json: {
				advice:
					'2 people would be texted. 1 recipient cannot be texted: see problems. With On Error set to Stop, Bulk Send sends nothing to anybody until they are mended or removed. 1 repetition is left out. 1 recipient is excluded.',
				message: 'Hello',
				senderId: 'MyShop',
				recipients: 5,
				valid: 2,
				invalid: 1,
				duplicate: 1,
				excluded: 1,
				requests: 1,
				smsPerRecipient: 1,
				smsCount: 2,
				standardSmsPerRecipient: 1,
				standardSmsCount: 2,
				cost: 25,
				encoding: 'plain: 160 characters per SMS',
				specialCharacters: '',
				plainMessage: '',
				problems: [
					'Item 4: "2.29E+12" is not a phone number: the sheet has rounded it to scientific notation and its digits are lost. Format the column as text and enter it again.',
				],
				unknownNumbers: [],
				totalSms: 2,
				totalCost: 25,
				wouldSend: true,
				refusal: '',
			},
			pairedItem: [0, 1, 2, 3, 4].map((item) => ({ item })),
		},
	]);
});

it('has a row per sender and text, in the order of the input, with the total in each', async () => {
	const { items } = await preview({
		items: [
			{ phone: KNOWN, name: 'Bo' },
			{ phone: phones(2)[0], name: 'Ada' },
			{ phone: phones(2)[1], name: 'Bo' },
		],
		parameters: { message: '=Hi {{ $json.name }}' },
		options: { batchSize: 1 },
	});

	expect(items.map(({ json, pairedItem }) => [json.message, json.requests, pairedItem])).toEqual([
		['Hi Bo', 2, [{ item: 0 }, { item: 2 }]],
		['Hi Ada', 1, [{ item: 1 }]],
	]);
	expect(all({ items }, 'totalSms')).toEqual([3, 3]);
});

describe('a text that costs more than it seems', () => {
	const previewText = async (message: string): Promise<IDataObject> => {
		const { items } = await preview({
			items: [{ phone: KNOWN }, { phone: '2290197000002' }],
			parameters: { message },
		});
		return items[0]!.json;
	};

	it('is explained, with what to write instead and what that saves', async () => {
		const text = `L’équipe${' merci'.repeat(15)}…`;
		const json = await previewText(text);

		expect(json).toMatchObject({
			encoding: 'Unicode: 70 characters per SMS',
			specialCharacters: "’ (write '), … (write ...)",
			plainMessage: `L'équipe${' merci'.repeat(15)}...`,
			smsPerRecipient: 1,
			smsCount: 2,
			standardSmsPerRecipient: 2,
			standardSmsCount: 4,
			cost: 4,
			totalSms: 4,
		});
		expect(json.advice).toBe(
			"2 people would be texted. Special characters may make it 2 SMS instead of 1: ’ (write '), … (write ...). The text in plainMessage would save 2 SMS.",
		);
	});

	it('names what nobody sees, and what has no replacement', async () => {
		const json = await previewText(`a\u00a0b\u200bc😀${'x'.repeat(70)}`);

		expect(json.specialCharacters).toBe(
			'U+00A0 (invisible) (write a blank), U+200B (invisible) (leave it out), 😀',
		);
		expect(json.plainMessage).toBe('');
		expect(json.advice).toContain('may make it 2 SMS instead of 1');
	});

	it('is no matter where it costs no more', async () => {
		expect((await previewText('Ça va')).advice).toBe('2 people would be texted.');
		expect((await previewText('Merci ’')).advice).toContain('but cost nothing more here');
	});
});

describe('numbers that look unusual', () => {
	it('are named, and would be texted all the same', async () => {
		const { items } = await preview({
			items: [{ phone: KNOWN }, { phone: '+229 97 12 34 56' }, { phone: '+33 06 12 34 56 78' }],
		});

		expect(items[0]!.json).toMatchObject({
			valid: 3,
			invalid: 0,
			unknownNumbers: ['22997123456', '330612345678'],
			wouldSend: true,
		});
		expect(items[0]!.json.advice).toContain('check unknownNumbers for typing errors');
	});
});

describe('what the guards would say', () => {
	it('is said: over Max SMS', async () => {
		const { items } = await preview({ items: people(3), safeguards: { maxSms: 2 } });

		expect(items[0]!.json).toMatchObject({
			wouldSend: false,
			refusal: expect.stringContaining('Max SMS allows 2') as string,
		});
	});

	it.each([
		[3, true],
		[2, false],
	])('a balance of %i for 3 SMS suffices: %s', async (balance, balanceSuffices) => {
		const service = gateway().balance(balanceOf(balance));
		const { items } = await preview({ items: people(3), safeguards: { checkBalance: true } });

		expect(service.requests.map(({ route }) => route)).toEqual(['balance']);
		expect(items[0]!.json).toMatchObject({
			balance,
			balanceSuffices,
			wouldSend: balanceSuffices,
			refusal: balanceSuffices ? '' : expect.stringContaining('1 missing'),
		});
	});

	it('nobody to text means that nothing would be sent', async () => {
		const { items } = await preview({ items: [{ phone: 'x' }] });

		expect(items[0]!.json).toMatchObject({ wouldSend: false, refusal: '', cost: 0 });
		expect(items[0]!.json.advice).toMatch(/^Nobody would be texted\./);
	});
});

describe.each<[string, Parameters<typeof preview>[0], RegExp]>([
	[
		'an option that cannot be read',
		{ options: { defaultCountry: 'France' } },
		/^Default Country "France" is not known/,
	],
	[
		'an excluded number that cannot be read',
		{ safeguards: { excludedRecipients: '2.29E+12' } },
		/^Excluded Recipients: "2\.29E\+12"/,
	],
	[
		'a credential that cannot be used',
		{
			safeguards: { checkBalance: true },
			credentials: { baseUrl: 'sms.example.com', accessToken: 'x' },
		},
		/^The balance could not be read: The Base URL/,
	],
	[
		'no credential',
		{ safeguards: { checkBalance: true }, credentials: null },
		/^The balance could not be read: /,
	],
	[
		'a balance that cannot be read',
		{ safeguards: { checkBalance: true }, options: { maxAttempts: 1 } },
		/^The balance could not be read: Module closed/,
	],
])('%s', (what, given, words) => {
	const needsService = what.startsWith('a balance');
	const run = async (onError?: 'continueRegularOutput' | 'continueErrorOutput') => {
		if (needsService) gateway().balance({ body: { status: 'error', message: 'Module closed' } });
		return await preview({ items: people(2), ...given, ...(onError && { onError }) });
	};

	it('Stop: is the error', async () => {
		const { error, status } = await run();

		expect(status).toBe('error');
		expect(error?.message).toMatch(words);
	});

	it('Continue: stands in the preview, which says that nothing would be sent', async () => {
		const { items } = await run('continueRegularOutput');

		expect(items).toHaveLength(1);
		expect(items[0]!.json).toMatchObject({
			wouldSend: false,
			...(given.safeguards?.checkBalance ? { balance: null, balanceSuffices: null } : {}),
		});
		expect(items[0]!.json).not.toHaveProperty('error');
		expect(items[0]!.json.refusal).toMatch(
			new RegExp(
				words.source.replace('^The balance could not be read', 'balance could not be read'),
			),
		);
	});

	it('error output: leaves by it', async () => {
		const { items, errorItems } = await run('continueErrorOutput');

		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]!.json.error).toMatch(words);
	});
});

describe('laws', () => {
	const cell = fc.oneof(
		fc.constantFrom(...phones(6), `+${KNOWN}`, '2.29E+12', '', 'abc', '12/05/2024', 33612345678),
		fc.constantFrom(phones(3).join('|'), phones(2)),
	);
	const campaigns = fc.record({
		cells: fc.array(fc.tuple(cell, fc.constantFrom('Hi', 'Ça ’', 'x'.repeat(200))), {
			minLength: 1,
			maxLength: 12,
		}),
		batchSize: fc.integer({ min: 1, max: 4 }),
		excluded: fc.subarray(phones(6)),
	});

	it('every recipient counts once, and Bulk Send does what was foretold', async () => {
		await fc.assert(
			fc.asyncProperty(campaigns, async ({ cells, batchSize, excluded }) => {
				const service = gateway().bulk({ body: { status: 'success' } });
				const given = {
					items: cells.map(([phone, text]) => ({ phone, text })),
					parameters: { message: '={{ $json.text }}' },
					safeguards: { excludedRecipients: excluded },
					options: { batchSize },
				};
				const foretold = await preview(given);
				const calls = service.requests.length;
				const done = await bulkSend({ ...given, onError: 'continueRegularOutput' });

				const sum = (field: string) =>
					all(foretold, field).reduce<number>((total, count) => total + Number(count), 0);
				expect(calls).toBe(0);
				expect(sum('recipients')).toBe(done.items.length);
				expect(sum('valid') + sum('invalid') + sum('duplicate') + sum('excluded')).toBe(
					done.items.length,
				);
				const count = (reason: string) =>
					done.items.filter(({ json }) => json.reason === reason).length;
				expect(sum('valid')).toBe(count('accepted'));
				expect(sum('invalid')).toBe(count('invalidRecipient'));
				expect(sum('duplicate')).toBe(count('duplicate'));
				expect(sum('excluded')).toBe(count('excluded'));
				expect(sum('requests')).toBe(service.requests.length);
				expect(sum('smsCount')).toBe(
					all(done, 'smsCount').reduce<number>((total, sms) => total + Number(sms), 0),
				);
			}),
			{ numRuns: 10 },
		);
	});
});
