import { freePort, itemsOf, type RestClient, type Run } from '../../host';
import { startPostgres, type Postgres } from '../../host/services';
import { ALWAYS_REFUSED, campaign, NODE, people } from '../e2e/support/campaign';
import { onceEach, serveN8n, type ServedN8n, textsOf } from '../e2e/support/served';

const EVE = '+46701740612';

/** A database of its own; n8n keeps SQLite for the rest. */
async function engine2(postgres: Postgres): Promise<Record<string, string>> {
	const { host, user } = postgres;
	const port = async () => String(await freePort());
	return {
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
		N8N_ENGINE_HOST: '127.0.0.1',
		N8N_ENGINE_PORT: await port(),
		N8N_ENGINE_CONTROL_PLANE_PORT: await port(),
	};
}

describe("n8n's Engine 2.0", () => {
	let postgres: Postgres;
	let n8n: ServedN8n;
	let rest: RestClient;

	beforeAll(async () => {
		postgres = await startPostgres();
		n8n = await serveN8n({ env: await engine2(postgres) });
		({ rest } = n8n);
	});
	beforeEach(() => n8n.sandbox.reset());
	afterAll(async () => {
		await n8n?.close();
		await postgres?.stop();
	});

	const save = async (phones: string[], parameters: object = {}, settings: object = {}) => {
		const engine = { executionOrder: 'v1', engineType: 'v2' };
		const saved = campaign(phones, parameters, settings);
		return await rest.createWorkflow({ ...saved, settings: engine });
	};

	async function run(id: string): Promise<Run> {
		const workflowData = await rest.workflow(id);
		const { name } = workflowData.nodes.find(({ type }) => /trigger$/i.test(type))!;
		const body = { workflowData, triggerToStartFrom: { name } };
		const { executionId } = await rest.request<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			body,
		);
		return await rest.waitForExecution(executionId);
	}

	const errorOf = ({ data }: Run) =>
		(data.resultData.error ?? data.resultData.runData[NODE]?.at(-1)?.error) as {
			message: string;
			description?: string;
		};

	it('sends once to everybody', async () => {
		const ended = await run(await save(people(3)));
		expect(ended.status).toBe('success');
		expect(itemsOf(ended, NODE).map(({ json }) => json.status)).toStrictEqual(
			new Array(3).fill('accepted'),
		);
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(3)));
	});

	it('says in the message alone who was sent to, as all else is lost', async () => {
		const ended = await run(await save([...people(2), ALWAYS_REFUSED, EVE]));
		expect(ended.status).toBe('error');
		expect(errorOf(ended).message).toContain(people(2).join(', '));
		expect(errorOf(ended).message).not.toMatch(/Executions|Retry On Fail|Execute workflow/);
	});

	it('sends to the others with Continue', async () => {
		const phones = [people(1)[0]!, ALWAYS_REFUSED, EVE];
		const ended = await run(await save(phones, {}, { onError: 'continueRegularOutput' }));
		expect(itemsOf(ended, NODE).map(({ json }) => json.status)).toStrictEqual([
			'accepted',
			'rejected',
			'accepted',
		]);
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
		const { message } = errorOf(await run(await save(people(2), { safeguards })));
		expect(message).toContain('time zone');
		expect(n8n.sandbox.requests()).toStrictEqual([]);
	});

	it('sends with what names its zone', async () => {
		const safeguards = { doNotSendAfter: '2126-11-21T18:00:00+01:00', skipRepeats: 'ever' };
		await run(await save(people(2), { safeguards }));
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
	});

	it.each(['stopWorkflow', 'continueRegularOutput'])(
		'is not asked to wait for an answer: nothing is sent, with On Error: %s',
		async (onError) => {
			const parameters = { operation: 'sendAndWait', message: 'May we come?', options: {} };
			const ended = await run(await save(people(1), parameters, { onError }));
			const said =
				onError === 'stopWorkflow'
					? errorOf(ended).message
					: itemsOf(ended, NODE)[0]!.json.explanation;
			expect(said).toContain('Engine 2.0');
			expect(n8n.sandbox.requests()).toStrictEqual([]);
		},
	);
});
