import { itemsOf, type RestClient } from '../../../host';
import { noOp, type WorkflowNode, workflow } from '../../../host/workflow';
import type { ServedN8n } from './served';

/** n8n refuses to poll more often than once a minute, by any one entry. */
const everySecond = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

const trigger = (threshold: number): WorkflowNode => ({
	name: 'SMS Gateway Trigger',
	type: 'n8n-nodes-sms-gateway.smsGatewayTrigger',
	typeVersion: 1,
	parameters: { pollTimes: everySecond, threshold },
	credentials: { smsGatewayApi: { id: 'sms-gateway-sandbox', name: 'SMS Gateway (sandbox)' } },
});

/** Watches the balance of the sandbox. */
export const balanceWorkflow = (id: string, threshold: number) =>
	workflow(id, [trigger(threshold), noOp('Alert')]);

/** Resolves when n8n has asked for the balance so many times more. */
export async function polls({ sandbox }: ServedN8n, count: number): Promise<void> {
	const answered = () => sandbox.requests().filter(({ outcome }) => outcome === 'answered').length;
	const already = answered();
	await sandbox.until(() => answered() >= already + count);
}

/** What the workflow was started with, the first one first. */
export async function firedWith(rest: RestClient, workflowId: string) {
	const finished = await rest.executions({ workflowId, status: ['success'] });
	const runs = finished.reverse().map(({ id }) => rest.execution(id));
	return (await Promise.all(runs)).map((run) => itemsOf(run, 'Alert')[0]?.json);
}

/** Lets an active workflow see one balance after the other, with n8n stopped and started in between. */
export async function tellStory(
	n8n: ServedN8n,
	workflowId: string,
	story: ReadonlyArray<number | 'restart'>,
): Promise<void> {
	const { instance, rest, sandbox } = n8n;
	let isStopped = false;
	for (const [index, step] of story.entries()) {
		if (step === 'restart') {
			await instance.stop();
			isStopped = true;
			continue;
		}
		sandbox.setBalance(step);
		if (index === 0) await rest.activate(workflowId);
		if (isStopped) await instance.start();
		isStopped = false;
		// The second poll has surely seen this balance.
		await polls(n8n, 2);
	}
}
