import { judgeByLimits } from '../../../../../nodes/SmsGateway/actions/sms/limits';
import { planRequests } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import type { Balance } from '../../../../../nodes/SmsGateway/domain/service/balance';
import type { History } from '../../../../../nodes/SmsGateway/history/context';
import { ABSENT } from '../../../../../nodes/SmsGateway/input/settingValues';
import { said } from '../../../../fixtures/causes';
import { entriesOf } from '../../delivery/plans';
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
	waysToSend,
	e164,
} from '../../run';
import { tell } from '../../stories';
import { causesOf } from '../../../../support/error-data';

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
				explains: /^Nothing was sent now\./,
			},
		});

		it('Continue: every recipient ends as not sent, with the reason', async () => {
			const service = gateway().balance(balanceOf(1));
			const { items, status, hints } = await run({
				items: people(2),
				onError: 'continueRegularOutput',
				safeguards: { checkBalance: true },
			});

			expect(status).toBe('success');
			expect(items.map(({ json }) => json)).toStrictEqual(
				phones(2)
					.map(e164)
					.map((recipient) =>
						expect.objectContaining({
							recipient,
							status: 'notSent',
							reason: 'balanceTooLow',
							smsCount: 0,
							request: null,
						}),
					),
			);
			expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual([{ item: 0 }, { item: 1 }]);
			expect(hints.map(({ message }) => message)).toStrictEqual([
				expect.stringContaining(items[0]!.json.explanation as string),
			]);
			expect(sent(service)).toStrictEqual([]);
		});

		it('error output: they leave by it', async () => {
			const service = gateway().balance(balanceOf(1));
			const { items, errorItems } = await run({
				items: people(2),
				onError: 'continueErrorOutput',
				safeguards: { checkBalance: true },
			});

			expect(items).toStrictEqual([]);
			expect(errorItems.map(({ json }) => json)).toStrictEqual(
				phones(2)
					.map(e164)
					.map((recipient) =>
						expect.objectContaining({
							error: expect.any(String) as string,
							details: expect.objectContaining({ recipient, reason: 'balanceTooLow' }) as object,
						}),
					),
			);
			expect(sent(service)).toStrictEqual([]);
		});

		it.each([
			['a balance that is no number', balanceOf('many')],
			['no connection', { error: 'ECONNREFUSED' }],
			['a refused token', { status: 401, body: { status: 'error', message: 'No' } }],
		])('%s is not a balance of zero: it says so, and sends nothing', async (_, answer) => {
			const service = gateway().balance(answer);
			const { error } = await run({
				items: people(1),
				safeguards: { checkBalance: true },
			});

			expect(causesOf(error)).toStrictEqual(['balanceUnreadable balanceUnreadable']);
			expect(sent(service)).toStrictEqual([]);
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
			explains: /^Accepted: .* Not sent: /,
		},
	});
});

describe.each(waysToSend)('a retry of %s that is unknown', (route, run) => {
	const lost = { error: 'ECONNRESET' };
	const options = { batchSize: 2, uncertain: 'resend' };

	tell([route, run], {
		'counts it once where it is sent again: it is still one SMS that was wanted': {
			responds: [lost, accepted],
			items: people(1),
			safeguards: { maxSms: 1 },
			options,
			retryOnFail: true,
			maxTries: 2,
			sent: [phones(1)[0]!, phones(1)[0]!],
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

describe('the limits of a turn', () => {
	const plan = planRequests(entriesOf('33612345678', '33612345679'), {});
	const NONE = { maxSms: Infinity, checkBalance: false, unitsPerSms: 1 };

	async function judged(given: Partial<typeof NONE>, balance: Balance, smsOfOthers = 0) {
		const history = {
			sms: () => smsOfOthers,
			smsOfOthers: () => smsOfOthers,
			reserve: jest.fn(),
			done: jest.fn(),
		};
		const balanceNow = jest.fn(async () => balance);
		const options = { ...ABSENT, ...NONE, ...given };
		const result = await judgeByLimits(plan, history as unknown as History, options, balanceNow);
		const calls = [history.reserve, history.done, balanceNow].map(({ mock }) => mock.calls.length);
		return { names: result.refusal?.explanation.map(({ name }) => name), calls };
	}
	const [ENOUGH, LITTLE] = [2, 1].map((balance): Balance => ({
		read: true,
		balance,
		response: {},
	}));
	const UNREAD: Balance = { read: false, causes: said('No answer.') };

	it.each([
		['nothing where there are none', {}, ENOUGH!, undefined, [0, 0, 0]],
		['what is sent, until it is done', { maxSms: 2 }, ENOUGH!, undefined, [1, 0, 0]],
		['nothing of too many', { maxSms: 1 }, ENOUGH!, ['overMaxSms'], [0, 0, 0]],
		['what a balance is enough for', { checkBalance: true }, ENOUGH!, undefined, [1, 0, 1]],
		['no longer what it is not', { checkBalance: true }, LITTLE!, ['balanceTooLow'], [1, 1, 1]],
	])('reserve %s', async (_, given, balance, names, calls) => {
		expect(await judged(given, balance)).toStrictEqual({ names, calls });
	});

	it('name what other turns have sent where the balance is too low', async () => {
		const given = { checkBalance: true };
		expect((await judged(given, LITTLE!, 3)).names).toStrictEqual(['balanceTooLow', 'otherTurns']);
		expect((await judged(given, UNREAD, 3)).names).not.toContain('otherTurns');
	});
});
