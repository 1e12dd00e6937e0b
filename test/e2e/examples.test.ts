/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, linkCredential, readExample, readExamples } from '../../host/examples';
import { type Item, itemsOf, PROJECT, type Run, until } from '../../host';
import type { ChatModel } from './support/chat-model';
import { answerLink, linkIn, openLink } from './support/link';
import { serveN8n, type ServedN8n } from './support/served';

const CHAT = 'When a Chat Message Arrives';

/** Open at all times, so that a test does not depend on its hour. */
const ALWAYS_OPEN = { window: { from: '00:00', until: '24:00' } };

/** The agent of the example, with a model that runs here instead of the user's, at any hour. */
const withModel = (example: Example, { credential: { id, name } }: ChatModel): Example => ({
	...example,
	nodes: example.nodes.map((node) => {
		if (node.name === 'Chat Model') return { ...node, credentials: { openAiApi: { id, name } } };
		const { safeguards, ...rest } = node.parameters as { safeguards?: { sendWindow?: object } };
		if (safeguards?.sendWindow === undefined) return node;
		const open = { ...safeguards, sendWindow: ALWAYS_OPEN };
		return { ...node, parameters: { ...rest, safeguards: open } };
	}),
});

const startOf = ({ nodes }: Example) =>
	nodes.find(({ type }) => /trigger$|\.webhook$/i.test(type))!.name;

describe('examples', () => {
	const examples = readExamples();
	const ran = new Set<string>();
	let served: ServedN8n;

	beforeAll(async () => {
		served = await serveN8n({
			sandbox: { balance: 500 },
			credentials: () => [linkCredential()],
			workflows: (model) => examples.map((example) => withModel(example, model)),
		});
	});

	beforeEach(() => served.sandbox.reset());

	afterAll(() => served?.close());

	async function run(file: string): Promise<Run> {
		const example = readExample(file);
		ran.add(file);
		const id = await served.rest.runWorkflow(example.id, startOf(example));
		const ended = await served.rest.waitForExecution(id);
		expect(ended.data.resultData.error).toBeUndefined();
		expect(ended.status).toBe('success');
		return ended;
	}

	const bodies = () => served.sandbox.requests().map(({ body }) => body);
	const sent = () => served.sandbox.messages().map(({ recipient, text }) => [recipient, text]);
	const json = (items: Item[]) => items.map((item) => item.json);

	it('bulk-send.json sends to nine of ten customers with one request, to the duplicate once', async () => {
		const ended = await run('bulk-send.json');
		expect(bodies()).toMatchObject([{ sender_id: 'DEMO SHOP' }]);
		expect(served.sandbox.messages()).toHaveLength(9);
		const reasons = json(itemsOf(ended, 'Done')).map(({ reason }) => reason);
		expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(9);
		expect(reasons.filter((reason) => reason === 'duplicate')).toHaveLength(1);
	});

	it('balance.json returns what is left on the account', async () => {
		const ended = await run('balance.json');
		expect(json(itemsOf(ended, 'Get Balance'))).toMatchObject([{ balance: 500 }]);
	});

	describe('campaign-from-sheet.json', () => {
		it('reads the sheet that is in the repository', () => {
			const file = readFileSync(join(PROJECT, 'examples/data/customers.csv'), 'utf8');
			const sheet = readExample('campaign-from-sheet.json').nodes.find(
				({ name }) => name === 'Sheet',
			);
			expect(sheet).toMatchObject({
				parameters: { assignments: { assignments: [{ name: 'csv', value: file }] } },
			});
		});

		it('previews, sends to the valid recipients once, and writes the result into each row', async () => {
			const ended = await run('campaign-from-sheet.json');

			const posts = served.sandbox.requests().filter(({ method }) => method === 'POST');
			expect(posts.map(({ body }) => (body as { recipients: string }).recipients)).toStrictEqual([
				'46701740621|46701740623|46701740624',
				'491713920024|61491570156|491713920025|61491570158',
			]);

			const rows = json(itemsOf(ended, 'Result per Row'));
			expect(rows.map(({ Status }) => Status)).toStrictEqual([
				...Array<string>(6).fill('accepted'),
				'notSent',
				'notSent',
				'skipped',
				'accepted',
			]);
			expect(itemsOf(ended, 'Sheet with Results')).toHaveLength(1);

			// Skip Repeats.
			const again = await run('campaign-from-sheet.json');
			expect(served.sandbox.messages()).toHaveLength(7);
			expect(json(itemsOf(again, 'Result per Row')).map(({ Status }) => Status)).not.toContain(
				'accepted',
			);
		});

		it('sends nothing when the balance is too low', async () => {
			served.sandbox.setBalance(6);
			const ended = await run('campaign-from-sheet.json');
			expect(json(itemsOf(ended, 'Preview'))).toMatchObject([{ wouldSend: false }]);
			expect(served.sandbox.requests().map(({ method }) => method)).toStrictEqual(['GET']);
		});
	});

	it('one-time-password.json sends a code again when nobody knows whether it arrived', async () => {
		const ended = await run('one-time-password.json');
		expect(sent()).toStrictEqual([
			['46701740611', expect.stringMatching(/^\d{6} is your code\./)],
			['12815550114', expect.stringMatching(/^\d{6} is your code\./)],
		]);
		expect(itemsOf(ended, 'Ask for the Code')).toHaveLength(2);
		expect(itemsOf(ended, 'Offer Another Way')).toStrictEqual([]);
	});

	it('retry-queue.json sends again what did not arrive, and leaves the rest to a person', async () => {
		const ended = await run('retry-queue.json');
		expect(sent()).toStrictEqual([
			['46701740611', 'Hello Ada, your table is booked for tonight at 8.'],
			['12145550100', 'Hello Ben, your table is booked for tonight at 8.'],
		]);
		expect(bodies()).toHaveLength(4);
		const runs = ended.data.resultData.runData;
		expect(runs.Send).toHaveLength(2);
		expect(json(itemsOf(ended, 'For a Person', { runIndex: 0 }))).toMatchObject([
			{ name: 'Chloé', details: { status: 'unknown', reason: 'timeout' } },
			{ name: 'Dan', details: { status: 'notSent', reason: 'invalidRecipient' } },
		]);
		const accepted = runs.Sent!.flatMap((_, runIndex) => itemsOf(ended, 'Sent', { runIndex }));
		expect(json(accepted)).toMatchObject([
			{ recipient: '+46701740611', status: 'accepted' },
			{ recipient: '+12145550100', status: 'accepted' },
		]);
	});

	it('reminders-in-a-window.json sends by day, and to the others once their window opens', async () => {
		const example = readExample('reminders-in-a-window.json');
		ran.add('reminders-in-a-window.json');
		// By the clock of the workflow: in half a minute or more, so that it is closed at first.
		const soon = new Date(Date.now() + 90_000);
		const from = soon.toISOString().slice(11, 16);
		const window = { from, until: from === '23:59' ? '24:00' : '23:59' };
		const nodes = example.nodes.map((node) => {
			if (node.name !== 'Remind') return node;
			const parameters = node.parameters as { safeguards: object };
			const safeguards = { ...parameters.safeguards, sendWindow: { window } };
			return { ...node, parameters: { ...parameters, safeguards } };
		});
		const { name, connections } = example;
		const settings = { executionOrder: 'v1', timezone: 'UTC' };
		const id = await served.rest.createWorkflow({ name, nodes, connections, settings });
		const ended = await served.rest.waitForExecution(
			await served.rest.runWorkflow(id, startOf(example)),
		);
		expect(ended.status).toBe('success');
		const outcomes = (runIndex: number) =>
			json(itemsOf(ended, 'Remind', { runIndex })).map(({ reason }) => reason);
		expect(outcomes(0)).toStrictEqual(['outsideWindow', 'outsideWindow', 'outsideWindow']);
		expect(outcomes(1)).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(sent()).toHaveLength(3);
		expect(sent()[0]![1]).toMatch(/^Hello Ada, see you on [A-Z]\w+day \d+ [A-Z]\w+ at 10:30\.$/);
	});

	it('opt-out-by-link.json sends no more to whoever pressed the button of opt-out-page.json', async () => {
		const early = readExample('opt-out-by-link.json');
		const refused = await served.rest.runWorkflow(early.id, startOf(early));
		expect((await served.rest.waitForExecution(refused)).status).toBe('error');
		expect(served.sandbox.requests()).toStrictEqual([]);

		await served.rest.activate(readExample('opt-out-page.json').id);
		ran.add('opt-out-page.json');
		// n8n 2 calls a workflow active some time before its webhook is.
		await openLink(`${served.instance.url}/webhook/sms-opt-out`);
		const outcomes = async () => {
			const ended = await run('opt-out-by-link.json');
			return json(itemsOf(ended, 'Send')).map(({ recipient, reason }) => [recipient, reason]);
		};
		const everyone = [
			['+46701740611', 'accepted'],
			['+491713920023', 'accepted'],
			['+46701740612', 'accepted'],
		];
		expect(await outcomes()).toStrictEqual(everyone);
		const texts = served.sandbox.messages().map(({ text }) => text);
		expect(texts[1]).toMatch(/^Hello Ben, the shop is open this Saturday\.\nStop SMS: http/);
		const [adas, bens] = texts.map((text) => new URL(/http\S+$/.exec(text)![0]));
		const press = (link: URL) => answerLink(link.href, {});

		const forged = new URL(bens!);
		forged.searchParams.set('s', adas!.searchParams.get('s')!);
		const unsigned = new URL(bens!);
		unsigned.searchParams.delete('s');
		const empty = new URL(bens!.pathname, bens);
		for (const link of [forged, unsigned, empty]) expect((await press(link)).status).toBe(403);
		expect(await outcomes()).toStrictEqual(everyone);

		for (let times = 0; times < 2; times++) {
			const pressed = await press(bens!);
			expect(await pressed.text()).toContain('You will get no more SMS from us.');
			expect(pressed.status).toBe(200);
		}
		const withoutBen = everyone.map(([to, was]) => [to, to === '+491713920023' ? 'excluded' : was]);
		expect(await outcomes()).toStrictEqual(withoutBen);
		expect(served.sandbox.messages()).toHaveLength(3 + 3 + 2);
	});

	it('google-sheet.json sends to the new rows, and tells each row what happened', async () => {
		const ended = await run('google-sheet.json');
		expect(sent()).toStrictEqual([
			['46701740611', 'Hello Ada, your order is ready.'],
			['46701740612', 'Hello Cleo, your order is ready.'],
		]);
		const rows = json(itemsOf(ended, 'Result for the Row'));
		expect(rows.map(({ row_number, Status }) => [row_number, Status])).toStrictEqual([
			[2, 'accepted'],
			[4, 'accepted'],
			[5, 'notSent'],
		]);
	});

	it('appointment-reminders.json reminds of an appointment once, and again when it is moved', async () => {
		await run('appointment-reminders.json');
		expect(sent().map(([to]) => to)).toStrictEqual(['46701740611', '491713920023']);
		expect(sent()[0]![1]).toMatch(/^Hello Ada, see you on \w+day \d+ May at \d\d:30\.$/);
		const again = await run('appointment-reminders.json');
		expect(served.sandbox.messages()).toHaveLength(2);
		expect(json(itemsOf(again, 'Remind')).map(({ reason }) => reason)).toStrictEqual([
			'alreadySent',
			'alreadySent',
			'invalidRecipient',
		]);
	});

	it.each([
		[
			'order-confirmations.json',
			[
				['46701740611', 'Hello Ada, we have your order 1041 (12.50 EUR). Thank you!'],
				['491713920023', 'Hello Ben, we have your order 1042 (8.00 EUR). Thank you!'],
				['46701740611', 'Hello Ada, we have your order 1043 (30.00 EUR). Thank you!'],
			],
		],
		[
			'new-order.json',
			[['491713920023', 'Hello Ben, we have your order 1042 (12.50 EUR). Thank you!']],
		],
		['form-answer.json', [['46701740611', 'Hello Ada, your table is booked for 2036-05-06.']]],
		['monitoring-alert.json', [['46701740611', 'Shop is down: https://shop.example.com']]],
	])('%s sends its SMS once, however often it runs', async (file, messages) => {
		await run(file);
		await run(file);
		expect(sent()).toStrictEqual(messages);
	});

	it('opt-out-column.json leaves out who has opted out, in any spelling', async () => {
		await run('opt-out-column.json');
		expect(sent().map(([to]) => to)).toStrictEqual(['46701740611', '46701740612']);
	});

	it('low-balance-alert.json in a test sends an SMS that says that it is a test', async () => {
		await run('low-balance-alert.json');
		expect(sent()).toStrictEqual([
			['46701740611', 'Test: 500 SMS left. A real alert is sent below 100.'],
		]);
	});

	it('low-balance-alert.json alerts the owner when the balance has fallen', async () => {
		const { id } = readExample('low-balance-alert.json');
		await served.rest.activate(id);
		await hasRemembered(id, 500);
		await served.rest.activate(id, false);
		served.sandbox.setBalance(80);
		// n8n looks at once when a workflow is activated, and has kept what the trigger remembers.
		await served.rest.activate(id);
		await served.sandbox.until(({ messageCount }) => messageCount() === 1);
		await served.rest.activate(id, false);
		expect(sent()).toStrictEqual([
			['46701740611', 'Only 80 SMS left (alert below 100). Please top up.'],
		]);
	});

	it('ai-agent.json sends what the chat asks for, and reports it', async () => {
		served.model.says([
			[{ tool: 'Send_SMS', with: { Recipient: '+46701740611', Message: 'Ten minutes late' } }],
			'I have told them.',
		]);
		ran.add('ai-agent.json');
		const { id } = readExample('ai-agent.json');
		const ended = await chat(id, 'Send an SMS to +46 70 174 06 11: I am ten minutes late.');
		expect(ended.data.resultData.error).toBeUndefined();
		expect(sent()).toStrictEqual([['46701740611', 'Ten minutes late']]);
		expect(served.model.toolResults()).toStrictEqual([
			expect.stringContaining('1 recipient: 1 accepted. Do not send this again.'),
		]);
		expect(json(itemsOf(ended, 'AI Agent'))).toStrictEqual([{ output: 'I have told them.' }]);
	});

	describe('approve-by-sms.json', () => {
		it.each([
			['approve', ['46701740611', 'Hello Ada, we refund 240 EUR for order 1042.']],
			['decline', undefined],
		])('asks the owner, and after %s sends the customer %j', async (answer, sms) => {
			const { id } = readExample('approve-by-sms.json');
			ran.add('approve-by-sms.json');
			const executionId = await served.rest.runWorkflow(id, 'When clicking ‘Execute workflow’');
			const page = await answerByLink(answer);
			expect(page).toContain('Reason: The lamp arrived broken.');
			expect((await served.rest.waitForExecution(executionId)).status).toBe('success');
			expect(sent()).toStrictEqual([
				['491713920023', expect.stringMatching(/^May I refund 240 EUR to Ada\?\nhttp/)],
				...(sms ? [sms] : []),
			]);
		});
	});

	it('ai-agent-approval.json refunds only after a yes by SMS', async () => {
		const given = { toolParameters: { Message: 'We refund 240 EUR for order 1042.' } };
		served.model.says([[{ tool: 'Refund', with: given }], 'It is refunded.']);
		ran.add('ai-agent-approval.json');
		const { id } = readExample('ai-agent-approval.json');
		const ending = chat(id, 'Refund 240 EUR for order 1042.');
		const page = await answerByLink('approve');
		expect(page).toContain('The agent wants to run Refund with:');
		expect(page).toContain('240 EUR');

		const ended = await ending;
		expect(ended.data.resultData.error).toBeUndefined();
		expect(sent().slice(1)).toStrictEqual([['46701740611', 'We refund 240 EUR for order 1042.']]);
		expect(json(itemsOf(ended, 'AI Agent'))).toStrictEqual([{ output: 'It is refunded.' }]);
	});

	it('has a test above for each file', () => {
		expect([...ran].sort()).toStrictEqual(examples.map(({ file }) => file));
	});

	/** Answers the question that comes as the first SMS; resolves to the page that asked it. */
	async function answerByLink(answer: string): Promise<string> {
		await served.sandbox.until(({ messageCount }) => messageCount() === 1);
		const link = linkIn(served.sandbox.messages()[0]!.text);
		const page = await openLink(link);
		await answerLink(link, { answer });
		return page;
	}

	/** n8n saves what a trigger remembers some time after its first look. */
	async function hasRemembered(id: string, balance: number): Promise<void> {
		await until(`the balance of ${balance} to be kept`, async () => {
			const { staticData } = await served.rest.workflow(id);
			const isKept = JSON.stringify(staticData ?? '').includes(`"balance":${balance},`);
			return isKept ? true : undefined;
		});
	}

	/** Says something in the chat of the editor. */
	async function chat(id: string, chatInput: string): Promise<Run> {
		const said = { sessionId: 'test', action: 'sendMessage', chatInput };
		const data = { main: [[{ json: said }]] };
		const task = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data };
		const { executionId } = await served.rest.request<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{
				workflowData: await served.rest.workflow(id),
				triggerToStartFrom: { name: CHAT, data: task },
				startNodes: [],
			},
		);
		return await served.rest.waitForExecution(executionId);
	}
});
