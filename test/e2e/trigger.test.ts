import { sandboxCredential } from '../../host/examples';
import { itemsOf, type RestClient, until } from '../../host';
import { FIRED_WITH, STORY, THRESHOLD } from '../fixtures/balances';
import { balanceWorkflow, firedWith, polls, tellStory } from './support/balance';
import { serveN8n, type ServedN8n } from './support/served';

describe('the balance trigger in an active workflow', () => {
	let n8n: ServedN8n;
	let rest: RestClient;

	beforeAll(async () => {
		n8n = await serveN8n({
			workflows: () => [balanceWorkflow('low-balance', 100), balanceWorkflow('story', THRESHOLD)],
			sandbox: { balance: 500 },
		});
		({ rest } = n8n);
	});

	afterAll(() => n8n?.close());

	/** Sets the balance and waits until n8n has surely compared it: a second poll has begun. */
	async function balanceIs(balance: number) {
		n8n.sandbox.setBalance(balance);
		await polls(n8n, 2);
	}

	const balances = () => firedWith(rest, 'low-balance');

	/** The balances that it fired with since then, once there are that many: n8n saves an execution after its end. */
	async function firedSince(before: number, count: number) {
		return await until(`${count} alerts`, async () => {
			const fired = (await balances()).slice(before);
			return fired.length >= count ? fired : undefined;
		});
	}

	async function firstFailed(): Promise<string> {
		return await until('a look that fails', async () => {
			const [failed] = await rest.executions({ workflowId: 'low-balance', status: ['error'] });
			return failed?.id;
		});
	}

	it('shows the balance of the moment in a test run, and remembers nothing of it', async () => {
		const id = await rest.runWorkflow('low-balance');
		const run = await rest.waitForExecution(id);
		expect(itemsOf(run, 'Alert').map(({ json }) => json)).toStrictEqual([
			expect.objectContaining({ balance: 500, previousBalance: null, threshold: 100 }),
		]);
	});

	it('says so when it cannot read the balance, and later fires for what happened meanwhile', async () => {
		const useToken = (token: string) => {
			const { id, ...credential } = sandboxCredential({ ...n8n.sandbox, token });
			return rest.request('PATCH', `/credentials/${id}`, credential);
		};
		await rest.activate('low-balance');
		await balanceIs(500);
		const before = (await balances()).length;
		await useToken(n8n.sandbox.issueToken({ expiresInSeconds: -60 }));
		await balanceIs(50);
		const { data } = await rest.execution(await firstFailed());
		expect(data.resultData.error!.message).toContain('expired');

		await useToken(n8n.sandbox.token);
		await polls(n8n, 2);
		expect(await firedSince(before, 1)).toStrictEqual([
			expect.objectContaining({ balance: 50, previousBalance: 500 }),
		]);
	});

	it('knows after a restart what it told last, as the unit tests take it', async () => {
		await rest.activate('low-balance', false);
		await tellStory(n8n, 'story', STORY);
		expect(await firedWith(rest, 'story')).toMatchObject(FIRED_WITH);
	});
});
