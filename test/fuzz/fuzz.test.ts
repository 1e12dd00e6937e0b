/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import '../support/fast-clock';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { properties } from '../../nodes/SmsGateway/actions';
import { createToken } from '../support/credentials';
import type { RunResult } from '../engine-kit/execution';
import { dataOf } from '../support/error-data';
import { expectTruth } from '../support/truth';
import { answer, startRawServer, type RawServer } from '../support/raw-server';
import { cases } from '../nodes/SmsGateway/laws/cases';
import { bulkSend, getBalance, outcomesOf, preview, send } from '../nodes/SmsGateway/run';
import { fates, type Fate } from './responses';
import { anything, baseUrl, item, LINK, settings } from './values';

// Anything in any field, option and credential, and any response: the server's own record is the judge.

const accessToken = createToken();

const settingsOf = (collection: string) => {
	const options = properties
		.filter(({ name }) => name === collection)
		.flatMap((field) => (field.options ?? []) as INodePropertyOptions[]);
	const byName = new Map(options.map((option) => [option.name, option]));
	return settings([...byName.values()] as Array<{ name: string; default?: unknown }>);
};

const runs = fc.record({
	way: fc.constantFrom(
		...Array(4).fill('send'),
		...Array(4).fill('bulkSend'),
		'preview',
		'balance',
	),
	items: fc.array(item, { minLength: 1, maxLength: 6 }),
	safeguards: settingsOf('safeguards'),
	options: settingsOf('options'),
	key: fc.oneof(
		{ weight: 12, arbitrary: fc.constantFrom('', '', '', 'order-1') },
		{ weight: 1, arbitrary: anything },
	),
	fates: fates(accessToken),
	token: fc.oneof(
		{ weight: 9, arbitrary: fc.constant(accessToken) },
		fc.constantFrom('', ' ', 'Bearer', 'two words', 'ü'.repeat(40), '\r\nX: y'),
	),
	onError: fc.constantFrom(
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
		'continueRegularOutput',
	),
	retryOnFail: fc.boolean(),
	isSummary: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});

type Run = typeof runs extends fc.Arbitrary<infer T> ? T : never;

let server: RawServer;
let current: Fate[] = [];

beforeAll(async () => {
	server = await startRawServer({
		received(_, socket, take) {
			const fate = current.length > 1 ? current.shift()! : current[0]!;
			if (fate.takes) take();
			fate.act(socket);
		},
	});
});
afterAll(() => server.close());

const usual: Run = {
	way: 'bulkSend',
	items: [{ phone: '46701740600', sender: 'MyShop', text: 'Hello' }],
	safeguards: {},
	options: {},
	key: '',
	fates: [{ takes: true, act: (socket) => socket.end(answer(200, '{"status":"success"}')) }],
	token: accessToken,
	onError: 'stopWorkflow',
	retryOnFail: false,
	isSummary: false,
};

const echo = `{"status":"error","message":"${accessToken.replace('e', '\\u0065')}"}`;

/** What chance would take long to find. */
const worst: Run[] = [
	{ ...usual, items: [{ ...usual.items[0], phone: LINK }] },
	...[LINK, '46701740'].map((given) => ({ ...usual, safeguards: { allowedRecipients: given } })),
	{ ...usual, onError: 'continueRegularOutput', options: { maxSms: LINK } },
	{
		...usual,
		onError: 'continueRegularOutput',
		fates: [{ takes: true, act: (socket: Socket) => socket.end(answer(500, '{}')) }],
	},
	...['send', 'bulkSend'].map((way) => ({
		...usual,
		way,
		fates: [{ takes: false, act: (socket: Socket) => socket.end(answer(400, echo)) }],
	})),
];

let workflows = 0;

async function carryOut(run: Run, base: unknown): Promise<RunResult> {
	const ways = { send, bulkSend, preview, balance: getBalance };
	const texts = { senderId: '={{ $json.sender }}', message: '={{ $json.text }}' };
	return await ways[run.way as keyof typeof ways]({
		items: run.items,
		credentials: { baseUrl: base, accessToken: run.token } as never,
		parameters: run.way === 'balance' ? {} : texts,
		// Quick, unless the run says otherwise.
		options: { timeout: 2, ...(run.isSummary && { output: 'summary' }), ...run.options } as never,
		safeguards: {
			...run.safeguards,
			...(run.key !== '' && { deduplicationKey: run.key }),
		} as never,
		onError: run.onError as never,
		retryOnFail: run.retryOnFail,
		maxTries: 2,
		workflowId: `fuzz-${++workflows}`,
	});
}

const PHONE = /46701740|97 00 12 34/;

/** Words for people: not what a program says when it breaks, and no HTML that came from outside. */
function expectSentence(text: unknown): void {
	expect(text).toStrictEqual(expect.stringMatching(/\S/));
	expect(text).not.toMatch(/\b(undefined|is not a function|Cannot read|\[object )/);
}

/** Nobody gets one SMS twice: at most as many as there are different ones. */
function judgeRecord(run: Run, taken: readonly string[]): void {
	const different = new Set(run.items.map(({ sender, text }) => JSON.stringify([sender, text])));
	for (const recipient of new Set(taken)) {
		const times = taken.filter((one) => one === recipient).length;
		expect(times).toBeLessThanOrEqual(different.size);
	}
}

/** The recipients of an item that holds nothing but usual ones, in their order; undefined for any other. */
function phonesOf({ phone }: IDataObject, way: string): string[] | undefined {
	const all = typeof phone === 'string' ? (way === 'send' ? [phone] : phone.split('|')) : [''];
	return all.every((one) => /^46701740\d{3}$/.test(one)) ? all : undefined;
}

function judge(run: Run, result: RunResult, taken: readonly string[]): void {
	const everything = JSON.stringify([result.items, result.errorItems, result.error, result.hints]);
	expect(everything).not.toContain(accessToken);
	for (const { message } of result.hints) expect(message).not.toMatch(/<[a-z]/i);
	const resend = run.options.uncertain === 'resend';
	const meant = run.items.map((item) => phonesOf(item, run.way));
	if (!resend) judgeRecord(run, taken);
	if (result.error) {
		expect(result.error.name).toBe('NodeOperationError');
		expectSentence(result.error.message);
		// It goes into a log that outlives the execution; only what is typed in a setting is quoted.
		const typed = JSON.stringify([run.safeguards, run.options]);
		if (!PHONE.test(typed)) expect(result.error.message).not.toMatch(PHONE);
		// Its own line breaks are all the HTML that it has.
		const description = (result.error.description ?? '').replaceAll('<br>\n', '\n');
		expect(description).not.toMatch(/<[a-z]/i);
		expect(dataOf(result.error).causes).not.toStrictEqual([]);
		if (!resend) expectTruth(result, taken, meant);
		expect(JSON.stringify(dataOf(result.error))).not.toMatch(PHONE);
		return;
	}
	if (run.way !== 'send' && run.way !== 'bulkSend') {
		expect(taken).toStrictEqual([]);
		return;
	}
	const outcomes = outcomesOf(result);
	const summed = outcomes.find(({ recipients }) => typeof recipients === 'object')?.recipients;
	if (summed !== undefined) {
		const { accepted, unknown } = summed as Record<'accepted' | 'unknown', number>;
		expect(taken.length).toBeGreaterThanOrEqual(accepted);
		if (!resend) expect(taken.length).toBeLessThanOrEqual(accepted + unknown);
		return;
	}
	for (const { explanation } of outcomes) expectSentence(explanation);
	expectTruth(result, taken, meant, resend);
}

it('ends with a sentence and a true outcome, whatever comes in from either side', async () => {
	let running: Promise<unknown> = Promise.resolve();
	const url = `http://127.0.0.1:${server.port}/api/v1`;
	await fc.assert(
		fc.asyncProperty(runs, baseUrl(url), async (run, base) => {
			current = [...run.fates];
			const before = server.taken.length;
			const ending = carryOut(run, base);
			running = ending;
			const result = await ending;
			judge(run, result, server.taken.slice(before).filter(Boolean));
		}),
		{ examples: worst.map((run): [Run, unknown] => [run, url]), ...cases(250), endOnFailure: true },
	);
	await running;
});
