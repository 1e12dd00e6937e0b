import '../../../../support/fast-clock';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, people, phones, refusal, send, waysToSend, e164, thrice } from '../../run';
import { tell } from '../../stories';

const [ADA, BEN] = phones(2) as [string, string];
const lost = { error: 'ECONNRESET' };
const onError = 'continueErrorOutput';
const byError = (times: number) => ({ output: 1, times }) as const;
const byOutput = (times: number) => ({ output: 0, times }) as const;

/** Whether the item is new, or what the node has output. */
const phone = '={{ $json.phone ?? $json.recipient }}';
const TO = { recipient: phone, recipients: phone };
/** A phone that is reached behind two country codes. */
const otherForm = "={{ $runIndex === 0 ? '+970 599 123456' : '+972 599 123456' }}";

describe.each(waysToSend)('Max SMS in a loop of %s', (route, run) => {
	const loop = { batchSize: 2 };

	tell([route, run], {
		'counts over all turns': {
			responds: accepted,
			items: people(6),
			loop,
			safeguards: { maxSms: 4 },
			sent: phones(4),
			says: 'overMaxSms overMaxSms',
		},
		'says in a hint what was sent where the workflow continues': {
			responds: accepted,
			items: people(2),
			parameters: TO,
			again: byOutput(1),
			safeguards: { maxSms: 2 },
			onError: 'continueRegularOutput',
			sent: phones(2),
			out: { reason: [...new Array(2).fill('accepted'), ...new Array(2).fill('overMaxSms')] },
		},
		'counts what may have been sent, and nothing that was not': {
			responds: [refusal('No'), lost, accepted, accepted, accepted],
			items: people(5),
			loop: { batchSize: 1 },
			safeguards: { maxSms: 3 },
			onError: 'continueRegularOutput',
			sent: phones(4),
			out: {
				status: ['rejected', 'unknown', 'accepted', 'accepted', 'notSent'],
				reason: ['refusedByService', 'connectionLost', 'accepted', 'accepted', 'overMaxSms'],
			},
		},
		'counts no SMS twice when a turn is retried': {
			responds: [accepted, accepted, refusal('Busy'), accepted, accepted],
			items: people(4),
			loop,
			options: { batchSize: 1, concurrency: 1 },
			safeguards: { maxSms: 4 },
			retryOnFail: true,
			maxTries: 2,
			sent: [...phones(3), ...phones(4).slice(2)],
		},
	});
});

tell(['send', send], {
	'judges each turn by the balance of then': {
		responds: accepted,
		balance: [{ body: { balance: 2 } }, { body: { balance: 1 } }],
		items: people(4),
		loop: { batchSize: 2 },
		safeguards: { checkBalance: true },
		sent: phones(2),
		says: /^balanceTooLow balanceTooLow$/,
	},
});

const tool = (more: object = {}) => ({
	parameters: {
		resource: 'sms',
		operation: 'bulkSend',
		senderId: 'SHOP',
		recipients: "={{ $fromAI('to') }}",
		message: 'Hi',
		safeguards: { maxSms: 2 },
		options: { output: 'summary' },
		...more,
	},
});

describe('Max SMS of a tool', () => {
	it('counts over the calls of an agent that runs its tools itself', async () => {
		const service = gateway().bulk(accepted);
		const engine = await createEngine();
		const uses = phones(3).map((to) => ({ to }));
		const { replies } = await engine.useAsTool(tool(), uses);

		expect(service.recipients).toStrictEqual(phones(2));
		expect(
			replies.map((reply) => /No more SMS are allowed now. .*do not call again/.test(reply)),
		).toStrictEqual([false, false, true]);
	});

	it('lets no call take over what another has sent', async () => {
		const service = gateway().bulk(accepted);
		const engine = await createEngine();
		await engine.useAsTool(tool(), [{ to: ADA }, { to: ADA }]);

		expect(service.recipients).toStrictEqual([ADA, ADA]);
	});

	it('holds for two calls at once', async () => {
		let answer: () => void = () => {};
		const asked = new Promise<void>((resolve) => (answer = resolve));
		const service = gateway().bulk(async () => {
			await asked;
			return accepted;
		});
		const engine = await createEngine();
		const uses = phones(3).map((to) => ({ to }));
		const running = engine.useAsTool(tool(), uses, { atOnce: true });
		await service.arrived(2);
		answer();
		const { replies } = await running;

		expect(service.requests).toHaveLength(2);
		expect(
			replies.filter((reply) => /No more SMS are allowed now. .*do not call again/.test(reply)),
		).toHaveLength(1);
	});
});

describe('an agent that calls again after an outcome that is not known', () => {
	it.each([
		['stopWorkflow', 'doNotResend', 1],
		['continueRegularOutput', 'doNotResend', 1],
		['stopWorkflow', 'resend', 4],
	] as const)('%s, %s: sends %i', async (given, uncertain, count) => {
		const service = gateway().bulk([...thrice({ status: 500 }), accepted]);
		const engine = await createEngine();
		const options = { uncertain };
		const uses = [{ to: ADA }, { to: ADA }];
		const { replies } = await engine.useAsTool({ ...tool({ options }), onError: given }, uses);

		expect(service.recipients).toStrictEqual(new Array(count).fill(ADA));
		expect(replies[1]).toContain(count === 1 ? 'It may have been sent' : 'accepted');
	});
});

describe.each(waysToSend)('what %s left in doubt', (route, run) => {
	const doubtful = { items: people(1), onError, again: byError(3) } as const;
	const lostOnce = { ...doubtful, responds: [lost], sent: [ADA] };
	const stays = { status: Array(4).fill('unknown'), replayed: [false, true, true, true] };
	const sentAgain = { ...doubtful, responds: [{ status: 500 }, accepted], sent: [ADA, ADA] };
	const once = { status: ['accepted'], replayed: [false] };

	tell([route, run], {
		'is not sent again when it comes back from the error output': {
			...lostOnce,
			responds: [{ status: 500 }],
			failed: { ...stays, reason: Array(4).fill('serverError'), request: [1, 1, 1, 1] },
		},
		'is another SMS with another text': {
			...sentAgain,
			responds: [lost, accepted],
			parameters: { message: '=Turn {{ $runIndex }}' },
			out: once,
		},
		'is sent again with Resend': {
			...sentAgain,
			responds: [...thrice({ status: 500 }), accepted],
			sent: [...thrice(ADA), ADA],
			options: { uncertain: 'resend' },
			out: once,
		},
		'is another SMS under another key': {
			...sentAgain,
			responds: [lost, accepted],
			safeguards: { deduplicationKey: `={{ '${route}-' + $runIndex }}` },
			out: { status: ['accepted'] },
		},
		'stays so under the same key': {
			...lostOnce,
			safeguards: { deduplicationKey: `in doubt by ${route}` },
			failed: stays,
		},
		'does not keep what was refused from being sent': {
			...sentAgain,
			responds: [refusal('Busy'), accepted],
			out: once,
		},
		'keeps nobody else from getting the SMS': {
			...doubtful,
			responds: [lost, refusal('Busy'), accepted],
			items: people(2),
			options: { batchSize: 1, concurrency: 1 },
			sent: [ADA, BEN, BEN],
			out: { recipient: [e164(BEN)] },
		},
		'stays in doubt where it may no longer be sent': {
			...lostOnce,
			again: byError(1),
			safeguards: { allowedCountries: "={{ $runIndex === 0 ? ['BJ'] : ['FR'] }}" },
			failed: { status: ['unknown', 'unknown'], replayed: [false, true] },
		},
		'stays so where the text is the same and the item is new': {
			...lostOnce,
			again: { ...byError(2), forgets: true },
		},
		'stays so for the same phone, whichever form of its number is written': {
			...lostOnce,
			parameters: { recipient: otherForm, recipients: otherForm },
			sent: ['970599123456'],
			failed: stays,
		},
	});
});
