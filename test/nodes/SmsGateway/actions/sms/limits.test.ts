import { NOTHING_SENT } from '../../../../../nodes/SmsGateway/words/errors';
import { gateway, type Gateway } from '../../../../support/gateway';
import { createEngine } from '../../../../support/engine';
import {
	accepted,
	all,
	bulkSend,
	people,
	phones,
	preview,
	refusal,
	send,
	thrice,
	waysToSend,
} from '../../run';
import { tell } from '../../stories';

const balanceOf = (balance: unknown) => ({
	body: { status: 'success', module: 'sms_module', balance },
});

const sent = (service: Gateway) => [...service.of('send'), ...service.of('bulk')];

describe.each(waysToSend)('%s', (route, run) => {
	describe('Max SMS per Execution', () => {
		tell([route, run], {
			'refuses what is above it before the first request, and asks for no balance': {
				items: people(3),
				safeguards: { maxSms: 2, checkBalance: true },
				says: 'overMaxSms overMaxSms',
			},
			'counts by the larger rule: one ’ makes two SMS of 100 characters': {
				items: people(1),
				parameters: { message: `${'a'.repeat(99)}’` },
				safeguards: { maxSms: 1 },
				says: 'overMaxSms overMaxSms',
			},
			'lets exactly its number pass': {
				responds: accepted,
				items: people(3),
				safeguards: { maxSms: 3 },
				sent: phones(3),
				out: { status: ['accepted', 'accepted', 'accepted'] },
			},
			'counts nobody who would not be sent to': {
				responds: accepted,
				items: [...people(2), { phone: 'nonsense' }],
				onError: 'continueRegularOutput',
				safeguards: { maxSms: 1, excludedRecipients: phones(1)[0] },
				sent: phones(2).slice(1),
			},
		});
	});

	describe('Check Balance', () => {
		it('reads it once, before the first request, and sends where it suffices', async () => {
			const service = gateway().balance(balanceOf(3));
			service[route](accepted);
			await run({ items: people(3), safeguards: { checkBalance: true } });

			expect(service.requests[0]!.route).toBe('balance');
			expect(service.of('balance')).toHaveLength(1);
			expect(service.recipients).toStrictEqual(phones(3));
		});

		tell([route, run], {
			'refuses what is above it: how many SMS, how much balance, how much is missing': {
				balance: balanceOf(40),
				items: people(3),
				safeguards: { checkBalance: true },
				options: { unitsPerSms: 15.5 },
				says: 'balanceTooLow balanceTooLow',
				explains: NOTHING_SENT,
			},
			'takes no place under Max SMS in a turn that it refuses, and lets the next one send': {
				responds: accepted,
				balance: [balanceOf(1), balanceOf(2)],
				items: people(4),
				loop: { batchSize: 2 },
				safeguards: { checkBalance: true, maxSms: 2 },
				onError: 'continueRegularOutput',
				sent: phones(4).slice(2),
				out: {
					reason: ['balanceTooLow', 'balanceTooLow', 'accepted', 'accepted'],
					smsCount: [0, 0, 1, 1],
				},
			},
		});
	});
});

describe('a second attempt after a part was accepted', () => {
	const firstOfTwo = [accepted, refusal('Try later')];
	const given = {
		items: people(2),
		retryOnFail: true,
		maxTries: 2,
		safeguards: { checkBalance: true },
		options: { batchSize: 1, concurrency: 1 },
	};

	tell(['bulk', bulkSend], {
		'needs balance for what is missing only': {
			...given,
			balance: [balanceOf(2), balanceOf(1)],
			responds: [...firstOfTwo, accepted],
			sent: [...phones(2), phones(2)[1]!],
			out: { replayed: [true, false] },
		},
		'that the balance does not cover still tells who was accepted before': {
			...given,
			balance: [balanceOf(2), balanceOf(0)],
			responds: firstOfTwo,
			sent: phones(2),
			says: 'balanceTooLow balanceTooLow',
			explains: /^[^+]+: \+.*\. [^+]+: \+/,
		},
	});
});

describe.each(waysToSend)('a retry of %s that is unknown', (route, run) => {
	const lost = { error: 'ECONNRESET' };
	const options = { batchSize: 2, uncertain: 'resend' };

	tell([route, run], {
		'counts it once where it is sent again: it is still one SMS that was wanted': {
			responds: [...thrice(lost), accepted],
			items: people(1),
			safeguards: { maxSms: 1 },
			options,
			retryOnFail: true,
			maxTries: 2,
			sent: new Array<string>(4).fill(phones(1)[0]!),
		},
	});

	it('counts it again under Resend, for a Max SMS that was lowered meanwhile', async () => {
		const service = gateway()[route](lost).balance(balanceOf(2));
		const safeguards = { maxSms: 2, checkBalance: true };
		const failed = await run({ items: people(2), safeguards, options });
		const asked = sent(service).length;
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.safeguards = { maxSms: 1 };
		await (await createEngine()).retry(failed);

		expect(sent(service)).toHaveLength(asked);
	});
});

tell(['send', send], {
	'one number that cannot be read is found before the balance is': {
		items: [...people(1), { phone: '2.29E+12' }],
		safeguards: { checkBalance: true },
		says: 'number invalidRecipient scientific',
		explains: '"2.29E+12"',
	},
});

describe.each(waysToSend)('several texts for one number under one key, by %s', (route, run) => {
	const given = {
		items: ['Hi', 'x'.repeat(200), 'Bye'].map((text) => ({ phone: phones(1)[0]!, text })),
		parameters: { message: '={{ $json.text }}' },
	};

	it('count as the one SMS that is sent', async () => {
		const service = gateway()[route](accepted).balance(balanceOf(2));
		const safeguards = { deduplicationKey: `one ${route}`, maxSms: 2, checkBalance: true };
		const foretold = await preview({ ...given, safeguards });
		const result = await run({ ...given, safeguards });

		expect(service.recipients).toStrictEqual(phones(1));
		expect(all(result, 'reason')).toStrictEqual(['accepted', 'alreadySent', 'alreadySent']);
		expect(all(foretold, 'reason')).toStrictEqual([null, 'alreadySent', 'alreadySent']);
		expect(all(foretold, 'wouldSend')).toStrictEqual([true, false, false]);
		expect(foretold.hints.map(({ message }) => message).join()).not.toContain('several');
	});

	tell([route, run], {
		'refuse all where the longest of them would be too much': {
			...given,
			safeguards: { deduplicationKey: `long ${route}`, maxSms: 1 },
			says: 'overMaxSms overMaxSms',
		},
	});
});
