import '../../../../support/fast-clock';
import { sleep } from 'n8n-workflow';
import { HINTS } from '../../../../../nodes/SmsGateway/words/hints';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import {
	accepted,
	all,
	bulkSend,
	people,
	phones,
	preview,
	refusal,
	send,
	sendAndWait,
	waysToSend,
} from '../../run';
import { sent } from '../../keys/marks';
import { tell } from '../../stories';

// The same SMS again: in one execution a duplicate, in all of them under a key.

const [ADA, BEN, , DAN] = phones(4) as [string, string, string, string];
const message = '={{ $json.text }}';
const onError = 'continueRegularOutput' as const;
const once = { batchSize: 1, concurrency: 1 };

const orders = people(3).map((one, index) => ({ ...one, order: `A-${index}` }));
const keyed = { deduplicationKey: '={{ $json.order }}' };
const campaign = { items: orders, safeguards: keyed, onError, responds: accepted };
const daily = { items: people(1), responds: accepted, safeguards: { skipRepeats: 'sameDay' } };
const anyDaily = { ...daily, safeguards: { skipRepeats: 'anySameDay' } };
const thrice = (value: string) => Array<string>(3).fill(value);
const plain = `${'a'.repeat(80)}'`;

describe.each(waysToSend)('%s', (route, run) => {
	tell([route, run], {
		'sends the same SMS to the same number once, however it is written': {
			items: [ADA, BEN, `+${ADA}`, `00${ADA}`].map((phone) => ({ phone })),
			responds: accepted,
			sent: [ADA, BEN],
			out: {
				status: ['accepted', 'accepted', 'skipped', 'skipped'],
				reason: ['accepted', 'accepted', 'duplicate', 'duplicate'],
			},
		},
		'sends different texts to one number, and says how many numbers get several': {
			items: [
				{ phone: ADA, text: 'Dear Ada' },
				{ phone: BEN, text: 'Dear Ben' },
				{ phone: ADA, text: 'Dear Mrs Lovelace' },
				{ phone: ADA, text: 'Dear Ada' },
			],
			parameters: { message },
			responds: accepted,
			sent: [ADA, BEN, ADA],
			texts: ['Dear Ada', 'Dear Ben', 'Dear Mrs Lovelace'],
			hint: /several messages.*Any SMS, Same Day/,
		},
		'sends the duplicate of a refused SMS no more often than its first in a Retry': [
			{
				items: [ADA, BEN, ADA, BEN].map((phone) => ({ phone })),
				options: once,
				responds: [accepted, refusal('Busy')],
				sent: [ADA, BEN],
				says: 'refusedByService',
			},
			{
				retryOf: 0,
				responds: accepted,
				sent: [BEN],
				out: { reason: ['accepted', 'accepted', 'duplicate', 'duplicate'] },
			},
		],
		'sends to a recipient once per key, in all executions of a workflow': [
			{ ...campaign, sent: phones(3) },
			{ out: { reason: thrice('alreadySent'), status: thrice('skipped') } },
			{ workflowId: 'another', sent: phones(3) },
		],
		'sends once per key within an execution, whatever the text': {
			...campaign,
			items: [1, 2].map(() => ({ phone: ADA, order: 'A' })),
			parameters: { message: '={{ $itemIndex }}' },
			sent: [ADA],
			out: { reason: ['accepted', 'alreadySent'] },
		},
		'sends again under a key whose SMS was refused, or did not arrive': [
			{ ...campaign, responds: refusal('No'), sent: 'whoever' },
			{ responds: { error: 'ECONNREFUSED' }, sent: 'whoever' },
			{ responds: accepted, sent: phones(3) },
		],
		'holds back what may have been sent under a key, unless the user chooses to resend': [
			{ ...campaign, responds: { status: 500 }, sent: phones(3) },
			{ out: { status: thrice('unknown'), reason: thrice('interrupted') } },
			{ options: { uncertain: 'resend' }, responds: accepted, sent: phones(3) },
			{ out: { reason: thrice('alreadySent') } },
		],
		'sends but a sample from a workflow that is not saved, as n8n could not store the keys': [
			{ ...campaign, workflowId: '', out: { reason: thrice('deduplicationUnavailable') } },
			{ mode: 'manual', safeguards: { ...keyed, testRecipients: `+${DAN}` }, sent: [DAN] },
		],
		'sends the same SMS once with Skip Repeats, and another text, sender or number': [
			{ ...daily, mode: 'manual', sent: [ADA] },
			{ mode: 'trigger', parameters: { message: 'Hello!' }, sent: [ADA] },
			{ parameters: { senderId: 'Other' }, sent: [ADA] },
			{ items: people(2), sent: [BEN], out: { reason: ['alreadySent', 'accepted'] } },
		],
		'sends one SMS per recipient and day with Any SMS, Same Day, whatever its text': [
			{ ...anyDaily, at: '2026-11-22T04:30:00Z', sent: [ADA] },
			{ parameters: { message: 'Hello!' }, sent: [] },
			{ items: people(2), parameters: { senderId: 'Other' }, sent: [BEN] },
			{ at: '2026-11-22T05:30:00Z', sent: [ADA] },
		],
		'sends the first of several texts of an execution with Any SMS, Same Day': {
			...anyDaily,
			items: [1, 2, 3].map((text) => ({ phone: ADA, text: `Alert ${text}` })),
			parameters: { message },
			sent: [ADA],
			texts: ['Alert 1'],
			out: { reason: ['accepted', 'alreadySent', 'alreadySent'] },
		},
		'sends the next text with Any SMS, Same Day, where the first was refused': {
			...anyDaily,
			items: [1, 2].map((text) => ({ phone: ADA, text: `Alert ${text}` })),
			parameters: { message },
			onError,
			responds: [refusal('No'), accepted],
			sent: [ADA, ADA],
			out: { reason: ['refusedByService', 'accepted'] },
		},
		'lets a Deduplication Key decide instead of Any SMS, Same Day': {
			...anyDaily,
			items: [1, 2].map((order) => ({ phone: ADA, order })),
			safeguards: { ...anyDaily.safeguards, ...keyed },
			parameters: { message: '={{ $itemIndex }}' },
			sent: [ADA, ADA],
		},
		'knows the text as it is sent, with its special characters replaced': [
			{
				...daily,
				parameters: { message: plain.replace("'", '’') },
				options: { replaceSpecialCharacters: 'typographic' },
				sent: [ADA],
			},
			{ parameters: { message: plain }, options: {} },
		],
		// 21 November, 23:30 in New York, then 22 November, 00:30 and 23:30.
		'sends it again on the next day of the workflow': [
			{ ...daily, at: '2026-11-22T04:30:00Z', sent: [ADA] },
			{ at: '2026-11-22T05:30:00Z', sent: [ADA] },
			{ at: '2026-11-23T04:30:00Z' },
		],
		'does not send it again on another day with Ever': [
			{ ...daily, safeguards: { skipRepeats: 'ever' }, at: '2026-11-22T04:30:00Z', sent: [ADA] },
			{ at: '2027-11-22T05:30:00Z', out: { reason: ['alreadySent'] } },
		],
		'counts a Retry for the day on which it sends': [
			{
				...daily,
				at: '2026-11-22T04:30:00Z',
				responds: refusal('Busy'),
				sent: [ADA],
				says: 'refusedByService',
			},
			{ retryOf: 0, at: '2026-11-22T13:00:00Z', responds: accepted, sent: [ADA] },
			{ at: '2026-11-22T14:00:00Z', out: { reason: ['alreadySent'] } },
		],
		'leaves the decision to a Deduplication Key, and Skip Repeats holds where that is empty': [
			{
				items: ['A', 'B', '', ''].map((order) => ({ phone: ADA, order })),
				safeguards: { skipRepeats: 'sameDay', deduplicationKey: '={{ $json.order || "" }}' },
				responds: accepted,
				sent: thrice(ADA),
				out: { reason: [...thrice('accepted'), 'duplicate'] },
				noHint: 'empty',
			},
			{ out: { reason: [...thrice('alreadySent'), 'duplicate'] } },
		],
	});

	it.each([keyed, { maxSmsPerDay: 2 }])('sends nothing that it cannot save: %j', async (given) => {
		const service = gateway()[route](accepted);
		(await createEngine()).deduplicator.failure = new Error('database is locked');
		const result = await run({ ...campaign, safeguards: given });

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'reason')).toStrictEqual(thrice('deduplicationUnavailable'));
		expect(result.items[0]!.json.explanation).toContain('database is locked');
	});
});

tell(['send', send], {
	'replays within the same turn and only then asks the store': {
		...campaign,
		onError: 'stopWorkflow',
		options: once,
		retryOnFail: true,
		maxTries: 2,
		responds: [accepted, refusal('Busy'), accepted, accepted],
		sent: [...phones(2), ...phones(3).slice(1)],
		out: { status: thrice('accepted'), replayed: [true, false, false] },
	},
});

tell(['send', sendAndWait], {
	'knows a question without its link, which is another each time': [
		{ ...daily, sent: [ADA] },
		{ onError, out: { reason: ['alreadySent'] } },
	],
});

tell(['send', preview], {
	'says in Preview that it does not know who got it before': {
		...daily,
		items: [ADA, ADA].map((phone) => ({ phone })),
		out: { reason: ['', 'duplicate'] },
		hint: 'Those who got it before would be skipped.',
	},
});

it.each([
	[{ deduplicationKey: 'A-1' }, 'vE576YKreexPtjiKYVPgO6HF5gSGshGQYmVMMmv121w'],
	[{ skipRepeats: 'ever' }, 'THij3W5lbTjx4cc8i-XOpa5hCaUN1NJAaCbXjqyoL9s'],
	[{ skipRepeats: 'sameDay' }, 'JfTGsRL1GVr5e_P5yxFpmO0jaY0rDNxS2l5NUmcul0g'],
])('records what later versions look for, so nobody gets it again: %j', async (safeguards, key) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 4, 30));
	gateway().bulk(accepted);
	const { deduplicator } = await createEngine();
	await bulkSend({ items: people(1), parameters: { message: 'Hi' }, safeguards });
	jest.restoreAllMocks();

	expect(deduplicator.calls.flatMap(({ values }) => values)).toContain(sent(`${ADA} ${key}`));
});

it('hints at another node in the place of its lock', async () => {
	gateway().send(refusal('Busy'));
	const failed = await send({ ...campaign, onError: 'stopWorkflow', workflowId: 'shared' });
	const workflow = structuredClone(failed.workflow);
	workflow.nodes.push({
		id: 'others',
		name: 'Others',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		position: [0, 0],
		parameters: { options: { scope: 'workflow' } },
	});
	workflow.connections.Others = { main: [[{ node: failed.nodeName, type: 'main', index: 0 }]] };
	gateway().send(accepted);
	const { hints } = await (await createEngine()).retry({ ...failed, workflow });

	expect(hints.map(({ message: text }) => text)).toContain(HINTS.lockTaken);
});

it('lets a request in flight finish where the execution is cancelled, keeps what came of it, and starts no other', async () => {
	const keyed = {
		items: people(2),
		options: { concurrency: 1 },
		safeguards: { deduplicationKey: 'sale' },
		workflowId: 'cancelled',
	};
	const stop = new AbortController();
	let answer: () => void = () => {};
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const service = gateway().send(async () => {
		await answered;
		return accepted;
	});
	const running = send({ ...keyed, signal: stop.signal });
	await service.arrived(1);
	stop.abort();
	await sleep(20);
	answer();
	await running;
	await sleep(50);
	expect(service.requests).toHaveLength(1);

	gateway().send(accepted);
	const again = await send({ ...keyed, onError: 'continueRegularOutput' });
	expect(all(again, 'reason')).toStrictEqual(['alreadySent', 'accepted']);
});
