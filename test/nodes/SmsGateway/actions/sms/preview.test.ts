import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../../../../engine-kit/execution';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { all, bulkSend, people, phones, preview, e164 } from '../../run';

const balanceOf = (balance: unknown) => ({
	body: { status: 'success', module: 'sms_module', balance },
});

const KNOWN = '2290197123456';

const detailsOf = ({ items }: RunResult, index = 0): IDataObject =>
	items[index]!.json.details as IDataObject;

const PROBLEM =
	'"2.29E+12": It was rounded to scientific notation, and digits are lost. Format the column as text and enter the number again.';

const mixed = {
	items: [
		{ phone: '+229 01 97 00 00 01' },
		{ phone: '2290197000002' },
		{ phone: '2290197000001' },
		{ phone: '2290197000003' },
		{ phone: '2.29E+12' },
	],
	safeguards: { excludedRecipients: '2290197000003' },
	options: { unitsPerSms: 12.5 },
	onError: 'continueRegularOutput' as const,
};

it('calls nothing and says in one item what Bulk Send would do, in the order of questions', async () => {
	const service = gateway();
	const { items, hints } = await preview(mixed);

	expect(service.requests).toStrictEqual([]);
	expect(items).toStrictEqual([
		{
			json: {
				recipient: '+2290197000001 and 4 more',
				message: 'Hello',
				keptOut: '1 invalid ("2.29E+12"), 1 duplicate, 1 excluded',
				estimatedSms: 2,
				cost: 25,
				costUnit: 'balance units',
				recipients: 2,
				wouldSend: true,
				verdict:
					'Would send to 2 recipients: 1 SMS each, 2 SMS in total. Kept out: 1 invalid ("2.29E+12"), 1 duplicate, 1 excluded.',
				notes: '',
				senderId: 'MyShop',
				details: {
					total: 5,
					invalid: 1,
					duplicate: 1,
					excluded: 1,
					problems: [`5th item: ${PROBLEM}`],
					requests: 1,
					smsPerRecipient: 1,
					smsCount: 2,
					encoding: 'plain: 160 characters per SMS',
					totalSms: 2,
					totalCost: 25,
				},
			},
			pairedItem: [0, 1, 2, 3, 4].map((item) => ({ item })),
		},
	]);
	expect(Object.keys(items[0]!.json)).toStrictEqual([
		'recipient',
		'message',
		'keptOut',
		'estimatedSms',
		'cost',
		'costUnit',
		'recipients',
		'wouldSend',
		'verdict',
		'notes',
		'senderId',
		'details',
	]);
	expect(hints.map(({ message }) => message)).toStrictEqual([
		'Would send 2 SMS to 2 recipients, cost 25 balance units. Kept out: 1 invalid ("2.29E+12"), 1 duplicate, 1 excluded.',
		`5th item: ${PROBLEM}`,
	]);
});

it('says that On Error: Stop would send nothing to anybody because of one invalid number', async () => {
	gateway();
	const { items, hints } = await preview({ ...mixed, onError: undefined });

	expect(items[0]!.json).toMatchObject({
		verdict:
			'Would send nothing: of 5 recipients, 1 invalid ("2.29E+12"), 1 duplicate, 1 excluded.',
		wouldSend: false,
		recipients: 0,
		estimatedSms: 0,
		cost: 0,
		details: { ifFixed: { recipients: 2, estimatedSms: 2, cost: 25 } },
	});
	expect(hints[0]!.message).toBe(
		"Would send nothing: of 5 recipients, 1 invalid (\"2.29E+12\"), 1 duplicate, 1 excluded. Fix or remove those that fail, or set 'Settings > On Error' to 'Continue' to send to the others. Without that: 2 SMS to 2 recipients, cost 25 balance units.",
	);
});

describe('what holds SMS back only for now', () => {
	const given = { items: people(2), onError: 'continueRegularOutput' as const };
	const said = async (safeguards: object, more: object = {}) => {
		gateway();
		const { items, hints } = await preview({ ...given, safeguards: { ...safeguards }, ...more });
		return { json: items[0]!.json, hints: hints.map(({ message }) => message) };
	};
	const counts = { recipients: 2, estimatedSms: 2, cost: 2, keptOut: '', wouldSend: true };
	const headline = 'Would send 2 SMS to 2 recipients, cost 2 SMS.';

	it('is said of Test Recipients, and changes no count', async () => {
		const { json, hints } = await said({ testRecipients: phones(1)[0] });

		expect(hints).toStrictEqual([
			headline,
			expect.stringMatching(/^Started by hand, only 'Safeguards > Test Recipients' get an SMS\./),
		]);
		expect(json).toMatchObject({ ...counts, notes: "By hand only to 'Test Recipients'." });
	});

	it('is said of Test Recipients where it is started by hand too', async () => {
		const { json } = await said({ testRecipients: phones(1)[0] }, { mode: 'manual' });
		expect(json).toMatchObject(counts);
	});

	it.each<[most: number, hint: RegExp, note: string]>([
		[1, /^'Max SMS per Day' is 1: at least 1 of these 2 SMS are not/, "'Max SMS per Day' is 1."],
		[
			2,
			/^'Max SMS per Day' is 2\. Preview doesn't know/,
			"'Max SMS per Day' is 2; how many were sent today is unknown.",
		],
	])('is said of Max SMS per Day: %i', async (maxSmsPerDay, hint, note) => {
		const { json, hints } = await said({ maxSmsPerDay });

		expect(hints).toStrictEqual([headline, expect.stringMatching(hint)]);
		expect(json).toMatchObject({ ...counts, notes: note });
	});

	it('is not said of Max SMS per Day where nothing would be sent', async () => {
		const { json } = await said({ maxSmsPerDay: 9, excludedRecipients: phones(2).join() });
		expect(json).toMatchObject({ wouldSend: false, notes: '' });
	});
});

it('has an item per sender and text, in the order of the input, and one line for all', async () => {
	const result = await preview({
		items: [
			{ phone: KNOWN, name: 'Bo' },
			{ phone: phones(2)[0], name: 'Ada' },
			{ phone: phones(2)[1], name: 'Bo' },
		],
		parameters: { message: '=Hi {{ $json.name }}' },
		options: { batchSize: 1 },
	});

	expect(result.items.map(({ json, pairedItem }) => [json.message, pairedItem])).toStrictEqual([
		['Hi Bo', [{ item: 0 }, { item: 2 }]],
		['Hi Ada', [{ item: 1 }]],
	]);
	expect([0, 1].map((index) => detailsOf(result, index).requests)).toStrictEqual([2, 1]);
	expect([0, 1].map((index) => detailsOf(result, index).totalSms)).toStrictEqual([3, undefined]);
	expect(result.hints.map(({ message }) => message)).toStrictEqual([
		'Would send 3 SMS to 3 recipients, 2 different messages, cost 3 SMS.',
	]);
});

it('counts no message that nobody would get', async () => {
	const { hints } = await preview({
		items: people(2),
		parameters: { message: '=Hi {{ $json.phone }}' },
		safeguards: { excludedRecipients: phones(1)[0] },
	});
	expect(hints[0]!.message).toContain('Would send 1 SMS to 1 recipient, cost');
});

it('names the recipient of a personal text, and says once why nothing would be sent', async () => {
	gateway();
	const result = await preview({
		items: [{ phone: phones(2)[0] }, { phone: phones(2)[1] }, { phone: 'abc' }],
		parameters: { message: '=Hi {{ $json.phone }}' },
	});

	expect(all(result, 'recipient')).toStrictEqual([...phones(2).map(e164), 'abc']);
	expect(all(result, 'recipients')).toStrictEqual([0, 0, 0]);
	expect(all(result, 'keptOut')).toStrictEqual([
		"see 'verdict'",
		'see the first item',
		'1 invalid ("abc")',
	]);
	expect(all(result, 'verdict')).toStrictEqual([
		'Would send nothing: of 3 recipients, 1 invalid ("abc").',
		'Would send nothing: see the first item.',
		'Would send nothing: see the first item.',
	]);
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
		const json = await previewText(`L’équipe${' merci'.repeat(15)}…`);

		expect(json).toMatchObject({
			verdict: 'Would send to 2 recipients: 2 SMS each, 4 SMS in total.',
			estimatedSms: 4,
			cost: 4,
			notes:
				"Special characters may make it 2 SMS instead of 1: ’ (write '), … (write ...). 'Options > Replace Special Characters' would save 2 SMS.",
			details: {
				encoding: 'Unicode: 70 characters per SMS',
				specialCharacters: "’ (write '), … (write ...)",
				plainMessage: `L'équipe${' merci'.repeat(15)}...`,
				smsPerRecipient: 1,
				smsCount: 2,
				standardSmsPerRecipient: 2,
				standardSmsCount: 4,
				totalSms: 4,
			},
		});
	});
});

it('names numbers that look unusual, which would be sent to', async () => {
	const result = await preview({
		items: [{ phone: KNOWN }, { phone: '+229 96 12 34 57' }, { phone: '+33 1 40 20 50 50' }],
	});

	expect(result.items[0]!.json).toMatchObject({ recipients: 3, wouldSend: true });
	expect(result.items[0]!.json.notes).toContain('2 numbers look unusual');
	expect(detailsOf(result).unusualNumbers).toStrictEqual([
		'+22996123457: from before the numbering plan changed',
		'+33140205050: a landline, which cannot receive SMS',
	]);
});

describe('the limits', () => {
	it('are in the verdict: over Max SMS', async () => {
		gateway();
		const { items } = await preview({ items: people(3), safeguards: { maxSms: 2 } });

		expect(items[0]!.json).toMatchObject({
			wouldSend: false,
			verdict: expect.stringMatching(
				/^Would send nothing: this would need 3 SMS, and 'Safeguards > Max SMS per Execution' allows 2/,
			) as string,
		});
	});

	it('are in the verdict: a balance that is too low, read once', async () => {
		const service = gateway().balance(balanceOf(2));
		const result = await preview({ items: people(3), safeguards: { checkBalance: true } });

		expect(service.requests.map(({ route }) => route)).toStrictEqual(['balance']);
		expect(result.items[0]!.json).toMatchObject({
			wouldSend: false,
			verdict: expect.stringContaining('1 more needed') as string,
			details: { balance: 2, balanceSuffices: false },
		});
	});
});

describe.each<[string, Parameters<typeof preview>[0], RegExp]>([
	[
		'an option that cannot be read',
		{ options: { defaultCountry: 'Atlantis' } },
		/^'Options > Default Country' is wrong\. It must be a country's two-letter code/,
	],
	[
		'an excluded number that cannot be read',
		{ safeguards: { excludedRecipients: '2.29E+12' } },
		/^'Safeguards > Excluded Recipients' contains a number that cannot be read\./,
	],
	[
		'a credential that cannot be used',
		{
			safeguards: { checkBalance: true },
			credentials: { baseUrl: 'sms.example.com', accessToken: 'x' },
		},
		/^The balance could not be read\. The 'Base URL'/,
	],
	[
		'no credential',
		{ safeguards: { checkBalance: true }, credentials: null },
		/^The balance could not be read\. /,
	],
	[
		'a balance that cannot be read',
		{ safeguards: { checkBalance: true } },
		/^The balance could not be read\. Module closed/,
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

	it('Continue: stands in the verdict, which says that nothing would be sent', async () => {
		const { items } = await run('continueRegularOutput');

		expect(items).toHaveLength(1);
		expect(items[0]!.json).not.toHaveProperty('error');
		expect(items[0]!.json.wouldSend).toBe(false);
		expect(items[0]!.json.verdict).toMatch(
			new RegExp(words.source.replace('^', '^Would send nothing[:.] ')),
		);
		if (given.safeguards?.checkBalance) {
			expect(items[0]!.json.details).toMatchObject({ balance: null, balanceSuffices: null });
		}
	});

	it('error output: leaves by it', async () => {
		const { items, errorItems } = await run('continueErrorOutput');

		expect(items).toStrictEqual([]);
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
					safeguards: { excludedRecipients: `={{ ${JSON.stringify(excluded)} }}` },
					options: { batchSize },
				};
				const foretold = await preview({ ...given, onError: 'continueRegularOutput' });
				const calls = service.requests.length;
				const done = await bulkSend({ ...given, onError: 'continueRegularOutput' });

				const sum = (field: string) =>
					foretold.items
						.map((_, index) => Number(detailsOf(foretold, index)[field] ?? 0))
						.reduce((total, count) => total + count, 0);
				const count = (reason: string) =>
					done.items.filter(({ json }) => json.reason === reason).length;
				const willSend = all(foretold, 'recipients').reduce<number>(
					(total, recipients) => total + Number(recipients),
					0,
				);
				expect(calls).toBe(0);
				expect(sum('total')).toBe(done.items.length);
				expect(willSend).toBe(count('accepted'));
				expect(sum('invalid')).toBe(count('invalidRecipient'));
				expect(sum('duplicate')).toBe(count('duplicate'));
				expect(sum('excluded')).toBe(count('excluded'));
				expect(willSend + sum('invalid') + sum('duplicate') + sum('excluded')).toBe(
					done.items.length,
				);
				expect(sum('requests')).toBe(service.requests.length);
				expect(sum('smsCount')).toBe(
					all(done, 'smsCount').reduce<number>((total, sms) => total + Number(sms), 0),
				);
			}),
			{ numRuns: 10 },
		);
	});
});

it('warns where nothing would be sent, and of nothing else', async () => {
	gateway();
	const shown = async (given: Parameters<typeof preview>[0]) => {
		const { hints } = await preview({ onError: 'continueRegularOutput', ...given });
		return hints.map(({ message, type }) => [type, /got it before/.test(message)]);
	};
	const keyed = { deduplicationKey: '={{ $json.phone }}' };
	expect(await shown({ items: people(2) })).toStrictEqual([['info', false]]);
	expect(await shown({ items: people(2), safeguards: keyed })).toStrictEqual([['info', true]]);
	expect(await shown({ items: people(2), safeguards: { ...keyed, maxSms: 1 } })).toStrictEqual([
		['warning', false],
	]);
});

describe('the details', () => {
	it('hold no field that has nothing to say', async () => {
		gateway();
		const { items } = await preview({ items: people(3), parameters: { message: 'x'.repeat(200) } });

		expect(Object.entries(detailsOf({ items } as RunResult))).toStrictEqual([
			['total', 3],
			['requests', 1],
			['smsPerRecipient', 2],
			['smsCount', 6],
			['encoding', 'plain: 160 characters per SMS'],
			['totalSms', 6],
			['totalCost', 6],
		]);
	});

	it('tell when the send window opens for those that wait for it', async () => {
		gateway();
		jest.useFakeTimers({
			now: Date.UTC(2026, 6, 1, 2),
			doNotFake: ['setImmediate', 'nextTick', 'setTimeout'],
		});
		const sendWindow = { window: { from: '08:00', until: '20:00', clock: 'recipient' } };
		try {
			const result = await preview({
				items: people(1),
				safeguards: { sendWindow },
				onError: 'continueRegularOutput',
			});

			expect(detailsOf(result)).toMatchObject({ total: 1, sendAt: '2026-07-01T07:00:00.000Z' });
			expect(result.items[0]!.json.wouldSend).toBe(false);
		} finally {
			jest.useRealTimers();
		}
	});

	it('promise nothing to fix where nobody would be left', async () => {
		gateway();
		const result = await preview({ items: [{ phone: 'abc' }], onError: 'continueRegularOutput' });

		expect(detailsOf(result)).not.toHaveProperty('ifFixed');
		expect(detailsOf(result).problems).toHaveLength(1);
	});

	it('compare the cost of all with the balance, in the first item', async () => {
		const service = gateway().balance(balanceOf(37.5));
		const result = await preview({
			items: people(3),
			parameters: { message: '=Hi {{ $itemIndex }}' },
			safeguards: { checkBalance: true },
			options: { unitsPerSms: 12.5 },
		});

		expect(detailsOf(result)).toMatchObject({
			totalSms: 3,
			totalCost: 37.5,
			balance: 37.5,
			balanceSuffices: true,
		});
		expect(Object.keys(detailsOf(result, 1))).not.toContain('totalSms');
		expect(Object.keys(detailsOf(result, 1))).not.toContain('balance');
		expect(service.requests).toHaveLength(1);
	});
});

describe('what makes a preview impossible', () => {
	const given = { items: people(2), options: { defaultCountry: 'Atlantis' } };

	it('is an error that says that a preview sends nothing', async () => {
		gateway();
		const { error } = await preview(given);

		expect(error!.description).toMatch(/ This is about the preview only: it sends nothing\.$/);
	});

	it('is found before the balance is read', async () => {
		const service = gateway().balance(balanceOf(5));
		const result = await preview({
			...given,
			safeguards: { checkBalance: true },
			onError: 'continueRegularOutput',
		});

		expect(service.requests).toStrictEqual([]);
		expect(Object.keys(detailsOf(result))).not.toContain('balance');
	});

	it('is all that leaves by the error output', async () => {
		gateway();
		const { items, errorItems } = await preview({
			items: [...people(2), { phone: 'abc' }],
			onError: 'continueErrorOutput',
		});

		expect(items.map(({ json }) => json.recipients)).toStrictEqual([2]);
		expect(items[0]!.json).not.toHaveProperty('error');
		expect(errorItems).toStrictEqual([]);
	});
});

it('says in its hint that keys may keep more of them out', async () => {
	gateway();
	const { hints } = await preview({
		items: people(2),
		safeguards: { deduplicationKey: "={{ $itemIndex ? 'one' : '' }}" },
	});

	expect(hints.map(({ message }) => message)).toStrictEqual([
		'Would send 2 SMS to 2 recipients, cost 2 SMS. Those who got it before would be skipped.',
	]);
});

it('tells an AI agent what it can correct, instead of the details', async () => {
	gateway();
	const { replies } = await (
		await createEngine()
	).useAsTool(
		{
			parameters: {
				resource: 'sms',
				operation: 'preview',
				senderId: 'MyShop',
				message: 'Hello',
				recipients: "={{ $fromAI('to') }}",
				safeguards: {},
				options: {},
			},
			onError: 'continueRegularOutput',
		},
		[{ to: `${phones(1)[0]},2.29E+12` }],
	);

	const [said] = JSON.parse(replies[0]!) as IDataObject[];
	expect(said).toMatchObject({ recipients: 1, problems: [`1st item: ${PROBLEM}`] });
	expect(said).not.toHaveProperty('details');
});
