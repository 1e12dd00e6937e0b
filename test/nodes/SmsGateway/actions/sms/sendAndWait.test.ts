import '../../../../support/fast-clock';
import { ExecuteContext } from 'n8n-core';
import { SEND_AND_WAIT_OPERATION, type IDataObject, type INode } from 'n8n-workflow';
import { OPERATIONS } from '../../../../../nodes/SmsGateway/actions/execute';
import { ANSWER_WEBHOOKS } from '../../../../../nodes/SmsGateway/question/questionFields';
import { countsInWords } from '../../../../../nodes/SmsGateway/words/summary';
import { causesOf } from '../../../../support/error-data';
import { createEngine } from '../../../../support/engine';
import type { RunResult } from '../../../../engine-kit/execution';
import { gateway, type GatewayRequest } from '../../../../support/gateway';
import type { LinkRequest } from '../../../../engine-kit/link-visit';
import { accepted, all, people, phones, refusal, sendAndWait, e164 } from '../../run';

afterEach(() => jest.restoreAllMocks());

const PHONE = phones(1)[0]!;
const ONE = people(1);
const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };

const linkIn = ({ body }: GatewayRequest): string => String(body!.message).split('\n').at(-1)!;

async function ask(parameters: INode['parameters'] = {}, options: INode['parameters'] = {}) {
	const service = gateway().send(accepted);
	const waiting = await sendAndWait({ items: ONE, parameters, options });
	return { waiting, link: linkIn(service.requests[0]!), service };
}

async function visit(waiting: RunResult, request: LinkRequest) {
	return await (await createEngine()).visit(waiting, request);
}

const answer = (waiting: RunResult, link: string, body: LinkRequest['body']) =>
	visit(waiting, { method: 'POST', link, body });

// By these n8n tells such a node, and routes a request to its link to the node that waits.
it("has the name and the link of n8n's own nodes", () => {
	expect(Object.keys(OPERATIONS.sms!)).toContain(SEND_AND_WAIT_OPERATION);
	expect(ANSWER_WEBHOOKS).toMatchObject(
		['GET', 'POST'].map((httpMethod) => ({
			name: 'default',
			httpMethod,
			responseMode: 'onReceived',
			path: '={{ $nodeId }}',
			restartWebhook: true,
			isFullPath: true,
		})),
	);
});

describe('the SMS', () => {
	it('has the text first and one signed link alone on the last line', async () => {
		const { service } = await ask({ message: 'May I refund 240 €? \n' });
		const [text, link, ...more] = String(service.requests[0]!.body!.message).split('\n');

		expect(text).toBe('May I refund 240 €?');
		expect(link).toMatch(
			/^https:\/\/n8n\.example\.com\/webhook-waiting\/\d+\/smsGateway-id\?signature=[0-9a-f]{64}$/,
		);
		expect(more).toStrictEqual([]);
	});

	it('asks n8n 1 to check the signature of its link before it is sent', async () => {
		const context = ExecuteContext.prototype as { setSignatureValidationRequired?(): void };
		const before = context.setSignatureValidationRequired;
		const service = gateway().send(accepted);
		const requestsByThen: number[] = [];
		context.setSignatureValidationRequired = () =>
			void requestsByThen.push(service.requests.length);
		try {
			await sendAndWait({ items: ONE });
		} finally {
			if (before) context.setSignatureValidationRequired = before;
			else delete context.setSignatureValidationRequired;
		}

		expect(requestsByThen).toStrictEqual([0]);
		expect(service.requests).toHaveLength(1);
	});
});

it('keeps the question before its link is on its way', async () => {
	const original = ExecuteContext.prototype.getContext;
	let kept: IDataObject = {};
	jest.spyOn(ExecuteContext.prototype, 'getContext').mockImplementation(function (
		this: ExecuteContext,
		type,
	) {
		kept = original.call(this, type);
		return kept;
	});
	let keptThen: unknown;
	gateway().send(() => {
		keptThen = kept.smsGatewayQuestion;
		return accepted;
	});
	await sendAndWait({ items: people(1), parameters: { message: 'Approve?' } });

	expect(keptThen).toContain('Approve?');
});

describe('the wait', () => {
	it('begins once the SMS was accepted, and shows its outcome', async () => {
		const { waiting } = await ask();
		expect(waiting.status).toBe('waiting');
		// It has no end unless it is limited.
		expect(new Date(waiting.executionData.waitTill!).getUTCFullYear()).toBe(3000);
		expect(waiting.items).toStrictEqual([
			{
				json: {
					recipient: e164(PHONE),
					status: 'accepted',
					reason: 'accepted',
					explanation: expect.any(String),
					replayed: false,
					smsCount: 1,
					request: 1,
					response: accepted.body,
					answered: false,
					data: {},
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('ends after the time of Limit Wait Time, and says that nobody answered', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' };
		const before = Date.now();
		const { waiting } = await ask({}, { limitWaitTime: { values } });
		const until = new Date(waiting.executionData.waitTill!).getTime();
		expect(until - before).toBeGreaterThanOrEqual(7_200_000);
		expect(until - Date.now()).toBeLessThanOrEqual(7_200_000);

		const resumed = await (await createEngine()).resume(waiting);
		expect(resumed.status).toBe('success');
		expect(resumed.items.map(({ json }) => json)).toMatchObject([
			{ recipient: e164(PHONE), status: 'accepted', answered: false, data: {} },
		]);
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'also begins where the SMS may have arrived, and says so: %s',
		async (onError) => {
			gateway().send({ status: 502, body: 'Bad gateway' });
			const waiting = await sendAndWait({ items: ONE, onError });

			expect(waiting.status).toBe('waiting');
			expect(waiting.items[0]!.json).toMatchObject({ status: 'unknown', reason: 'serverError' });
			expect(waiting.hints).toMatchObject([
				{ message: expect.stringContaining(countsInWords([{ reason: 'serverError' }])) },
			]);
			const { items } = await (await createEngine()).resume(waiting);
			expect(items).toMatchObject([{ json: { status: 'unknown', answered: false } }]);
		},
	);

	it.each([
		['rejected', refusal('No credit')],
		['notSent', { error: 'ECONNREFUSED' }],
	])('does not begin where the SMS was %s: no answer can come', async (status, reply) => {
		gateway().send(reply);
		const stopped = await sendAndWait({ items: ONE });
		expect(stopped.status).toBe('error');

		const continued = await sendAndWait({ items: ONE, onError: 'continueRegularOutput' });
		expect(continued.status).toBe('success');
		expect(continued.items[0]!.json).toMatchObject({ status, answered: false, data: {} });

		const split = await sendAndWait({ items: ONE, onError: 'continueErrorOutput' });
		expect(split.items).toStrictEqual([]);
		expect(split.errorItems[0]!.json.details).toMatchObject({ recipient: e164(PHONE), status });
	});

	it('does not begin where the SMS was skipped', async () => {
		const service = gateway();
		const result = await sendAndWait({ items: ONE, safeguards: { excludedRecipients: PHONE } });

		expect(result.status).toBe('success');
		expect(result.items[0]!.json).toMatchObject({ status: 'skipped', answered: false });
		expect(service.requests).toStrictEqual([]);
	});
});

describe('the link', () => {
	it('shows the question and decides nothing when it is opened', async () => {
		const { waiting, link } = await ask(
			{ ...DOUBLE, message: 'Pay 240 EUR? ' },
			{ responseFormTitle: 'Refund <1042>' },
		);
		const { page, resumed, status } = await visit(waiting, { method: 'GET', link });

		expect(resumed).toBeUndefined();
		expect(status).toBe(200);
		expect(page).toContain('<h1 dir="auto">Refund &lt;1042&gt;</h1>');
		expect(page).toContain('<p dir="auto">Pay 240 EUR?</p>');
		expect(page.match(/<button [^>]*>[^<]*/g)).toStrictEqual([
			'<button dir="auto" name="answer" value="approve">Approve',
			'<button dir="auto" name="answer" value="decline" class="second">Decline',
		]);
	});

	it('shows the text of the SMS that was sent, not of an attempt before it', async () => {
		const { requests } = gateway().send([refusal('Busy'), accepted]);
		const parameters = { message: '=Code {{ Math.random() }}?' };
		const waiting = await sendAndWait({ items: ONE, parameters, retryOnFail: true, maxTries: 2 });
		const { page } = await visit(waiting, { method: 'GET', link: linkIn(requests[1]!) });
		expect(page).toContain(String(requests[1]!.body!.message).split('\n')[0]);
	});

	it.each([
		['approve', true],
		['decline', false],
	])('takes the answer %s once and continues with it', async (choice, approved) => {
		const { waiting, link, service } = await ask(DOUBLE);
		const { page, resumed } = await answer(waiting, link, { answer: choice });

		expect(page).toContain('Thank you.');
		expect(resumed!.status).toBe('success');
		expect(resumed!.items).toStrictEqual([
			{
				json: expect.objectContaining({
					recipient: e164(PHONE),
					status: 'accepted',
					answered: true,
					data: { approved, respondedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
				}),
				pairedItem: { input: undefined, item: 0 },
			},
		]);
		expect(resumed!.runData.Done?.[0]?.data?.main?.[0]).toHaveLength(1);
		expect(service.requests).toHaveLength(1);
	});
});

it('takes the answer to one question for no answer to the next, which a later node asks at once', async () => {
	const { waiting, link, service } = await ask(DOUBLE);
	const { nodes } = waiting.workflow;
	const [asking, done] = ['SMS Gateway', 'Done'].map((wanted) =>
		nodes.findIndex(({ name }) => name === wanted),
	);
	const parameters = { ...nodes[asking!]!.parameters, message: 'Sure?', recipient: PHONE };
	nodes[done!] = { ...nodes[asking!]!, id: 'next', name: 'Done', parameters };
	const { resumed } = await answer(waiting, link, { answer: 'approve' });
	expect(resumed!.status).toBe('waiting');

	const next = linkIn(service.requests[1]!);
	const opened = await visit(resumed!, { method: 'GET', link: next });
	expect(opened.page).toContain('Sure?');
	const { page, resumed: ended } = await answer(resumed!, next, { answer: 'decline' });
	expect(page).toContain('Decline</p>');
	expect(ended!.runData.Done?.at(-1)?.data?.main?.[0]?.[0]?.json.data).toMatchObject({
		approved: false,
	});
});

describe("n8n's own retries", () => {
	it('neither ask twice nor wait where an execution before may have asked', async () => {
		const service = gateway().send([{ status: 502 }, accepted]);
		const onError = 'continueRegularOutput';
		const keyed = { items: ONE, onError, safeguards: { deduplicationKey: 'refund 1042' } } as const;
		const before = await sendAndWait(keyed);
		expect(before.status).toBe('waiting');
		const { items, status } = await sendAndWait(keyed);

		expect(status).toBe('success');
		expect(items[0]!.json).toMatchObject({ answered: false, status: 'unknown' });
		expect(items[0]!.json.explanation).toContain('its link belongs to another execution');
		expect(service.requests).toHaveLength(1);
	});

	it.each([
		['stopWorkflow', 'error'],
		['continueRegularOutput', 'success'],
	] as const)('neither ask twice nor wait for an earlier link: %s', async (onError, status) => {
		const service = gateway().send(accepted);
		const { executionData, ...waiting } = await sendAndWait({ items: ONE, onError });
		// As n8n saves it when the process ends between the SMS and the wait.
		const crashed = { ...waiting, executionData: { ...executionData, waitTill: undefined } };
		const stack = crashed.executionData.executionData!.nodeExecutionStack;
		stack[0]!.data.main = [[{ json: ONE[0]! }]];
		delete crashed.executionData.resultData.runData['SMS Gateway'];
		const retried = await (await createEngine()).retry(crashed);

		expect(retried.status).toBe(status);
		if (status === 'error') {
			expect(causesOf(retried.error)).toStrictEqual(['askedElsewhere interrupted']);
		}
		expect(retried.items.map(({ json }) => json.recipient)).toStrictEqual(
			status === 'error' ? [] : [e164(PHONE)],
		);
		expect(service.requests).toHaveLength(1);
	});
});

it('does not wait for an answer to the question of an earlier turn', async () => {
	const service = gateway().send({ status: 500 });
	const waiting = await sendAndWait({
		items: [...ONE, ...ONE],
		loop: { batchSize: 1 },
		safeguards: { deduplicationKey: 'asked once' },
		workflowId: 'asked once',
	});
	expect(waiting.status).toBe('waiting');
	const link = linkIn(service.requests[0]!);
	const { resumed } = await answer(waiting, link, { answer: 'approve' });

	expect(causesOf(resumed!.error)).toStrictEqual(['askedElsewhere interrupted']);
	expect(service.requests).toHaveLength(1);
});

it('in a loop, does not let the link of one turn answer the next', async () => {
	const [firstPhone, secondPhone] = phones(2);
	const service = gateway().send(accepted);
	const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
	const first = await sendAndWait({
		items: people(2),
		loop: { batchSize: 1 },
		options: { limitWaitTime: { values }, responseFormTitle: '={{ $json.phone }}' },
	});
	expect(service.recipients).toStrictEqual([firstPhone]);

	const second = await (await createEngine()).resume(first);
	expect(second.status).toBe('waiting');
	expect(service.recipients).toStrictEqual([firstPhone, secondPhone]);
	const [oldLink, newLink] = service.requests.map(linkIn);
	expect(newLink).not.toBe(oldLink);

	const late = await answer(second, oldLink!, { answer: 'approve' });
	expect(late.resumed).toBeUndefined();
	expect(late.page).not.toContain(secondPhone);

	const { resumed } = await answer(second, newLink!, { answer: 'approve' });
	expect(resumed!.turns.map(([item]) => item!.json)).toMatchObject([
		{ recipient: e164(firstPhone!), answered: false },
		{ recipient: e164(secondPhone!), answered: true, data: { approved: true } },
	]);
});

describe('where it cannot wait, it sends nothing and says why', () => {
	it.each<[string, Parameters<typeof sendAndWait>[0], string]>([
		['several items', { items: people(2) }, 'cannotAsk'],
		['Engine 2.0', { items: ONE, settings: { engineType: 'v2' } as object }, 'cannotAsk'],
		['a link to its own machine', { items: ONE, publicUrl: 'http://localhost:5678' }, 'unsafeLink'],
		['a link under a path', { items: ONE, publicUrl: 'https://n8n.example.com/n8n' }, 'cannotAsk'],
		['no such time zone', { items: ONE, settings: { timezone: 'Mars/Base' } }, 'needsZone'],
	])('%s', async (_, given, cause) => {
		const service = gateway().send(accepted);
		const { error } = await sendAndWait(given);
		expect(causesOf(error)[0]).toContain(`${cause} invalidParameter`);

		const result = await sendAndWait({ ...given, onError: 'continueRegularOutput' });
		const count = given.items!.length;
		expect(result.status).toBe('success');
		expect(all(result, 'reason')).toStrictEqual(Array(count).fill('invalidParameter'));
		expect(all(result, 'answered')).toStrictEqual(Array(count).fill(false));
		expect(service.requests).toStrictEqual([]);
	});

	it('an agent that runs its tools itself', async () => {
		const service = gateway().send(accepted);
		// Such an agent gives its tools a context with this.
		const inside = ExecuteContext.prototype as { getNextRunIndex?: () => number };
		inside.getNextRunIndex = () => 1;
		try {
			const type = 'n8n-nodes-sms-gateway.smsGatewayTool';
			const { items } = await sendAndWait({ items: ONE, node: { type } });
			expect(items).toStrictEqual([
				expect.objectContaining({ json: { error: expect.any(String) } }),
			]);
		} finally {
			delete inside.getNextRunIndex;
		}
		expect(service.requests).toStrictEqual([]);
	});
});

it.each([
	'Ask }} now',
	'Ask "now"',
	"Ask 'now'",
	'Ask `now` ${1}',
	'Ask \\ now',
	'Ask 🙋',
	'{{ 1 }}',
])('the node named %j is asked and answered, or sends nothing', async (name) => {
	const service = gateway().send(accepted);
	const waiting = await sendAndWait({ items: ONE, node: { name } });
	expect(service.recipients).toStrictEqual([PHONE]);
	const link = linkIn(service.requests[0]!);
	const { resumed, status } = await answer(waiting, link, { answer: 'approve' });
	expect(status).toBe(200);
	expect(resumed?.items[0]?.json).toMatchObject({ answered: true });
});

it('sends no question that n8n would not find again', async () => {
	const inside = ExecuteContext.prototype;
	jest.spyOn(inside, 'evaluateExpression').mockReturnValue(undefined as never);
	const service = gateway().send(accepted);
	const { error } = await sendAndWait({ items: ONE });
	expect(service.requests).toStrictEqual([]);
	expect(causesOf(error)[0]).toContain('cannotAsk');
});
