import { itemsOf } from '../../host';
import { agentWorkflow, smsTool as tool } from './support/agent';
import type { Turn } from './support/chat-model';
import { answerLink, linkIn, openLink } from './support/link';
import { serveAgent, type ServedAgent } from './support/served-agent';

const fromAi = (name: string, description: string) => `={{ $fromAI('${name}', '${description}') }}`;

const message = fromAi('message', 'The text');
const recipients = fromAi('recipients', 'Phone numbers with country code, separated by commas');

const send = tool('Send SMS', {
	operation: 'send',
	senderId: 'DEMO',
	recipient: fromAi('recipient', 'A phone number with country code'),
	message,
	options: { output: 'summary', timeout: 5 },
});

const bulk = { operation: 'bulkSend', senderId: 'DEMO', recipients, message };
const bulkSend = tool('Send to Everyone', {
	...bulk,
	safeguards: { maxSms: 3 },
	options: { output: 'summary', batchSize: 1, concurrency: 1 },
});
const bulkRetry = tool(
	'Send and Retry',
	{ ...bulk, options: { output: 'summary', batchSize: 1, concurrency: 1 } },
	{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
);
const bulkGoOn = tool(
	'Send to Those Who Can Get It',
	{ ...bulk, options: { output: 'summary' } },
	{ onError: 'continueRegularOutput' },
);
const bulkErrorOutput = tool(
	'Text Into the Dark',
	{ ...bulk, options: { output: 'summary' } },
	{ onError: 'continueErrorOutput' },
);
const guarded = {
	allowedCountries: ['SE'],
	allowedRecipients: '+46 70 174 06 11, +46 70 174 06 12, +49 171 3920023',
	maxSms: 1,
};
const goesOn = { onError: 'continueRegularOutput' };
const guardedSend = tool(
	'Guarded',
	{ ...bulk, safeguards: guarded, options: { output: 'summary' } },
	goesOn,
);

/** A window, by the workflow's clock, that is closed now and for the next hours. */
const closedWindow = () => {
	const at = (hours: number) =>
		new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
	return { from: at(3), until: at(4), clock: 'workflow' };
};
const closedSend = () =>
	tool(
		'Closed',
		{
			...bulk,
			safeguards: { ...guarded, sendWindow: { window: closedWindow() } },
			options: { output: 'summary' },
		},
		goesOn,
	);
const ask = tool('Ask', {
	operation: 'sendAndWait',
	senderId: 'DEMO',
	recipient: '+46701740611',
	message,
});
const preview = tool('Preview', { operation: 'preview', senderId: 'DEMO', recipients, message });
const balance = tool('Balance', { resource: 'balance', operation: 'get' });
const tools = [
	send,
	bulkSend,
	bulkRetry,
	bulkGoOn,
	bulkErrorOutput,
	guardedSend,
	closedSend(),
	preview,
	balance,
	ask,
];

describe('an AI agent with the node as its tools', () => {
	let served: ServedAgent;

	beforeAll(async () => {
		served = await serveAgent(({ credential }) => [
			agentWorkflow('agent', credential, tools),
			agentWorkflow('older-agent', credential, tools, { typeVersion: 2.2 }),
			agentWorkflow('batching-agent', credential, tools, { typeVersion: 2.2, batchSize: 2 }),
		]);
	});

	beforeEach(() => served.sandbox.reset());

	afterAll(() => served?.close());

	/** Lets the agent work through the turns; returns what the tools told it. */
	async function saysOf(workflowId: string, turns: Turn[]): Promise<string[]> {
		served.model.says([...turns, 'Done.']);
		const id = await served.rest.runWorkflow(workflowId, 'Start');
		const run = await served.rest.waitForExecution(id);
		expect(run.data.resultData.error).toBeUndefined();
		expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
		return served.model.toolResults();
	}

	const agentSays = (...turns: Turn[]) => saysOf('agent', turns);

	const sentSms = () => served.sandbox.messages().map(({ recipient, text }) => [recipient, text]);

	const call = (name: string, given: object): Turn => [{ tool: name, with: given }];
	const sendTo = (recipient: string) => call('Send_SMS', { recipient, message: 'Hi' });
	const textEveryone = (list: string) =>
		call('Send_to_Everyone', { recipients: list, message: 'Hi' });

	it('reads in each description what the tool does, and what to fill in', async () => {
		await agentSays();
		const offered = served.model.requests()[0]!.tools!.map((one) => one.function);
		expect(
			Object.fromEntries(offered.map(({ name, description }) => [name, description])),
		).toMatchObject({
			Send_SMS: 'Send SMS in SMS Gateway',
			Send_to_Everyone: 'Send SMS to many recipients in SMS Gateway',
			Preview: expect.stringMatching(/^Preview .* in SMS Gateway$/),
			Balance: 'Get SMS balance in SMS Gateway',
		});
		expect(offered.find(({ name }) => name === 'Send_SMS')?.parameters).toMatchObject({
			properties: { recipient: { type: 'string' }, message: { type: 'string' } },
			required: ['recipient', 'message'],
		});
	});

	it.each([
		['a number', 'Guarded', '+46 70 174 06 13', 'skipped'],
		['a country', 'Guarded', '+49 171 3920023', 'It is a number of Germany'],
		[
			'more SMS than a call may spend',
			'Guarded',
			'+46701740611, +46701740612',
			"'Safeguards > Max SMS per Execution' allows 1",
		],
		['an hour', 'Closed', '+46 70 174 06 11', "outside the 'Safeguards > Send Window'"],
	])('cannot reach %s that it may not, and is told why', async (_, name, list, words) => {
		const [result] = await agentSays(call(name, { recipients: list, message: 'Hi' }));
		expect(result).toContain(words);
		expect(served.sandbox.requests()).toStrictEqual([]);
	});

	it.each(['agent', 'older-agent'])(
		'cannot spend more over several calls, as %s',
		async (which) => {
			const [, second] = await saysOf(which, [
				textEveryone('46701740611, 46701740612'),
				textEveryone('46701740613, 46701740614'),
			]);
			expect(second).toContain(
				"this node has sent 2 SMS in this execution, this would need 2 more, and 'Safeguards > Max SMS per Execution' allows 3",
			);
			expect(sentSms()).toHaveLength(2);
		},
	);

	it('sends within its safeguards', async () => {
		await agentSays(call('Guarded', { recipients: '+46 70 174 06 11', message: 'Hi' }));
		expect(sentSms()).toStrictEqual([['46701740611', 'Hi']]);
	});

	it('sends, and is told not to send again', async () => {
		const [result] = await agentSays(sendTo('+46 70 174 06 11'));
		expect(sentSms()).toStrictEqual([['46701740611', 'Hi']]);
		expect(JSON.parse(result!)).toStrictEqual([
			expect.objectContaining({ text: '1 recipient: 1 accepted. Do not send this again.' }),
		]);
	});

	it.each([
		['separated by commas', '+46 70 174 06 11, 0046701740612'],
		['as JSON', '["+46701740611","46701740612"]'],
	])('texts many, listed %s', async (_how, list) => {
		const [result] = await agentSays(textEveryone(list));
		expect(sentSms()).toStrictEqual([
			['46701740611', 'Hi'],
			['46701740612', 'Hi'],
		]);
		expect(result).toContain('2 recipients: 2 accepted. Do not send this again.');
	});

	it('previews and reads the balance without sending', async () => {
		const [previewed, read] = await agentSays(
			call('Preview', { recipients: '46701740611, 46701740612', message: 'Hi' }),
			call('Balance', {}),
		);
		expect(JSON.parse(previewed!)).toStrictEqual([
			expect.objectContaining({ wouldSend: true, recipients: 2, cost: 2 }),
		]);
		expect(JSON.parse(read!)).toStrictEqual([expect.objectContaining({ balance: 500 })]);
		expect(served.sandbox.requests().map(({ method }) => method)).toStrictEqual(['GET']);
	});

	it('sends again where it calls again: each call is a run of its own', async () => {
		const [first, second] = await agentSays(sendTo('46701740611'), sendTo('46701740611'));
		expect(sentSms()).toHaveLength(2);
		expect(first).toContain('Do not send this again.');
		expect(second).toContain('1 accepted');
	});

	it('waits for the answer to a question, and is told it', async () => {
		const answering = served.sandbox.until(({ messageCount }) => messageCount() === 1);
		const asking = agentSays(call('Ask', { message: 'May I?' }));
		await answering;
		const link = linkIn(served.sandbox.messages()[0]!.text);
		await openLink(link);
		await answerLink(link, { answer: 'approve' });
		expect((await asking)[0]).toContain('"answered":true,"data":{"approved":true,');
		expect(served.sandbox.requests()).toHaveLength(1);
	});

	describe('of an older version, which runs its tools itself,', () => {
		const olderSays = (...turns: Turn[]) => saysOf('older-agent', turns);

		it('asks nobody, as it cannot wait, and is told so', async () => {
			const [result] = await olderSays(call('Ask', { message: 'May I?' }));
			expect(result).toContain("can't wait here");
			expect(result).toContain('This node sent nothing.');
			expect(served.sandbox.requests()).toStrictEqual([]);
		});

		it('is told not to send again after a timeout', async () => {
			const [result] = await olderSays(sendTo('12815550102'));
			expect(result).toContain('Do not send this again: the SMS may have arrived.');
			expect(served.sandbox.requests()).toHaveLength(1);
		});

		it('sends what it is asked for in each of several items, also to one number', async () => {
			const sendText = (text: string) =>
				call('Send_SMS', { recipient: '46701740611', message: text });
			served.model.says([sendText('One'), sendText('Two'), 'Done.', 'Done.']);
			const id = await served.rest.runWorkflow('batching-agent', 'Start');
			await served.rest.waitForExecution(id);
			expect(sentSms().sort()).toStrictEqual([
				['46701740611', 'One'],
				['46701740611', 'Two'],
			]);
		});

		it('sends to nobody twice where its tool has Retry On Fail', async () => {
			const list = '46701740611, 12045550100, 46701740612';
			const [result] = await olderSays(call('Send_and_Retry', { recipients: list, message: 'Hi' }));
			expect(sentSms()).toStrictEqual([['46701740611', 'Hi']]);
			expect(result).toContain('Accepted: +46701740611.');
		});
	});

	it('keeps two calls of one turn apart', async () => {
		const both = [...sendTo('46701740611'), ...sendTo('46701740612')] as Turn;
		const results = await agentSays(both);
		expect(sentSms().map(([recipient]) => recipient)).toStrictEqual(['46701740611', '46701740612']);
		expect(results).toHaveLength(2);
	});

	describe('is told in words it can act on', () => {
		it('not to send again after a timeout', async () => {
			const [result] = await agentSays(sendTo('12815550102'));
			expect(JSON.parse(result!)).toStrictEqual([
				{
					error: expect.stringMatching(
						/^The SMS service did not respond in time\. .* Do not send this again: the SMS may have arrived\.$/,
					),
				},
			]);
			expect(served.sandbox.requests()).toHaveLength(1);
		});

		it('what is wrong with a number, and that nothing was sent', async () => {
			const [result] = await agentSays(sendTo('12'));
			expect(result).toContain('"12\\": It has too few digits');
			expect(result).toMatch(/This node sent nothing: .*Correct or omit/);
			expect(served.sandbox.requests()).toStrictEqual([]);
		});

		it('which numbers of many are wrong', async () => {
			const [result] = await agentSays(textEveryone('+46701740611, 12, anna'));
			expect(result).toContain('2 of 3 recipients are invalid');
			expect(result).toContain('"12\\": It has too few digits');
			expect(result).toContain('"anna\\": It contains letters');
			expect(served.sandbox.requests()).toStrictEqual([]);
		});

		it('what the service said', async () => {
			const [result] = await agentSays(sendTo('12045550100'));
			expect(JSON.parse(result!)).toStrictEqual([
				{
					error: expect.stringMatching(
						/^Magic recipient 12045550100\. .*It was not sent\. Send it again only after/,
					),
				},
			]);
		});

		it('who has the SMS already, when a call fails half way', async () => {
			const [result] = await agentSays(textEveryone('46701740611, 12045550100, 46701740612'));
			expect(sentSms()).toStrictEqual([['46701740611', 'Hi']]);
			expect(result).toContain(
				'Accepted: +46701740611. Refused by the service: +12045550100. Not sent: +46701740612. Do not send again to those accepted.',
			);
		});

		it('how everybody ended, where the tool goes on after failures', async () => {
			const [result] = await agentSays(
				call('Send_to_Those_Who_Can_Get_It', { recipients: '46701740611, anna', message: 'Hi' }),
			);
			expect(sentSms()).toStrictEqual([['46701740611', 'Hi']]);
			expect(JSON.parse(result!)).toStrictEqual([
				expect.objectContaining({
					recipients: expect.objectContaining({ total: 2, accepted: 1, notSent: 1 }),
					failures: [expect.objectContaining({ recipient: 'anna', reason: 'invalidRecipient' })],
					text: expect.stringContaining('Do not send again to those accepted.'),
				}),
			]);
		});

		it('that a tool with an error output would tell it nothing, so it sends nothing', async () => {
			const [result] = await agentSays(
				call('Text_Into_the_Dark', { recipients: '46701740611', message: 'Hi' }),
			);
			expect(result).toContain('Nothing was sent');
			expect(sentSms()).toStrictEqual([]);
		});
	});
});
