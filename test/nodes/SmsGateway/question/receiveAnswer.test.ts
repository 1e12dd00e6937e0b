import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { receiveAnswer } from '../../../../nodes/SmsGateway/question/receiveAnswer';

const NOW = Date.UTC(2026, 4, 1, 12);

const question = {
	senderId: 'MyShop',
	title: 'Refund 1042',
	text: 'May I refund 240 EUR?',
	answers: { kind: 'approval', approve: 'Approve', decline: 'Decline' },
	confirmation: 'Thank you.',
	expired: 'This question has expired.',
	language: 'en',
	timeZone: 'UTC',
};
const item = { recipient: '2290197000001', status: 'accepted', answered: false, data: {} };

type Request = {
	method?: 'GET' | 'POST';
	/** `null`: nothing was asked. */
	asked?: object | null;
	query?: IDataObject;
	body?: IDataObject;
	node?: string;
};

let executions = 0;
const newExecution = () => `execution ${(executions += 1)}`;

/** A request to the link, and what the node does with it. */
async function request({ method = 'GET', asked = {}, query = {}, body = {}, node }: Request) {
	const sent: { status?: number; headers?: IDataObject; page?: string } = {};
	const response = {
		status: (status: number) => Object.assign(sent, { status }) && response,
		set: (headers: IDataObject) => Object.assign(sent, { headers }) && response,
		send: (page: string) => Object.assign(sent, { page }) && response,
	};
	const ofOne = { executionId: 'execution 0', turn: '0', links: [['', '+46701740611']] };
	const kept = asked && { question, ...ofOne, item, ...asked };
	const result = await receiveAnswer({
		getNode: () => ({ name: node ?? 'SMS Gateway' }),
		evaluateExpression: () => (kept === null ? undefined : JSON.stringify(kept)),
		getQueryData: () => query,
		getRequestObject: () => ({ method }),
		getResponseObject: () => response,
		getBodyData: () => body,
	} as unknown as IWebhookFunctions);
	return { ...sent, result };
}

const post = (answer: string, more: Request = {}) =>
	request({ method: 'POST', body: { answer }, ...more });

const setClock = (now: number) =>
	jest.useFakeTimers({ now, doNotFake: ['setImmediate', 'nextTick'] });

beforeEach(() => {
	setClock(NOW);
});
afterEach(() => {
	jest.useRealTimers();
});

/** By these n8n knows that the execution goes on waiting. */
const DECIDES_NOTHING = { noWebhookResponse: true };

it('finds nothing where nothing was asked, and shows nothing', async () => {
	for (const method of ['GET', 'POST'] as const) {
		const { status, page, result } = await request({ method, asked: null });

		expect([status, page]).toStrictEqual([404, '']);
		expect(result).toStrictEqual(DECIDES_NOTHING);
	}
});

it('shows the question on a page that nothing stores, frames, guesses or follows', async () => {
	const { status, headers, page, result } = await request({});

	expect(status).toBe(200);
	expect(headers).toStrictEqual({
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': expect.stringMatching(
			/^default-src 'none'; .*; frame-ancestors 'none'$/,
		),
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex',
	});
	expect(page).toContain('May I refund 240 EUR?');
	expect(result).toStrictEqual(DECIDES_NOTHING);
});

it('asks again where the form holds no answer', async () => {
	const { status, page, result } = await post('maybe', { asked: { executionId: newExecution() } });

	expect(status).toBe(400);
	expect(page).toContain('<form');
	expect(result).toStrictEqual(DECIDES_NOTHING);
});

it.each([
	['the first turn', '1', {}],
	['an earlier turn', '2', { turn: '1' }],
	['a later turn', '0', { turn: '1' }],
])(
	'says of the link of %s that it has expired, and nothing of what is asked now',
	async (_, turn, query) => {
		for (const method of ['GET', 'POST'] as const) {
			const asked = { executionId: newExecution(), turn };
			const { status, page, result } = await request({
				method,
				asked,
				query,
				body: { answer: 'approve' },
			});

			expect(status).toBe(410);
			expect(page).toContain('This question has expired.');
			expect(page).toContain('MyShop');
			expect(page).not.toContain('Refund 1042');
			expect(page).not.toContain('240 EUR');
			expect(result).toStrictEqual(DECIDES_NOTHING);
		}
	},
);

it('says that the time is over, under the title of the question', async () => {
	const asked = { executionId: newExecution(), question: { ...question, deadline: NOW } };
	const { status, page } = await post('approve', { asked });

	expect(status).toBe(410);
	expect(page).toContain('Refund 1042');
	expect(page).not.toContain('240 EUR');
});

describe('until n8n has taken an answer', () => {
	it('shows the first one to whoever opens the link or answers again, and when it was given', async () => {
		const asked = { executionId: newExecution() };
		const { result: first } = await post('decline', { asked });
		setClock(NOW + 10_000);

		for (const again of [await request({ asked }), await post('approve', { asked })]) {
			expect(again.status).toBe(200);
			expect(again.page).toBe(first.webhookResponse);
			expect(again.result).toStrictEqual(DECIDES_NOTHING);
		}
	});

	it('takes another one, should n8n not have taken it within 10 seconds', async () => {
		const asked = { executionId: newExecution() };
		await post('decline', { asked });
		setClock(NOW + 10_001);

		expect((await request({ asked })).page).toContain('<form');
		const { result } = await post('approve', { asked });
		expect(result.workflowData?.[0]?.[0]).toMatchObject({
			json: { data: { approved: true } },
			pairedItem: { item: 0 },
		});
	});

	it('keeps those of other executions, turns and nodes apart', async () => {
		const executionId = newExecution();
		await post('decline', { asked: { executionId } });

		const others = [
			{ asked: { executionId: newExecution() } },
			{ asked: { executionId, turn: '1' }, query: { turn: '1' } },
			{ asked: { executionId }, node: 'Another' },
		];
		for (const other of others) expect((await request(other)).page).toContain('<form');
	});
});

describe('of several who were asked', () => {
	const links = [
		['ada', '+46701740611'],
		['ben', '+491713920023'],
	];

	it.each([[undefined], [''], ['constructor'], ['adá'], [['ada', 'ben']], [{ ada: 'ben' }]])(
		'knows no link of %j',
		async (to) => {
			const asked = { executionId: newExecution(), links };
			const query = { to } as IDataObject;
			const { status, page, result } = await post('approve', { asked, query });
			expect([status, result]).toStrictEqual([410, DECIDES_NOTHING]);
			expect(page).not.toContain('240 EUR');
		},
	);
});

it('has no link with a name where one was asked', async () => {
	const asked = { executionId: newExecution() };
	expect(await post('approve', { asked, query: { to: 'ada' } })).toMatchObject({ status: 410 });
	const { result } = await post('approve', { asked });
	expect(result.workflowData![0]![0]!.json).toStrictEqual({
		...item,
		answered: true,
		data: { approved: true, respondedAt: new Date(NOW).toISOString() },
	});
});
