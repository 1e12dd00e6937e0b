import type { IDataObject } from 'n8n-workflow';
import { createToken, defaultCredentials } from '../../support/credentials';
import { createEngine, type Engine, type PollOptions } from '../../support/engine';
import { gateway, type Answer } from '../../support/gateway';
import { FIRED_WITH, STORY, THRESHOLD } from '../../fixtures/balances';
import { causesOf } from '../../support/error-data';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 0, 1, 12);

const balanceIs = (balance: unknown) =>
	gateway().balance({ body: { status: 'success', module: 'sms_module', balance } });

let engine: Engine;

beforeAll(async () => {
	engine = await createEngine();
});

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(now);
	engine.credentials.save('account', defaultCredentials);
});
afterEach(() => jest.restoreAllMocks());

/** Of n8n's process: each knows of its own workflow alone. */
let lives = 0;

function activeWorkflow(options: PollOptions = {}) {
	let workflowId = `life ${++lives}`;
	const node = { credentials: { smsGatewayApi: { id: 'account', name: 'Account' } } };
	const trigger = engine.activate({ node, ...options });
	const poll = async (balance: number, changed: Pick<PollOptions, 'node' | 'parameters'> = {}) => {
		balanceIs(balance);
		const { items, error } = await trigger.poll({ ...changed, workflowId });
		expect(error).toBeUndefined();
		return items?.map(({ json }) => json) ?? null;
	};
	const restart = () => {
		workflowId = `life ${++lives}`;
		trigger.restart();
	};
	return Object.assign(poll, { restart, loseCopy: trigger.restart });
}

describe("n8n's scheduler of polls, which saves only what starts the workflow", () => {
	/** Each poll gets a copy of what is saved, not of what the last poll knew. */
	async function firedBy(options: PollOptions, balances: readonly number[]) {
		const poll = activeWorkflow(options);
		const fired: number[] = [];
		for (const [nth, balance] of balances.entries()) {
			jest.mocked(Date.now).mockReturnValue(now + nth * HOUR);
			if (await poll(balance)) fired.push(balance);
			poll.loseCopy();
		}
		return fired;
	}

	it('starts the workflow each time that the balance falls', async () => {
		expect(await firedBy({}, [60, 50, 200, 40, 30, 300, 20])).toStrictEqual([60, 40, 20]);
	});

	it('starts the workflow when the balance changes', async () => {
		const parameters = { event: 'balanceChanges' };
		expect(await firedBy({ parameters }, [60, 60, 50, 50, 40])).toStrictEqual([50, 40]);
	});

	/** Several polls that began before n8n had saved what the first of them started. */
	const pollOnce = async (id = 'trigger') => {
		balanceIs(20);
		const node = { id, credentials: { smsGatewayApi: { id: 'account', name: 'Account' } } };
		const options = { node, staticData: {}, workflowId: 'polled at once' };
		const { items, error } = await engine.poll(options);
		expect(error).toBeUndefined();
		return items;
	};

	it('starts the workflow once, however many polls began before that was saved; again where nothing was', async () => {
		expect(await pollOnce()).toHaveLength(1);
		expect([await pollOnce(), await pollOnce()]).toStrictEqual([null, null]);
		expect(await pollOnce('another trigger of the workflow')).toHaveLength(1);
		jest.mocked(Date.now).mockReturnValue(now + 61_000);
		expect(await pollOnce()).toHaveLength(1);
	});
});

it('starts again where n8n dropped the start that came after a recovery', async () => {
	const saved = { rule: '', memory: { balance: 20, low: true, since: now } };
	const pollOf = async (balance: number, minutes: number, staticData: IDataObject) => {
		balanceIs(balance);
		jest.mocked(Date.now).mockReturnValue(now + minutes * 60_000);
		const node = { id: 'dropped', credentials: { smsGatewayApi: { id: 'account', name: 'A' } } };
		return await engine.poll({
			node,
			staticData: structuredClone(staticData),
			workflowId: 'dropped',
		});
	};
	const { staticData } = await pollOf(20, 0, {});
	Object.assign(saved, staticData);
	expect((await pollOf(200, 60, saved)).items).toBeNull();
	expect((await pollOf(20, 120, saved)).items).toHaveLength(1);
	expect((await pollOf(19, 120.5, saved)).items).toBeNull();
	expect((await pollOf(20, 121.5, saved)).items).toHaveLength(1);
});

describe('an active workflow', () => {
	it('asks for the balance once, with the token, and is silent the first time', async () => {
		const service = balanceIs(20);
		const { items } = await engine.poll({ parameters: { threshold: 20 } });
		expect(items).toBeNull();
		expect(service.requests).toStrictEqual([
			expect.objectContaining({
				method: 'GET',
				path: '/api/v1/balance/sms_module',
				headers: expect.objectContaining({
					authorization: `Bearer ${defaultCredentials.accessToken}`,
				}),
			}),
		]);
	});

	it.each([
		[{ threshold: 50 }, [80], 49.5, { event: 'balanceBelow', change: -30.5, threshold: 50 }],
		[
			{ event: 'balanceChanges', minimumChange: 10 },
			[100, 95],
			90,
			{ event: 'balanceChanges', change: -10, threshold: null },
		],
	])('returns exactly these fields and tells changes against what it told last', async (...row) => {
		const [parameters, silent, balance, fields] = row;
		const poll = activeWorkflow({ parameters });
		for (const one of silent) expect(await poll(one)).toBeNull();
		expect(await poll(balance)).toStrictEqual([
			{
				test: false,
				balance,
				previousBalance: silent[0],
				checkedAt: '2026-01-01T12:00:00.000Z',
				...fields,
			},
		]);
	});

	it('is silent at first about what is low where told so', async () => {
		const parameters = { threshold: 50, options: { fireOnActivation: 'false' } };
		const poll = activeWorkflow({ parameters });
		expect(await poll(20)).toBeNull();
		expect(await poll(10)).toBeNull();
		await poll(60);
		expect(await poll(20)).toHaveLength(1);
	});

	it('reminds each day where it polls each day, some milliseconds early or late', async () => {
		const poll = activeWorkflow({ parameters: { options: { reminderHours: 24 } } });
		await poll(200);
		const fired: number[] = [];
		for (const [day, jitter] of [0, 40, -25, 1_200, -900, 3, -3].entries()) {
			jest.mocked(Date.now).mockReturnValue(now + day * 24 * HOUR + jitter);
			if (await poll(20)) fired.push(day);
		}
		expect(fired).toStrictEqual([0, 1, 2, 3, 4, 5, 6]);
	});

	it('fires also where the threshold is an expression whose value differs at each poll', async () => {
		const threshold = '={{ 100 + Math.random() }}';
		const poll = activeWorkflow({ parameters: { threshold } });
		expect(await poll(200)).toBeNull();
		expect(await poll(20)).toHaveLength(1);
		expect(await poll(20)).toBeNull();
	});

	it('knows after a restart what it told last, and nothing of the time since', async () => {
		const poll = activeWorkflow({ parameters: { threshold: THRESHOLD } });
		const fired = [];
		for (const step of STORY) {
			if (step === 'restart') poll.restart();
			else fired.push(...((await poll(step)) ?? []));
		}
		expect(fired).toMatchObject(FIRED_WITH);
	});

	it.each<[string, Pick<PollOptions, 'node' | 'parameters'>]>([
		['another threshold', { parameters: { threshold: 60 } }],
		['another option', { parameters: { threshold: 50, options: { reminderHours: 1 } } }],
		['another credential', { node: {} }],
	])('starts again after %s', async (_case, changed) => {
		const poll = activeWorkflow({ parameters: { threshold: 50 } });
		expect(await poll(80)).toBeNull();
		expect(await poll(20, changed)).toMatchObject([{ previousBalance: null, change: null }]);
	});

	it('starts again when the credential gets another address, and not when it gets a new token', async () => {
		const poll = activeWorkflow({ parameters: { threshold: 50 } });
		await poll(80);
		engine.credentials.save('account', { ...defaultCredentials, accessToken: createToken() });
		expect(await poll(20)).toMatchObject([{ previousBalance: 80 }]);
		const baseUrl = 'https://other.example.com/api/v1';
		engine.credentials.save('account', { ...defaultCredentials, baseUrl });
		gateway({ baseUrl }).balance({ body: { status: 'success', balance: 20 } });
		expect(await poll(20)).toMatchObject([{ previousBalance: null, change: null }]);
	});
});

describe('a test run in the editor', () => {
	it.each([
		['balanceBelow', 200, 100],
		['balanceChanges', 200, null],
	])(
		'%s shows the balance of %d as it is, says that it is a test, and stores nothing',
		async (event, balance, threshold) => {
			// Reading is tried again where that can help.
			const service = gateway().balance([{ error: 'ECONNRESET' }, { body: { balance } }]);
			const { items, staticData } = await engine.poll({ mode: 'manual', parameters: { event } });
			expect(service.requests).toHaveLength(2);
			expect(items?.map(({ json }) => json)).toStrictEqual([
				{
					event,
					test: true,
					note: expect.stringContaining('This is a test.'),
					balance,
					previousBalance: null,
					change: null,
					threshold,
					checkedAt: '2026-01-01T12:00:00.000Z',
				},
			]);
			expect(staticData).toStrictEqual({});
		},
	);
});

describe('a poll that fails', () => {
	const refusal = { status: 'error', message: 'The token has expired' };

	it.each<[Answer, string, string]>([
		[{ status: 401, body: refusal }, 'unauthorized', 'credential-invalid'],
		[{ body: refusal }, 'noBalance', 'temporarily-unavailable'],
		[{}, 'noBalance', 'temporarily-unavailable'],
	])('(%j) stores nothing and says so', async (answer, found, cause) => {
		const service = gateway().balance(answer);
		const staticData = { rule: 'kept', memory: { balance: 80, low: false, since: 1 } };
		const poll = await engine.poll({ staticData });
		expect(poll.items).toBeNull();
		expect(poll.staticData).toStrictEqual(staticData);
		expect(causesOf(poll.error)).toStrictEqual([`service balanceUnreadable ${found}`]);
		expect(poll.error).toMatchObject({ name: 'NodeOperationError', failure: { cause } });
		expect(service.requests).toHaveLength(1);
	});
});

describe('a rule that cannot be read', () => {
	it.each([
		[{ threshold: '' }, 'Threshold'],
		[{ threshold: 'a lot' }, 'Threshold'],
		[{ options: { reminderHours: 'daily' } }, 'Reminder Every (Hours)'],
		[{ event: 'balanceChanges', minimumChange: 'ten' }, 'Minimum Change'],
		[{ event: 'balanceChanges', minimumChange: -1 }, 'Minimum Change'],
		[{ options: { reminderHours: -1 } }, 'Reminder Every (Hours)'],
		[{ event: 'balanceRises' }, 'Trigger On'],
		[{ options: { fireOnActivation: 'no' } }, 'Start if Already Low'],
	])('%j asks nothing of the service', async (parameters, field) => {
		const { error } = await engine.poll({ parameters });
		expect(causesOf(error)).toStrictEqual([`wrongSetting invalidParameter ${field}`]);
	});

	it('takes a number that an expression made a text, and an empty reminder for none', async () => {
		balanceIs(20);
		const options = { fireOnActivation: true, reminderHours: '={{ undefined }}' };
		const parameters = { threshold: '50', options };
		const { items } = await engine.poll({ parameters });
		expect(items?.[0]?.json.threshold).toBe(50);
	});
});
