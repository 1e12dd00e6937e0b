import { freePort, itemsOf, type Run } from '../../host';
import { startPostgres, type Postgres } from '../../host/services';
import {
	ALWAYS_REFUSED,
	campaign,
	failureOf,
	NODE,
	people,
	reasonsOf,
} from '../e2e/support/campaign';
import { onceEach, serveN8n, type ServedN8n, textsOf } from '../e2e/support/served';

const EVE = '+46701740612';

describe("n8n's Engine 2.0", () => {
	let postgres: Postgres;
	let n8n: ServedN8n;

	beforeAll(async () => {
		postgres = await startPostgres();
		const { host, user } = postgres;
		n8n = await serveN8n({
			env: {
				N8N_ENABLED_MODULES: 'engine-v2',
				// Of its own; n8n keeps SQLite for the rest.
				N8N_ENGINE_DATABASE_URL: `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
				N8N_ENGINE_HOST: '127.0.0.1',
				N8N_ENGINE_PORT: String(await freePort()),
				N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
			},
		});
	});
	beforeEach(() => n8n.sandbox.reset());
	afterAll(async () => {
		await n8n?.close();
		await postgres?.stop();
	});

	const save = async (phones: string[], parameters: object = {}, settings: object = {}) =>
		await n8n.rest.createWorkflow({
			...campaign(phones, parameters, settings),
			settings: { executionOrder: 'v1', engineType: 'v2' },
		});

	async function run(id: string): Promise<Run> {
		const workflowData = await n8n.rest.workflow(id);
		const body = { workflowData, triggerToStartFrom: { name: 'Start' } };
		const path = `/workflows/${id}/run`;
		const started = await n8n.rest.request<{ executionId: string }>('POST', path, body);
		return await n8n.rest.waitForExecution(started.executionId);
	}
	const play = async (...given: Parameters<typeof save>) => await run(await save(...given));
	const messageOf = (ended: Run) => failureOf(ended)!.message;

	it('sends once to everybody, and to the others with Continue', async () => {
		const phones = [...people(2), ALWAYS_REFUSED, EVE];
		const ended = await play(phones, {}, { onError: 'continueRegularOutput' });
		expect(ended.status).toBe('success');
		expect(reasonsOf(ended)).toStrictEqual([
			...['accepted', 'accepted', 'refusedByService', 'accepted'],
		]);
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([...people(2), EVE]));
	});

	it('says in the message alone who was sent to, as all else is lost', async () => {
		const ended = await play([...people(2), ALWAYS_REFUSED, EVE]);
		expect(ended.status).toBe('error');
		expect(messageOf(ended)).toContain(people(2).join(', '));
		expect(messageOf(ended)).not.toMatch(/Executions|Retry On Fail|Execute workflow/);
	});

	it('with a key sends to nobody twice when a run that failed is started again', async () => {
		const safeguards = { deduplicationKey: 'saturday' };
		const id = await save([...people(2), ALWAYS_REFUSED, EVE], { safeguards });
		for (let times = 0; times < 2; times++) expect((await run(id)).status).toBe('error');
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
	});

	it.each([
		{ sendWindow: { window: {} } },
		{ skipRepeats: 'sameDay' },
		{ maxSmsPerDay: 100 },
		{ doNotSendAfter: '2126-11-21T18:00:00' },
	])("sends nothing with %j, which needs the workflow's time zone", async (safeguards) => {
		expect(messageOf(await play(people(2), { safeguards }))).toContain('time zone');
		expect(n8n.sandbox.requests()).toStrictEqual([]);
	});

	it('sends with what names its zone', async () => {
		const safeguards = { doNotSendAfter: '2126-11-21T18:00:00+01:00', skipRepeats: 'ever' };
		await play(people(2), { safeguards });
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
	});

	it.each(['stopWorkflow', 'continueRegularOutput'])(
		'is not asked to wait for an answer: nothing is sent, with On Error: %s',
		async (onError) => {
			const asking = { operation: 'sendAndWait', message: 'May we come?', options: {} };
			const ended = await play(people(1), asking, { onError });
			const said = failureOf(ended)?.message ?? itemsOf(ended, NODE)[0]!.json.explanation;
			expect(said).toContain('Engine 2.0');
			expect(n8n.sandbox.requests()).toStrictEqual([]);
		},
	);
});
