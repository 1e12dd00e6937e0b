import { type Example, linkCredential, readExample, readExamples } from '../../host/examples';
import { type Run, until } from '../../host';
import type { ChatModel } from './support/agent';
import { outcomesOf, reasonsOf } from './support/campaign';
import { answerLink, linkIn, openLink } from './support/link';
import { sharedN8n } from './support/served';

/** Other parameters of the nodes that have a send window. */
const inWindow = ({ nodes }: Example, window: object) =>
	nodes.map((node) => {
		const { safeguards, ...rest } = node.parameters as { safeguards?: { sendWindow?: object } };
		if (safeguards?.sendWindow === undefined) return node;
		return {
			...node,
			parameters: { ...rest, safeguards: { ...safeguards, sendWindow: { window } } },
		};
	});

/** At any hour, and with a model that runs here instead of the user's. */
const here = (example: Example, { credential: { id, name } }: ChatModel) => ({
	...example,
	nodes: inWindow(example, { from: '00:00', until: '24:00' }).map((node) =>
		node.name === 'Chat Model' ? { ...node, credentials: { openAiApi: { id, name } } } : node,
	),
});

const ADA = '46701740611';
const BEN = '491713920023';
const CLEO = '46701740612';

describe('examples', () => {
	const examples = readExamples();
	const ran = new Set<string>();
	const n8n = sharedN8n({
		sandbox: { balance: 500 },
		credentials: () => [linkCredential()],
		workflows: (model) => examples.map((example) => here(example, model)),
	});

	/** The id of its workflow. */
	const idOf = (file: string) => {
		ran.add(file);
		return readExample(file).id;
	};
	/** To its end, whichever that is. */
	const end = async (file: string) => {
		const { rest } = n8n();
		return await rest.waitForExecution(await rest.runWorkflow(idOf(file)));
	};
	const expectSuccess = (ended: Run) => {
		expect(ended.data.resultData.error).toBeUndefined();
		expect(ended.status).toBe('success');
		return ended;
	};
	const run = async (file: string) => expectSuccess(await end(file));
	/** Says something in the chat of the editor. */
	const chat = async (file: string, chatInput: string) => {
		const { rest } = n8n();
		const heard = { sessionId: 'test', action: 'sendMessage', chatInput };
		const id = await rest.runWorkflow(idOf(file), 'When a Chat Message Arrives', heard);
		return expectSuccess(await rest.waitForExecution(id));
	};
	/** Answers the question that comes as the first SMS; resolves to the page that asked it. */
	const answerByLink = async (answer: string): Promise<string> => {
		await n8n().sandbox.until(({ messageCount }) => messageCount() === 1);
		const link = linkIn(n8n().sandbox.messages()[0]!.text);
		const page = await openLink(link);
		await answerLink(link, { answer });
		return page;
	};
	const sent = () =>
		n8n()
			.sandbox.messages()
			.map(({ recipient, text }) => [recipient, text]);
	const recipients = () => sent().map(([recipient]) => recipient);

	it('bulk-send.json sends to nine of ten customers with one request, to the duplicate once', async () => {
		const reasons = reasonsOf(await run('bulk-send.json'), 'Done');
		expect(reasons.sort()).toStrictEqual([...Array<string>(9).fill('accepted'), 'duplicate']);
		expect(n8n().sandbox.requests()).toHaveLength(1);
		expect(recipients()).toHaveLength(9);
	});

	it('balance.json returns what is left on the account', async () => {
		const ended = await run('balance.json');
		expect(outcomesOf(ended, 'Get Balance')).toMatchObject([{ balance: 500 }]);
	});

	it('campaign-from-sheet.json writes the result into each row, and with Skip Repeats sends nothing again', async () => {
		const statuses = async () => {
			const rows = outcomesOf(await run('campaign-from-sheet.json'), 'Result per Row');
			return rows.map(({ Status }) => Status);
		};
		n8n().sandbox.setBalance(6);
		await run('campaign-from-sheet.json');
		expect(
			n8n()
				.sandbox.requests()
				.map(({ method }) => method),
		).toStrictEqual(['GET']);

		n8n().sandbox.setBalance(500);
		expect(await statuses()).toStrictEqual([
			...Array<string>(6).fill('accepted'),
			...['notSent', 'notSent', 'skipped', 'accepted'],
		]);
		const posts = n8n()
			.sandbox.requests()
			.filter(({ method }) => method === 'POST');
		expect(posts.map(({ accepted }) => accepted.length)).toStrictEqual([3, 4]);
		expect(await statuses()).not.toContain('accepted');
		expect(recipients()).toHaveLength(7);
	});

	it('one-time-password.json sends a code again when nobody knows whether it arrived', async () => {
		const ended = await run('one-time-password.json');
		const code = expect.stringMatching(/^\d{6} is your code\./);
		expect(sent()).toStrictEqual([ADA, '12815550114'].map((to) => [to, code]));
		expect(outcomesOf(ended, 'Ask for the Code')).toHaveLength(2);
		expect(outcomesOf(ended, 'Offer Another Way')).toStrictEqual([]);
	});

	it('retry-queue.json sends again what did not arrive, and leaves the rest to a person', async () => {
		const ended = await run('retry-queue.json');
		const text = (name: string) => `Hello ${name}, your table is booked for tonight at 8.`;
		expect(sent()).toStrictEqual([
			[ADA, text('Ada')],
			['12145550100', text('Ben')],
		]);
		expect(ended.data.resultData.runData.Send).toHaveLength(2);
		expect(outcomesOf(ended, 'For a Person', 0)).toMatchObject([
			{ name: 'Chloé', details: { status: 'unknown', reason: 'timeout' } },
			{ name: 'Dan', details: { status: 'notSent', reason: 'invalidRecipient' } },
		]);
	});

	it('reminders-in-a-window.json sends by day, and to the others once their window opens', async () => {
		const file = 'reminders-in-a-window.json';
		// By the clock of the workflow: in half a minute or more, so that it is closed at first.
		const from = new Date(Date.now() + 90_000).toISOString().slice(11, 16);
		const nodes = inWindow(readExample(file), {
			from,
			until: from === '23:59' ? '24:00' : '23:59',
		});
		const settings = { executionOrder: 'v1', timezone: 'UTC' };
		await n8n().rest.changeWorkflow(idOf(file), { nodes, settings });
		const ended = await run(file);
		expect([0, 1].map((index) => reasonsOf(ended, 'Remind', index))).toStrictEqual([
			Array(3).fill('outsideWindow'),
			Array(3).fill('accepted'),
		]);
		expect(sent()).toHaveLength(3);
		expect(sent()[0]![1]).toMatch(/^Hello Ada, see you on [A-Z]\w+day \d+ [A-Z]\w+ at 10:30\.$/);
	});

	it('opt-out-by-link.json sends no more to whoever pressed the button of opt-out-page.json', async () => {
		expect((await end('opt-out-by-link.json')).status).toBe('error');
		expect(n8n().sandbox.requests()).toStrictEqual([]);

		await n8n().rest.activate(idOf('opt-out-page.json'));
		// n8n 2 calls a workflow active some time before its webhook is.
		await openLink(`${n8n().instance.url}/webhook/sms-opt-out`);
		const reasons = async () => reasonsOf(await run('opt-out-by-link.json'), 'Send');
		expect(await reasons()).toStrictEqual(['accepted', 'accepted', 'accepted']);
		const [adas, bens] = sent().map(([, text]) => new URL(/http\S+$/.exec(text!)![0]));
		const press = (link: URL) => answerLink(link.href, {});

		const forged = new URL(bens!);
		forged.searchParams.set('s', adas!.searchParams.get('s')!);
		const empty = new URL(bens!.pathname, bens);
		for (const link of [forged, empty]) expect((await press(link)).status).toBe(403);
		expect(await reasons()).toStrictEqual(['accepted', 'accepted', 'accepted']);

		for (let times = 0; times < 2; times++) {
			expect(await (await press(bens!)).text()).toContain('You will get no more SMS from us.');
		}
		expect(await reasons()).toStrictEqual(['accepted', 'excluded', 'accepted']);
		expect(recipients()).toHaveLength(3 + 3 + 2);
	});

	it('google-sheet.json sends to the new rows, and tells each row what happened', async () => {
		const ended = await run('google-sheet.json');
		expect(sent()).toStrictEqual([
			[ADA, 'Hello Ada, your order is ready.'],
			[CLEO, 'Hello Cleo, your order is ready.'],
		]);
		expect(outcomesOf(ended, 'Result for the Row')).toMatchObject([
			{ row_number: 2, Status: 'accepted' },
			{ row_number: 4, Status: 'accepted' },
			{ row_number: 5, Status: 'notSent' },
		]);
	});

	const ordered = (name: string, order: string) =>
		`Hello ${name}, we have your order ${order} EUR). Thank you!`;
	const seeYou = expect.stringMatching(/^Hello \w+, see you on \w+day \d+ May at \d\d:\d\d\.$/);

	it.each<[file: string, messages: unknown[][]]>([
		[
			'order-confirmations.json',
			[
				[ADA, ordered('Ada', '1041 (12.50')],
				[BEN, ordered('Ben', '1042 (8.00')],
				[ADA, ordered('Ada', '1043 (30.00')],
			],
		],
		['new-order.json', [[BEN, ordered('Ben', '1042 (12.50')]]],
		['form-answer.json', [[ADA, 'Hello Ada, your table is booked for 2036-05-06.']]],
		['monitoring-alert.json', [[ADA, 'Shop is down: https://shop.example.com']]],
		['appointment-reminders.json', [ADA, BEN].map((to) => [to, seeYou])],
	])('%s sends its SMS once, however often it runs', async (file, messages) => {
		await run(file);
		await run(file);
		expect(sent()).toStrictEqual(messages);
	});

	it('opt-out-column.json leaves out who has opted out, in any spelling', async () => {
		await run('opt-out-column.json');
		expect(recipients()).toStrictEqual([ADA, CLEO]);
	});

	it('low-balance-alert.json says in a test that it is one, and alerts when the balance has fallen', async () => {
		const { rest, sandbox } = n8n();
		await run('low-balance-alert.json');
		sandbox.setBalance(500);
		const id = idOf('low-balance-alert.json');
		await rest.activate(id);
		// n8n saves what a trigger remembers some time after its first look.
		await until('the balance to be kept', async () => {
			const { staticData } = await rest.workflow(id);
			return JSON.stringify(staticData ?? '').includes('"balance":500,') ? true : undefined;
		});
		await rest.activate(id, false);
		sandbox.setBalance(80);
		// n8n looks at once when a workflow is activated.
		await rest.activate(id);
		await sandbox.until(({ messageCount }) => messageCount() === 2);
		await rest.activate(id, false);
		expect(sent()).toStrictEqual([
			[ADA, 'Test: 500 SMS left. A real alert is sent below 100.'],
			[ADA, 'Only 80 SMS left (alert below 100). Please top up.'],
		]);
	});

	it('ai-agent.json sends what the chat asks for, and reports it', async () => {
		const given = { Recipients: `+${ADA}`, Message: 'Ten minutes late' };
		n8n().model.says([[{ tool: 'Send_SMS', with: given }], 'I have told them.']);
		const ended = await chat('ai-agent.json', 'Send an SMS: I am ten minutes late.');
		expect(sent()).toStrictEqual([[ADA, 'Ten minutes late']]);
		expect(n8n().model.toolResults()).toStrictEqual([
			expect.stringContaining(
				'1 recipient: 1 accepted. Do not send this to the same number again.',
			),
		]);
		expect(outcomesOf(ended, 'AI Agent')).toStrictEqual([{ output: 'I have told them.' }]);
	});

	it.each([
		['approve', [ADA, 'Hello Ada, we refund 240 EUR for order 1042.']],
		['decline', undefined],
	])('approve-by-sms.json asks, and after %s sends the customer %j', async (answer, sms) => {
		const ending = run('approve-by-sms.json');
		expect(await answerByLink(answer)).toContain('Reason: The lamp arrived broken.');
		await ending;
		const question = expect.stringMatching(/^May I refund 240 EUR to Ada\?\nhttp/);
		expect(sent()).toStrictEqual([[BEN, question], ...(sms ? [sms] : [])]);
	});

	it('ask-on-call.json asks three, and tells the others who takes it', async () => {
		const ending = run('ask-on-call.json');
		await n8n().sandbox.until(({ messageCount }) => messageCount() === 3);
		const ofBen = n8n()
			.sandbox.messages()
			.find(({ recipient }) => recipient === BEN);
		await openLink(linkIn(ofBen!.text));
		await answerLink(linkIn(ofBen!.text), { answer: 'approve' });
		expect(outcomesOf(await ending, 'Ask On Call')).toMatchObject([
			{ answered: true, answeredBy: `+${BEN}`, data: { approved: true } },
		]);
		const question = expect.stringMatching(/^The shop is down. Who takes it\?\nhttp/);
		expect(sent().slice(0, 3).sort()).toStrictEqual(
			[ADA, BEN, CLEO].sort().map((to) => [to, question]),
		);
		expect(sent().slice(3)).toStrictEqual(
			[ADA, CLEO].map((to) => [to, 'Ben takes it: The shop is down.']),
		);
	});

	it('ai-agent-approval.json refunds only after a yes by SMS', async () => {
		const given = { toolParameters: { Message: 'We refund 240 EUR for order 1042.' } };
		n8n().model.says([[{ tool: 'Refund', with: given }], 'It is refunded.']);
		const ending = chat('ai-agent-approval.json', 'Refund 240 EUR for order 1042.');
		const page = await answerByLink('approve');
		expect(page).toContain('The agent wants to run Refund with:');
		expect(page).toContain('240 EUR');
		expect(outcomesOf(await ending, 'AI Agent')).toStrictEqual([{ output: 'It is refunded.' }]);
		expect(sent().slice(1)).toStrictEqual([[ADA, 'We refund 240 EUR for order 1042.']]);
	});

	it('has a test above for each file', () => {
		expect([...ran].sort()).toStrictEqual(examples.map(({ file }) => file));
	});
});
