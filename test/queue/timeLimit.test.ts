import { startSandbox, type Sandbox } from '../../sandbox';
import { sandboxCredential } from '../../scripts/examples';
import { until } from '../../scripts/host';
import {
	callWebhook,
	startCluster,
	webhookWorkflow,
	type Cluster,
} from '../../scripts/queue-mode/cluster';
import { items, smsGateway } from '../../scripts/workflow';
import { HANGS, people } from '../e2e/support/campaign';

const PHONES = [...people(3), HANGS, ...people(10).slice(3)];
const LIMITED = 'limited';

const limited = () => {
	const sending = smsGateway({
		operation: 'send',
		senderId: 'SHOP',
		recipient: '={{ $json.phone }}',
		message: 'Open on Saturday.',
		options: { concurrency: 1 },
	});
	const list = items(PHONES.map((phone) => ({ phone })));
	const saved = webhookWorkflow(LIMITED, [list, sending]);
	return { ...saved, settings: { ...saved.settings, executionTimeout: 6 } };
};

describe("n8n's time limit on a worker", () => {
	let sandbox: Sandbox;
	let cluster: Cluster;

	beforeAll(async () => {
		sandbox = await startSandbox({ balance: 1000 });
		cluster = await startCluster({
			workers: 1,
			concurrency: 2,
			credentials: [sandboxCredential(sandbox)],
			workflows: [limited()],
		});
		await cluster.rest.activate(LIMITED);
	});

	afterAll(async () => {
		await cluster?.close();
		await sandbox?.close();
	});

	it('keeps who was sent to', async () => {
		const { rest, main } = cluster;
		await callWebhook(main.url, LIMITED);
		const ended = await until('the end', async () => {
			const [newest] = await rest.executions({ workflowId: LIMITED });
			const run = newest && (await rest.execution(newest.id));
			return run?.status === 'canceled' ? run : undefined;
		});
		expect(ended.data.resultData.runData['SMS Gateway']!.at(-1)!.error).toMatchObject({
			message: expect.stringMatching(
				/^n8n ended this execution .*: 3 accepted, 1 unknown .*, 7 not sent\.$/,
			),
			description: expect.stringMatching(/Accepted: 2250700000100, .* Not sent: /),
		});
	});
});
