import '../../../../support/fast-clock';
import { sleep, type INode } from 'n8n-workflow';
import { emptyLedgerData } from '../../../../../nodes/SmsGateway/history/ledger';
import { NOTHING_SENT } from '../../../../../nodes/SmsGateway/words/errors';
import { createEngine, type Engine } from '../../../../support/engine';
import { causesOf, dataOf } from '../../../../support/error-data';
import { gateway, type ServiceResult } from '../../../../support/gateway';
import { accepted, bulkSend, people, phones, refusal, send, e164, thrice } from '../../run';
import { tell, type Story } from '../../stories';

const once = { concurrency: 1, batchSize: 2 };
const retryOnFail = { retryOnFail: true, maxTries: 2 };
const [ADA, BEN, CIA, NEW] = phones(4) as [string, string, string, string];

let engine: Engine;
beforeAll(async () => {
	engine = await createEngine();
});

/** Six people, in three requests; the second fails. */
const campaign = { items: people(6), options: once };
const [, , ...lastFour] = phones(6);
/** Refused, and each of its two recipients alone. */
const busy = thrice(refusal('Busy'));
const untilBusy = [...phones(4), ...phones(4).slice(2)];
const spoilt = { recipients: "={{ $itemIndex === 5 ? 'abc' : $json.phone }}" };
const onlyRest = {
	recipient: phones(6).map(e164),
	status: Array(6).fill('accepted'),
	replayed: [true, true, false, false, false, false],
	// What was sent before comes without its response.
	response: [null, null, ...Array<unknown>(4).fill(accepted.body)],
};

tell(['bulk', bulkSend], {
	'Retry On Fail sends only the rest after a refusal': {
		...campaign,
		...retryOnFail,
		responds: [accepted, ...busy, accepted, accepted],
		sent: [...untilBusy, ...lastFour],
		out: onlyRest,
	},
	'Retry On Fail sends only the rest after a refused connection': {
		...campaign,
		...retryOnFail,
		responds: [accepted, ...thrice({ error: 'ECONNREFUSED' }), accepted, accepted],
		sent: [...phones(4), ...lastFour.slice(0, 2), ...lastFour.slice(0, 2), ...lastFour],
		out: onlyRest,
	},
	'Retry On Fail never sends again what may have been sent': {
		...campaign,
		...retryOnFail,
		maxTries: 3,
		responds: [accepted, { error: 'ECONNRESET' }, accepted],
		sent: phones(6),
		says: /^interrupted connectionLost$/,
		explains: /^Or save, and 'Retry with currently saved workflow' .*unknown\. 'Execute/,
	},
	'Retry On Fail counts only its own run in a summary': {
		...campaign,
		...retryOnFail,
		options: { ...once, output: 'summary' },
		responds: [accepted, ...busy, accepted, accepted],
		sent: 'whoever',
		out: { requests: [2], smsCount: [4] },
	},
	'with Resend what may have been sent is sent again': {
		...campaign,
		options: { ...once, uncertain: 'resend' },
		responds: [accepted, { status: 500 }, accepted, accepted],
		sent: [...phones(4), ...lastFour],
		out: { status: Array(6).fill('accepted') },
	},
	'a limit that stops Resend is named, beside what may have been sent before': {
		...retryOnFail,
		items: people(2),
		options: { uncertain: 'resend' },
		safeguards: { checkBalance: true },
		responds: thrice({ status: 500 }),
		balance: [{ body: { balance: 6 } }, { body: { balance: 1 } }],
		sent: thrice([ADA, BEN]).flat(),
		says: /^balanceTooLow balanceTooLow,balanceTooLow serverError,interrupted serverError$/,
	},
	'the Retry of a saved execution sends only what is missing': [
		{ ...campaign, responds: [accepted, ...busy], sent: untilBusy, says: 'refusedByService' },
		{ retryOf: 0, responds: accepted, sent: lastFour, out: onlyRest },
	],
	'a Retry in which a number cannot be read any more sends to nobody, and tells who was sent to': [
		{ ...campaign, responds: [accepted, ...busy], sent: untilBusy, says: 'refusedByService' },
		{
			retryOf: 0,
			saved: spoilt,
			says: /^number invalidRecipient word$/,
			explains: [/^(?!.*Nothing was sent)/, `+${ADA}, +${BEN}`],
		},
	],
	'a Retry in which a number cannot be read any more says where nobody was sent to': [
		{ ...campaign, responds: [...busy], sent: 'whoever', says: 'refusedByService' },
		{ retryOf: 0, saved: spoilt, says: /^number invalidRecipient word$/, explains: NOTHING_SENT },
	],
});

tell(['send', send], {
	'Retry On Fail does not run again under Continue: failures carry no top-level error': {
		items: people(2),
		options: once,
		...retryOnFail,
		onError: 'continueRegularOutput',
		responds: [refusal('No'), accepted],
		sent: phones(2),
		out: { status: ['rejected', 'accepted'], replayed: [false, false] },
	},
	'Retry On Fail with the error output sends to the failed ones again and to nobody else': {
		items: people(2),
		options: once,
		...retryOnFail,
		onError: 'continueErrorOutput',
		responds: [refusal('Busy'), accepted, accepted],
		sent: [ADA, BEN, ADA],
		out: { status: ['accepted', 'accepted'], replayed: [false, true] },
	},
	'sends again in each turn of a loop': {
		items: [ADA, ADA, ADA].map((phone) => ({ phone })),
		loop: { batchSize: 1 },
		responds: accepted,
		sent: [ADA, ADA, ADA],
	},
});

const failsFor =
	(name: string): ServiceResult =>
	({ recipients }) =>
		recipients[0] === name ? refusal('Busy') : accepted;

const fails: Story = {
	items: people(3),
	options: once,
	workflowId: 'retried twice',
	responds: failsFor(BEN),
	sent: [ADA, BEN],
	says: 'refusedByService',
};

type Safeguards = INode['parameters'];

describe.each<[string, Safeguards, Safeguards]>([
	['nothing to nothing', {}, {}],
	['nothing to a key', {}, { deduplicationKey: 'sale' }],
	['a key to nothing', { deduplicationKey: 'sale' }, {}],
	['Skip Repeats to a key', { skipRepeats: 'ever' }, { deduplicationKey: 'sale' }],
])('a second Retry of the same execution, changed from %s,', (_, before, after) => {
	const retryWith = (safeguards: Safeguards): Story => ({
		retryOf: 0,
		saved: { safeguards },
		responds: accepted,
	});
	const [first, second] = [retryWith(before), retryWith(after)];
	const hasKey = Object.keys(after).length > 0;
	const fresh = (reason: string): Story[] =>
		hasKey
			? [
					{
						safeguards: after,
						onError: 'continueRegularOutput',
						responds: accepted,
						sent: [ADA],
						out: { reason: ['accepted', reason, 'alreadySent'] },
					},
				]
			: [];

	tell(['send', send], {
		'sends to nobody to whom the first has sent, nor does a new execution with a key': [
			fails,
			{ ...first, responds: failsFor(CIA), sent: [BEN, CIA], says: 'refusedByService' },
			{ ...second, sent: [CIA], out: { reason: ['accepted', 'alreadySent', 'accepted'] } },
			...fresh('alreadySent'),
		],
		'does not send again what the first left in doubt, nor does a new execution with a key': [
			fails,
			{ ...first, responds: [{ status: 500 }], sent: [BEN], says: 'serverError' },
			{ ...second, sent: [CIA], says: 'interrupted' },
			...fresh('interrupted'),
		],
		'resends it with Resend, once': [
			fails,
			{
				retryOf: 0,
				saved: { safeguards: before, options: { ...once, uncertain: 'resend' } },
				responds: thrice({ status: 500 }),
				sent: thrice(BEN),
				says: 'serverError',
			},
			{ ...second, sent: [BEN, CIA] },
			{ ...first, out: { reason: ['accepted', 'alreadySent', 'alreadySent'] } },
		],
	});
});

tell(['send', send], {
	'goes on with the Retry of a Retry': [
		fails,
		{ retryOf: 0, responds: failsFor(CIA), sent: [BEN, CIA], says: 'refusedByService' },
		{ retryOf: 1, responds: accepted, sent: [CIA], out: { replayed: [true, true, false] } },
	],
	'is no Retry of another execution with the same items': [
		fails,
		{ sent: [ADA, BEN], says: 'refusedByService' },
		{ retryOf: 0, responds: accepted, sent: [BEN, CIA] },
		{ retryOf: 1, responds: accepted, sent: [BEN, CIA] },
	],
});

const early: Story = { ...fails, failsBefore: true, responds: undefined, sent: [] };
const [firstRetry, retried]: [Story, Story] = [
	{ retryOf: 0, responds: failsFor(BEN), sent: [ADA, BEN], says: 'refusedByService' },
	{ retryOf: 0, responds: accepted, sent: [BEN, CIA] },
];
const repeated = { reason: ['alreadySent', 'accepted', 'accepted'] };
const allThere = { reason: ['alreadySent', 'alreadySent', 'alreadySent'] };

tell(['send', send], {
	'is known to each Retry where a node before it has failed': [
		early,
		firstRetry,
		{ ...retried, out: repeated },
		{ ...retried, sent: [], out: allThere },
	],
	'goes on with a Retry of the first Retry there, which the next one knows': [
		early,
		firstRetry,
		{ ...retried, retryOf: 1 },
		{ ...retried, sent: [], out: allThere },
	],
	'leaves the day of a second Retry to the next execution where it sent nothing on it': [
		{
			...fails,
			items: people(2),
			safeguards: { skipRepeats: 'sameDay' },
			at: '2026-11-23T11:00:00Z',
			responds: failsFor(ADA),
			sent: [ADA],
		},
		{ retryOf: 0, responds: failsFor(BEN), sent: [ADA, BEN], says: 'refusedByService' },
		{ retryOf: 0, at: '2026-11-24T07:00:00Z', responds: accepted, sent: [BEN] },
		{ at: '2026-11-24T13:00:00Z', responds: accepted, sent: [ADA] },
	],
	'knows another execution with the same items as another': [
		early,
		firstRetry,
		early,
		{ ...retried, retryOf: 2, sent: [ADA, BEN, CIA] },
	],
});

const order = (phone: string, id: string) => ({ phone, order: id });
const orders = [order(ADA, '100'), order(ADA, '101')];
const ready: Story = {
	...early,
	items: orders,
	safeguards: { deduplicationKey: '={{ $json.order }}' },
	parameters: { message: 'Your order is ready' },
};
const byOrder = { message: '=Your order {{ $json.order }} is ready' };
const bothAccepted = { reason: ['accepted', 'accepted'] };
const bothThere = { reason: ['alreadySent', 'alreadySent'] };

tell(['send', send], {
	'sends the same text under two keys where the node first runs in a Retry': [
		ready,
		{ retryOf: 0, responds: accepted, sent: [ADA, ADA], out: bothAccepted },
		{ retryOf: 0, responds: accepted, out: bothThere },
	],
	'says that each text under a key was sent by itself, where the next Retry has other items': [
		{ ...ready, items: [order(ADA, '100'), order(BEN, '200')], parameters: byOrder },
		{ retryOf: 0, responds: failsFor(BEN), sent: [ADA, BEN], says: 'refusedByService' },
		{ retryOf: 0, first: order(ADA, '101'), responds: accepted, sent: [ADA, BEN] },
		{ items: orders, failsBefore: undefined, responds: accepted, out: bothThere },
	],
});

const TEN = '2026-11-23T10:00:00Z';
const twoOfAda = [{ phone: ADA, until: TEN }, { phone: ADA }, { phone: BEN }];

/** Two items ask for one SMS, the first of them until ten; another recipient fails. */
const equal: Story = {
	items: twoOfAda,
	options: once,
	safeguards: { doNotSendAfter: "={{ $json.until || '' }}" },
	at: '2026-11-23T09:00:00Z',
	responds: failsFor(BEN),
	sent: [ADA, BEN],
	says: 'refusedByService',
};

tell(['send', send], {
	'the first of equal SMS stands for all, also in a Retry in which it is too late for it': [
		equal,
		{ retryOf: 0, at: '2026-11-23T11:00:00Z', responds: accepted, sent: [BEN] },
		{ retryOf: 0, at: '2026-11-23T12:00:00Z', responds: accepted, sent: [] },
	],
	'the first of equal SMS stands for all, also where the text has the time in it': [
		{ ...equal, safeguards: {}, parameters: { message: '={{ $now.toISO() }}' } },
		{
			retryOf: 0,
			saved: { message: '={{ $now.toISO() + $itemIndex }}' },
			responds: accepted,
			sent: [BEN],
			out: { reason: ['accepted', 'duplicate', 'accepted'] },
		},
	],
	'is wanted until the last of equal items is too late': {
		...equal,
		items: [...twoOfAda.slice(0, 2), { phone: BEN, until: TEN }],
		at: '2026-11-23T11:00:00Z',
		responds: accepted,
		sent: [ADA],
		onError: 'continueRegularOutput',
		says: undefined,
		out: { reason: ['accepted', 'duplicate', 'expired'] },
	},
});

describe('an execution that failed', () => {
	const failed = async () => {
		gateway().send(failsFor(BEN));
		return await send({ items: people(3), options: once });
	};

	it('is sent by one of two Retries at the same time', async () => {
		const saved = await failed();
		const service = gateway().send(async () => {
			await sleep(50);
			return accepted;
		});
		await Promise.all([engine.retry(saved), engine.retry(saved)]);

		expect([...service.recipients].sort()).toStrictEqual([BEN, CIA]);
	});

	it.each([
		[39_998, [BEN, CIA], []],
		[39_999, [BEN], ['beyondRetry invalidParameter']],
	])('has keys over all turns: beside %i of others it sends %j', async (keyed, sent, causes) => {
		const saved = await failed();
		const { contextData } = saved.executionData.executionData!;
		const { turns } = contextData[`node:${saved.nodeName}`]!.smsGateway as {
			turns: Record<string, object>;
		};
		turns['1'] = { ...emptyLedgerData(), keyed };
		const service = gateway().send(accepted);
		const { error } = await engine.retry(saved);

		expect(service.recipients).toStrictEqual(sent);
		expect(error ? causesOf(error) : []).toStrictEqual(causes);
		expect(error?.description ?? '').not.toMatch(/'(?:Executions > )?Retry/);
	});

	it('before the node sends to nobody twice where the node before then gives a new row on top', async () => {
		engine.deduplicator.reset();
		const saved = await send({ ...early, workflowId: 'new row on top' });
		gateway().send(failsFor(CIA));
		await engine.retry(saved);
		const again = structuredClone(saved);
		const [waiting] = again.executionData.executionData!.nodeExecutionStack;
		waiting!.data.main![0]!.unshift({ json: { phone: NEW } });
		const service = gateway().send(accepted);
		await engine.retry(again);

		expect(service.recipients).toStrictEqual([NEW, CIA]);
	});

	it('ends in a Retry also where an item names twice a recipient of an item before it', async () => {
		engine.deduplicator.reset();
		gateway().bulk(refusal('Busy'));
		const items = [{ phone: ADA }, { phone: `${ADA}, +${ADA}` }];
		const saved = await bulkSend({ items, options: { concurrency: 1 } });
		const service = gateway().bulk(accepted);
		const stop = new AbortController();
		void sleep(3_000).then(() => stop.abort());
		await engine.retry(saved, { signal: stop.signal });
		stop.abort();

		expect(service.recipients).toStrictEqual([ADA]);
	});

	it('sends the rest with a token that was corrected', async () => {
		const saved = await failed();
		const service = gateway().send(accepted);
		const credentials = { baseUrl: 'https://sms.example.com/api/v1', accessToken: 'corrected' };
		await engine.retry(saved, { credentials });

		expect(service.recipients).toStrictEqual([BEN, CIA]);
		expect(service.requests[0]!.headers.authorization).toBe('Bearer corrected');
	});
});

it('tells last what came of an SMS that was sent again', async () => {
	const end = new AbortController();
	let requests = 0;
	gateway().send(() => {
		if (++requests === 5) end.abort();
		return requests < 4 ? { status: 500 } : accepted;
	});
	const options = { uncertain: 'resend', concurrency: 1 };
	const given = { ...retryOnFail, items: people(2), options, signal: end.signal };
	const { executionData } = await send(given);
	const { error } = executionData.resultData.runData['SMS Gateway']!.at(-1)!;
	expect(dataOf(error).ended).toMatchObject([{ reason: 'accepted' }, { reason: 'interrupted' }]);
});
