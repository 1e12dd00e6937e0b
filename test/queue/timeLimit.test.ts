import { until } from '../../host';
import { callWebhook, webhookWorkflow } from '../../host/cluster';
import { items, smsGateway } from '../../host/workflow';
import { dataOf } from '../support/error-data';
import { HANGS, people, send } from '../e2e/support/campaign';
import { clustered } from './support/clustered';

const PHONES = [...people(3), HANGS, ...people(10).slice(3)];
const LIMITED = 'limited';

const limited = () => {
	const list = items(PHONES.map((phone) => ({ phone })));
	const saved = webhookWorkflow(LIMITED, [list, smsGateway(send)]);
	return { ...saved, settings: { ...saved.settings, executionTimeout: 6 } };
};

describe("n8n's time limit on a worker", () => {
	const stage = clustered({
		sandbox: { balance: 1000 },
		workers: 1,
		concurrency: 2,
		workflows: [limited()],
	});

	it('keeps who was sent to', async () => {
		const { rest, main } = stage.cluster;
		await callWebhook(main.url, LIMITED);
		const ended = await until('the end', async () => {
			const [newest] = await rest.executions({ workflowId: LIMITED });
			const run = newest && (await rest.execution(newest.id));
			return run?.status === 'canceled' ? run : undefined;
		});
		const { error } = ended.data.resultData.runData['SMS Gateway']!.at(-1)!;
		expect(dataOf(error).recipients).toMatchObject({ accepted: 3, unknown: 1, notSent: 7 });
	});
});
