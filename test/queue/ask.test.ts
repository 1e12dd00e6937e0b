import { itemsOf } from '../../host';
import { callWebhook, webhookWorkflow } from '../../host/cluster';
import { BEN } from '../e2e/support/campaign';
import { answerLink, linkIn, openLink } from '../e2e/support/link';
import { smsGateway } from '../../host/workflow';
import { clustered } from './support/clustered';

const asking = webhookWorkflow('ask', [
	smsGateway({
		operation: 'sendAndWait',
		senderId: 'SHOP',
		recipient: BEN,
		message: 'May I refund 240 €?',
	}),
]);

describe('a question that a worker asks', () => {
	const stage = clustered({
		sandbox: { balance: 100 },
		workers: 1,
		concurrency: 2,
		workflows: [asking],
	});

	it('is answered at the main process, and a worker continues', async () => {
		const { cluster, sandbox } = stage;
		await callWebhook(cluster.main.url, 'ask');
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		const link = linkIn(sandbox.messages()[0]!.text);
		expect(link.startsWith(`${cluster.main.url}/`)).toBe(true);
		const executionId = new URL(link).pathname.split('/')[2]!;
		const [worker] = cluster.workers;
		expect(worker!.begun()).toStrictEqual([executionId]);

		await openLink(link);
		const page = await answerLink(link, { answer: 'approve' });
		expect(await page.text()).toContain('Thank you.');

		const run = await cluster.rest.waitForExecution(executionId);
		expect(itemsOf(run, 'SMS Gateway').map(({ json }) => json)).toMatchObject([
			{ recipient: BEN, status: 'accepted', answered: true, data: { approved: true } },
		]);
		expect(worker!.begun()).toStrictEqual([executionId, executionId]);
		expect(sandbox.messageCount()).toBe(1);
	});
});
