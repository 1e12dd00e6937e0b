import { itemsOf, until } from '../../host';
import { sandboxCredential } from '../../host/examples';
import { noOp, smsGateway, workflow } from '../../host/workflow';
import { FIRED_WITH, STORY, THRESHOLD } from '../fixtures/balances';
import { sharedN8n } from './support/served';

/** n8n refuses to poll more often than once a minute, by any one entry. */
const everySecond = Array.from({ length: 60 }, (_, second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));
const trigger = smsGateway(
	{ pollTimes: { item: everySecond }, threshold: THRESHOLD },
	{ type: 'n8n-nodes-sms-gateway.smsGatewayTrigger' },
);

describe('the balance trigger in an active workflow', () => {
	const n8n = sharedN8n();
	let id: string;
	beforeEach(async () => {
		id = await n8n().rest.createWorkflow(workflow('alert', [trigger, noOp('Alert')]));
	});
	afterEach(async () => await n8n().rest.activate(id, false));

	/** Resolves when n8n has asked for the balance twice more: the second time it has surely compared it. */
	async function look(): Promise<void> {
		const { sandbox } = n8n();
		const answered = () =>
			sandbox.requests().filter(({ outcome }) => outcome === 'answered').length;
		const before = answered();
		await sandbox.until(() => answered() >= before + 2);
	}

	/** What the workflow was started with, the first one first. */
	async function firedWith() {
		const { rest } = n8n();
		const finished = await rest.executions({ workflowId: id, status: ['success'] });
		const runs = finished.reverse().map((one) => rest.execution(one.id));
		return (await Promise.all(runs)).map((run) => itemsOf(run, 'Alert')[0]?.json);
	}

	it('knows after a restart what it told last, as the unit tests take it', async () => {
		const { instance, rest, sandbox } = n8n();
		for (const [index, step] of STORY.entries()) {
			if (step === 'restart') {
				await instance.stop();
				continue;
			}
			sandbox.setBalance(step);
			if (index === 0) await rest.activate(id);
			if (STORY[index - 1] === 'restart') await instance.start();
			await look();
		}
		expect(await firedWith()).toMatchObject(FIRED_WITH);
	});

	it('says so when it cannot read the balance, and later fires for what happened meanwhile', async () => {
		const { rest, sandbox } = n8n();
		const useToken = (token: string) => {
			const { id: saved, ...credential } = sandboxCredential({ ...sandbox, token });
			return rest.request('PATCH', `/credentials/${saved}`, credential);
		};
		sandbox.setBalance(500);
		await rest.activate(id);
		await look();
		await useToken(sandbox.issueToken({ expiresInSeconds: -60 }));
		sandbox.setBalance(50);
		const failed = await until('a look that fails', async () => {
			const [newest] = await rest.executions({ workflowId: id, status: ['error'] });
			return newest && (await rest.execution(newest.id));
		});
		expect(failed.data.resultData.error!.message).toContain('expired');

		await useToken(sandbox.token);
		const fired = await until('an alert', async () => (await firedWith())[0]);
		expect(fired).toMatchObject({ balance: 50, previousBalance: 500 });
	});
});
