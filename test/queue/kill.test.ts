import type { Sandbox } from '../../sandbox';
import { itemsOf } from '../../host';
import { callWebhook, webhookWorkflow } from '../../host/cluster';
import { type Recipient, SENDING_NODE, sendingNode } from './support/campaign';
import { clustered } from './support/clustered';

const CAMPAIGNS = 20;
const RECIPIENTS = 400;
const SETTINGS = { batchSize: 20, concurrency: 2 };
/** Milliseconds: long enough for the kill to hit requests in flight. */
const LATENCY = 300;

const ids = Array.from({ length: CAMPAIGNS }, (_, index) => `campaign-${index}`);

const peopleOf = (campaign: number): Recipient[] =>
	Array.from({ length: RECIPIENTS }, (_, index) => ({
		phone: `+${2_290_197_000_001 + campaign * RECIPIENTS + index}`,
		order: `order-${index}`,
	}));

const campaignOf = (id: string) =>
	webhookWorkflow(id, [
		{
			name: 'People',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.people' },
		},
		sendingNode(id, SETTINGS),
	]);

const everybody = ids.flatMap((_, campaign) => peopleOf(campaign).map(({ phone }) => phone));

/** How many SMS each recipient got, by the service's own log. */
function smsPerRecipient(sandbox: Sandbox): Map<string, number> {
	const count = new Map<string, number>();
	for (const { recipient } of sandbox.messages()) {
		const phone = `+${recipient}`;
		count.set(phone, (count.get(phone) ?? 0) + 1);
	}
	return count;
}

describe('20 campaigns over two workers, of which one is killed', () => {
	const stage = clustered({
		sandbox: { balance: 1_000_000, latencyMs: LATENCY },
		workers: 2,
		concurrency: CAMPAIGNS / 2,
		workflows: ids.map(campaignOf),
	});

	const startAll = () =>
		Promise.all(
			ids.map((id, campaign) =>
				callWebhook(stage.cluster.main.url, id, { people: peopleOf(campaign) }),
			),
		);

	/** The newest execution of every campaign. */
	async function newestExecutions(): Promise<string[]> {
		const newest = new Map<string, number>();
		for (const { id, workflowId } of await stage.cluster.rest.executions()) {
			newest.set(workflowId, Math.max(Number(id), newest.get(workflowId) ?? 0));
		}
		return [...newest.values()].map(String);
	}

	async function outcomesOf(executions: string[]): Promise<Array<Record<string, unknown>>> {
		const outcomes = [];
		for (const id of executions) {
			const run = await stage.cluster.rest.waitForExecution(id);
			expect(run.status).toBe('success');
			outcomes.push(...itemsOf(run, SENDING_NODE).map(({ json }) => json));
		}
		return outcomes;
	}

	it('send to nobody twice, and name everybody as interrupted who may be missing', async () => {
		const { cluster, sandbox } = stage;
		const [victim, survivor] = cluster.workers;
		await startAll();
		await sandbox.until(() => sandbox.messageCount() >= everybody.length * 0.3);
		await victim!.instance.kill();

		const cutOff = new Set(victim!.begun());
		const executions = await newestExecutions();
		expect(executions).toHaveLength(CAMPAIGNS);
		expect(cutOff.size).toBeGreaterThanOrEqual(5);
		await outcomesOf(executions.filter((id) => !cutOff.has(id)));
		expect(survivor!.begun().length).toBe(CAMPAIGNS - cutOff.size);
		const sentBefore = new Set(smsPerRecipient(sandbox).keys());
		expect(sentBefore.size).toBeLessThan(everybody.length);

		await startAll();
		const outcomes = await outcomesOf(await newestExecutions());

		expect(outcomes.map(({ recipient }) => recipient).sort()).toStrictEqual([...everybody].sort());
		const sms = smsPerRecipient(sandbox);
		expect([...sms.values()].filter((count) => count > 1)).toStrictEqual([]);

		const named = new Set(
			outcomes
				.filter(({ status, reason }) => status === 'unknown' && reason === 'interrupted')
				.map(({ recipient }) => recipient as string),
		);
		const missing = outcomes.filter(({ recipient }) => !sms.has(recipient as string));
		expect(missing.filter(({ recipient }) => !named.has(recipient as string))).toStrictEqual([]);
		// Only what was claimed: per campaign, a window of requests in flight, and the next one.
		expect(named.size).toBeGreaterThan(0);
		expect(named.size).toBeLessThanOrEqual(
			2 * cutOff.size * SETTINGS.concurrency * SETTINGS.batchSize,
		);
		for (const { status, reason, recipient, explanation } of outcomes) {
			if (named.has(recipient as string)) continue;
			const before = sentBefore.has(recipient as string);
			expect({ status, reason, explanation }).toMatchObject(
				before
					? { status: 'skipped', reason: 'alreadySent' }
					: { status: 'accepted', reason: 'accepted' },
			);
		}
	});
});
