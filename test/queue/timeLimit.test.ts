import { startSandbox, type Sandbox } from '../../sandbox';
import { sandboxCredential } from '../../scripts/examples';
import {
	callWebhook,
	startCluster,
	webhookWorkflow,
	type Cluster,
} from '../../scripts/queue-mode/cluster';
import { items, noOp, smsGateway } from '../../scripts/workflow';
import { HANGS, people } from '../e2e/support/campaign';
import { onceEach, textsOf } from '../e2e/support/served';

const NODE = 'SMS Gateway';
const PHONES = [...people(3), HANGS, ...people(10).slice(3)];
const SETTINGS = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

const limited = (onError: string) => {
	const sending = smsGateway(
		{
			operation: 'send',
			senderId: 'SHOP',
			recipient: '={{ $json.phone }}',
			message: 'Open on Saturday.',
			options: { concurrency: 1 },
		},
		{ onError },
	);
	const list = items(PHONES.map((phone) => ({ phone })));
	const saved = webhookWorkflow(onError, [list, sending, noOp('Then')]);
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
			workflows: SETTINGS.map(limited),
		});
		for (const id of SETTINGS) await cluster.rest.activate(id);
	});

	afterAll(async () => {
		await cluster?.close();
		await sandbox?.close();
	});

	it.each(SETTINGS)(
		'leaves who was sent to, and a retry sends the rest, with On Error: %s',
		async (onError) => {
			const { rest, main } = cluster;
			sandbox.reset();
			await callWebhook(main.url, onError);
			await sandbox.until(({ messageCount }) => messageCount() === 1);
			const [newest] = await rest.executions({ workflowId: onError });
			const { id } = newest!;
			const ended = await rest.waitForExecution(id);
			expect(ended.status).toBe('canceled');
			expect(ended.data.resultData.runData[NODE]!.at(-1)!.error).toMatchObject({
				message: expect.stringMatching(
					/^n8n ended this execution .*: 3 accepted, 1 unknown .*, 7 not sent\.$/,
				),
				description: expect.stringMatching(/Accepted: 2250700000100, .* Not sent: /),
			});
			const retried = await rest.retry(id);
			expect(textsOf(sandbox)).toEqual(onceEach(PHONES));
			// The one that was in progress stays unknown.
			expect(retried.status).toBe(onError === 'stopWorkflow' ? 'error' : 'success');
		},
	);
});
