import { until } from '../../host';
import { callWebhook, webhookWorkflow } from '../../host/cluster';
import { smsGateway } from '../../host/workflow';
import { clustered } from './support/clustered';

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

const stage = clustered({
	sandbox: { balance: 10_000 },
	workers: WORKERS,
	concurrency: 5,
	workflows: [webhookWorkflow('limit', [sending])],
});

it('1,000 webhooks over four processes send what Max SMS per Day allows, and never more', async () => {
	const { cluster, sandbox } = stage;
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
