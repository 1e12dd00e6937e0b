import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { gateway } from '../../../../support/gateway';
import { atTime, realClock } from '../../../../support/clock';
import { createEngine } from '../../../../support/engine';
import { causesOf, dataOf } from '../../../../support/error-data';
import { cases, law } from '../../laws/cases';
import { accepted, all, bulkSend, people, phones, preview, e164 } from '../../run';
import { tell } from '../../stories';
import { escapeHtml } from '../../../../../nodes/SmsGateway/domain/text/sentences';
import leftovers from './leftovers.json';

const balanceOf = (balance: unknown) => ({
	body: { status: 'success', module: 'sms_module', balance },
});
const onError = 'continueRegularOutput' as const;
const summary = { output: 'summary' };
const [ADA, BEN, CIA] = phones(3) as [string, string, string];

type Ran = Awaited<ReturnType<typeof preview>>;

const mixed = {
	items: [ADA, BEN, ADA, CIA, '2.29E+12'].map((phone) => ({ phone })),
	safeguards: { excludedRecipients: CIA },
	options: { unitsPerSms: 12.5 },
};
const reasons = ['', '', 'duplicate', 'excluded', 'invalidRecipient'];

it('calls nothing and says of each recipient what Bulk Send would do', async () => {
	const service = gateway();
	const result = await preview({ ...mixed, onError });

	expect(service.requests).toStrictEqual([]);
	expect(all(result, 'reason')).toStrictEqual(reasons);
	expect(all(result, 'recipient')).toStrictEqual([...[ADA, BEN, ADA, CIA].map(e164), '2.29E+12']);
	expect(result.items[0]).toStrictEqual({
		json: {
			recipient: e164(ADA),
			message: 'Hello',
			wouldSend: true,
			reason: '',
			explanation: '',
			smsCount: 1,
			cost: 12.5,
		},
		pairedItem: { item: 0 },
	});
	expect(result.items[4]!.json).toMatchObject({ wouldSend: false, smsCount: 0, cost: 0 });
	expect(result.items[4]!.json.explanation).not.toBe('');
	expect(result.hints).toHaveLength(1);
	expect(result.hints[0]).toMatchObject({ type: 'info' });
});

it('has an item for all with Output: Summary, for an IF node and an agent', async () => {
	const service = gateway().balance(balanceOf(30));
	const safeguards = { ...mixed.safeguards, checkBalance: true };
	const options = { ...mixed.options, ...summary };
	const { items, hints } = await preview({ ...mixed, safeguards, options, onError });

	expect(service.requests.map(({ route }) => route)).toStrictEqual(['balance']);
	expect(items).toStrictEqual([
		{
			json: {
				wouldSend: true,
				recipients: { total: 5, wouldSend: 2, notSent: 1, skipped: 2 },
				requests: 1,
				smsCount: 2,
				cost: 25,
				balance: 30,
				balanceSuffices: true,
				failures: [
					{ recipient: '2.29E+12', reason: 'invalidRecipient', explanation: expect.any(String) },
				],
				verdict: hints[0]!.message,
			},
			pairedItem: [0, 1, 2, 3, 4].map((item) => ({ item })),
		},
	]);
});

it('says what all SMS of long texts cost', async () => {
	const parameters = { message: 'x'.repeat(161) };
	const { hints } = await preview({ ...low, items: people(2), safeguards: {}, parameters });
	expect(hints[0]!.message).toContain('4 SMS to 2 recipients for 50 ');
});

const nobody = { wouldSend: [false, false], reason: ['overMaxSms', 'overMaxSms'] };
const none = { wouldSend: [false], smsCount: [0], requests: [0] };
const low = {
	items: people(2),
	balance: balanceOf(24),
	safeguards: { checkBalance: true },
	options: { unitsPerSms: 12.5 },
};

tell(['send', preview], {
	'would send to nobody with On Error: Stop because of one invalid number': {
		...mixed,
		out: { reason: ['stopped', 'stopped', ...reasons.slice(2)], wouldSend: Array(5).fill(false) },
		hint: /^warning:/,
	},
	'would send to nobody because of a limit': [
		{ items: people(2), safeguards: { maxSms: 1 }, out: nobody },
		{ options: summary, out: none },
		{ onError, options: summary, parameters: { recipients: '={{ $items() }}' }, out: none },
	],
	'would send to nobody because of the balance': [
		{ ...low, out: { ...nobody, reason: ['balanceTooLow', 'balanceTooLow'] } },
		{ options: { ...summary, unitsPerSms: 12.5 }, out: { ...none, balanceSuffices: [false] } },
	],
	'tells when the send window opens, and hands on the fields of the input': {
		at: '2026-07-01T06:30:00Z',
		items: [{ phone: ADA, name: 'Ada' }],
		safeguards: { sendWindow: { window: { from: '08:00', until: '20:00' } } },
		options: { includeInputFields: true },
		onError,
		out: {
			wouldSend: [false],
			reason: ['outsideWindow'],
			sendAt: ['2026-07-01T08:00:00.000-04:00'],
			input: [{ phone: ADA, name: 'Ada' }],
		},
	},
});

describe.each<[string, Parameters<typeof preview>[0], string]>([
	['an option', { options: { defaultCountry: 'Atlantis' } }, 'invalidParameter'],
	['a safeguard', { safeguards: { excludedRecipients: '2.29E+12' } }, 'invalidParameter'],
	['no credential', { safeguards: { checkBalance: true }, credentials: null }, 'balanceUnreadable'],
	['a balance', { safeguards: { checkBalance: true } }, 'balanceUnreadable'],
])('%s that cannot be read', (_, given, reason) => {
	const run = async (more: object) => {
		gateway().balance({ body: { status: 'error', message: 'Module closed' } });
		return await preview({ items: people(2), ...given, ...more });
	};

	it('is the error, or keeps each from being sent to', async () => {
		const { error } = await run({});
		expect(causesOf(error)[0]).toContain(reason);
		expect(all(await run({ onError }), 'reason')).toStrictEqual([reason, reason]);
		const { items, errorItems } = await run({ onError: 'continueErrorOutput' });
		expect([items.length, errorItems.length]).toStrictEqual([0, 2]);
	});
});

it('is found before the balance is read, and nobody else leaves by the error output', async () => {
	const service = gateway().balance(balanceOf(5));
	const options = { defaultCountry: 'Atlantis' };
	await preview({ items: people(2), options, safeguards: { checkBalance: true }, onError });
	expect(service.requests).toStrictEqual([]);

	const { errorItems } = await preview({ ...mixed, onError: 'continueErrorOutput' });
	expect(errorItems).toStrictEqual([]);
});

const told = ({ hints }: Ran) => hints.map(({ type, message }) => `${type}: ${message}`);

it('says at the top what all have in common, and in each row what is its own', async () => {
	const result = await preview({
		items: [{ phone: ADA }, { phone: '+33 1 40 20 50 50' }, { phone: '+33700000001' }],
		parameters: { message: `L’équipe${' merci'.repeat(15)}…`, senderId: 'Müllers Blumenladen' },
	});

	expect(all(result, 'smsCount')).toStrictEqual([2, 2, 2]);
	expect(told(result)).toStrictEqual([
		'info: Would send 6 SMS to 3 recipients.',
		expect.stringMatching(/^warning: .*1 on a landline, 1 in an unknown range/),
		expect.stringMatching(/^warning: .*"Müllers Blumenladen" has 19 characters and ü.*11/),
		expect.stringMatching(
			/^warning: .*’ \(write '\), … \(write \.\.\.\).*Replace Special Characters/,
		),
	]);
	expect(all(result, 'explanation')).toStrictEqual([
		'',
		expect.stringContaining('landline'),
		expect.stringContaining('unknown range'),
	]);
});

const national = ['06 12 34 56 78', '0612345679', '0612345680', `+${ADA}`];

it.each([
	[
		{ items: national.map((phone) => ({ phone })) },
		/3 with an invalid number\. The number has no country code/,
	],
	[
		{ items: national.map((phone) => ({ phone, name: 'Ada' })), parameters: { message: '{name}' } },
		/'Message' contains \{name\} as plain text\. Switch the field to 'Expression'/,
	],
])('names the cause that most of them have once, in its verdict: %j', async (given, cause) => {
	gateway().bulk(accepted);
	expect(told(await preview({ ...given, onError }))[0]).toMatch(cause);
	expect(told(await bulkSend({ ...given, onError }))[0]).toMatch(cause);
});

it.each([
	[4, 1, 'info'],
	[5, 1, 'warning'],
	[10, 3, 'info'],
])('of %i, %i that are left are worth: %s', async (count, left, type) => {
	const safeguards = { excludedRecipients: phones(count).slice(left).join() };
	const { hints } = await preview({ items: people(count), safeguards, onError });
	expect(hints.map((hint) => hint.type)).toStrictEqual([type]);
});

it.each(leftovers as Array<[string, string]>)(
	'names what looks wrong in a finished text, and sends it: %s',
	async (text, found) => {
		const items = [text, 'Fine', text].map((one, index) => ({ ...people(3)[index], text: one }));
		const result = await preview({ items, parameters: { message: '={{ $json.text }}' } });
		const escaped = escapeHtml(found);
		expect(told(result).slice(1)).toStrictEqual([
			`warning: The text of some SMS has ${escaped} (2). Check it.`,
		]);
		expect(all(result, 'explanation')).toStrictEqual(
			[0, 1, 2].map((at) => (at === 1 ? '' : `The message has ${found}.`)),
		);
		expect(all(result, 'wouldSend')).toStrictEqual([true, true, true]);
	},
);

it.each([
	'Hello Ada.  Your order is ready',
	'Prix : 5 € ! Merci ...',
	'Nullified {y} [z]\n\n  Best, Ben & Cia; e.g. 5 .5',
])('finds nothing in what people write: %s', async (message) => {
	const { hints } = await preview({ items: people(1), parameters: { message } });
	expect(hints).toHaveLength(1);
});

it.each<[object, number, boolean?]>([
	[{}, 0],
	[{ testRecipients: ADA }, 1],
	[{ maxSmsPerDay: 1 }, 1, false],
	[{ maxSmsPerDay: 2, testRecipients: ADA }, 1],
])(
	'tells in hints what holds SMS back only for now, and changes no count: %j',
	async (safeguards, held, isSecondSent = true) => {
		gateway();
		const given = { items: people(2), safeguards: { ...safeguards }, onError };
		for (const mode of ['trigger', 'manual'] as const) {
			const result = await preview({ ...given, mode });
			expect(result.hints.slice(1).map(({ type }) => type)).toStrictEqual(Array(held).fill('info'));
			expect(all(result, 'wouldSend')).toStrictEqual([true, isSecondSent]);
		}
	},
);

const cell = fc.oneof(
	fc.constantFrom(...phones(6), `+${ADA}`, '2.29E+12', '', 'abc', '12/05/2024', 33612345678),
	fc.constantFrom<string | string[]>(phones(3).join('|'), phones(2)),
);

const limits = fc.record(
	{
		maxSms: fc.integer({ min: 1, max: 12 }),
		maxSmsPerDay: fc.integer({ min: 1, max: 12 }),
		allowedCountries: fc.constant<string[]>(['BJ']),
		doNotSendAfter: fc.constant("={{ $itemIndex % 3 ? '' : '2020-01-01' }}"),
		sendWindow: fc
			.constantFrom('00:00', '23:59')
			.map((from) => ({ window: { from, until: '24:00' } })),
	},
	{ requiredKeys: [] },
);

/** How each ended, on whichever output; of an error that has the outcomes, those. */
function fatesOf({ error, errorItems, items }: Ran, recipients: Ran): unknown {
	const ended = error && dataOf(error).ended;
	if (ended && !recipients.error) {
		return recipients.items.map(({ json }, at) => `${json.recipient} ${ended[at]?.reason}`).sort();
	}
	if (error) return causesOf(error);
	return [...items, ...errorItems]
		.map(({ json }) => {
			const { recipient, reason } = (json.details ?? json) as IDataObject;
			return `${recipient} ${reason || 'accepted'}`;
		})
		.sort();
}

law(
	'Bulk Send does what was foretold, recipient by recipient',
	cases(150),
	[
		fc.array(fc.tuple(cell, fc.constantFrom('Hi', 'Ça ’', 'x'.repeat(200))), {
			minLength: 1,
			maxLength: 12,
		}),
		fc.integer({ min: 1, max: 4 }),
		fc.subarray(phones(6)),
		limits,
		fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
		fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		fc.boolean(),
	],
	async (cells, batchSize, excluded, limited, balance, how, hasKeys) => {
		(await createEngine()).deduplicator.reset();
		atTime('2026-07-01T12:00:00Z');
		const service = gateway().bulk(accepted).balance(balanceOf(balance));
		const given = {
			items: cells.map(([phone, text]) => ({ phone, text })),
			parameters: { message: '={{ $json.text }}' },
			safeguards: {
				...limited,
				...(balance !== undefined && { checkBalance: true }),
				excludedRecipients: `={{ ${JSON.stringify(excluded)} }}`,
				...(hasKeys && { deduplicationKey: "={{ $json.text !== 'Hi' ? 'campaign' : '' }}" }),
			},
			onError: how as typeof onError,
		};
		const options = { batchSize, concurrency: 1 };
		const foretold = await preview({ ...given, options });
		const { items: inAll } = await preview({ ...given, options: { ...options, ...summary } });
		const wire = service.recipients.length;
		const done = await bulkSend({ ...given, options });
		realClock();

		expect(wire).toBe(0);
		expect(fatesOf(foretold, foretold)).toStrictEqual(fatesOf(done, foretold));
		if (inAll[0]) {
			const { requests, recipients } = inAll[0].json as { requests: number; recipients: object };
			expect({ requests, recipients }).toMatchObject({
				requests: service.of('bulk').length,
				recipients: { wouldSend: service.recipients.length },
			});
		}
	},
);
