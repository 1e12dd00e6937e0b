import { startSandbox, type Sandbox } from '../../sandbox';
import { sandboxCredential } from '../../scripts/examples';
import { until } from '../../scripts/host';
import {
	callWebhook,
	startCluster,
	webhookWorkflow,
	type Cluster,
} from '../../scripts/queue-mode/cluster';
import { smsGateway } from '../../scripts/workflow';

const WEBHOOKS = 1000;
const LIMIT = 100;
const WORKERS = 4;

const sending = smsGateway(
	{
		operation: 'send',
		senderId: 'LIMIT',
		recipient: '={{ $json.body.phone }}',
		message: 'Hi',
		safeguards: { maxSmsPerDay: LIMIT },
	},
	{ onError: 'continueRegularOutput' },
);

let sandbox: Sandbox;
let cluster: Cluster;

beforeAll(async () => {
	sandbox = await startSandbox({ balance: 10_000 });
	cluster = await startCluster({
		workers: WORKERS,
		concurrency: 5,
		credentials: [sandboxCredential(sandbox)],
		workflows: [webhookWorkflow('limit', [sending])],
	});
	await cluster.rest.activate('limit');
});

afterAll(async () => {
	await cluster?.close();
	await sandbox?.close();
});

it('1,000 webhooks over four processes send what Max SMS per Day allows, and never more', async () => {
	const numbers = Array.from({ length: WEBHOOKS }, (_, index) => String(2_290_197_000_000 + index));
	const calls = numbers.values();
	const caller = async () => {
		for (const phone of calls) await callWebhook(cluster.main.url, 'limit', { phone });
	};
	await Promise.all(Array.from({ length: 20 }, caller));

	const open = { status: ['new', 'running'] };
	await until(
		'the end of all executions',
		async () => (await cluster.rest.executions(open)).length === 0 || undefined,
		300_000,
	);
	expect(cluster.workers.filter((worker) => worker.begun().length > 0)).toHaveLength(WORKERS);
	expect(sandbox.messageCount()).toBe(LIMIT);
});
