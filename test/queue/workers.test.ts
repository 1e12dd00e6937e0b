import { itemsOf, type Run, until } from '../../host';
import { callWebhook, type Cluster, startCluster, webhookWorkflow } from '../../host/cluster';
import { sandboxCredential } from '../../host/examples';
import { items, smsGateway } from '../../host/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { HANGS, people, REFUSED_ONCE, send } from '../e2e/support/campaign';
import { answerLink, linkIn, openLink } from '../e2e/support/link';
import { onceEach, textsOf } from '../e2e/support/served';
import { dataOf } from '../support/error-data';
import { newPeople, RIGHT, sendingNode, verdictOn } from './support/campaign';

const WORKERS = 4;

const LIMIT = 100;
const limited = smsGateway(
	{ ...send, recipient: '={{ $json.body.phone }}', safeguards: { maxSmsPerDay: LIMIT } },
	{ onError: 'continueRegularOutput' },
);

const asking = smsGateway({
	...{ ...send, operation: 'sendAndWait', responseType: 'freeText', options: {} },
	recipient: '={{ $json.body.phones.join() }}',
});

const PHONES = [...people(3), HANGS, ...people(10).slice(3)];
const late = webhookWorkflow('late', [items(PHONES.map((phone) => ({ phone }))), smsGateway(send)]);

const TO_RETRY = [...people(2), REFUSED_ONCE, ...people(4).slice(2)];
const ERROR = { errorMessage: 'No table' };
const behind = (type: string) =>
	webhookWorkflow('behind', [
		items(TO_RETRY.map((phone) => ({ phone }))),
		{ name: 'Sheet', typeVersion: 1, type: `n8n-nodes-base.${type}`, parameters: ERROR },
		smsGateway(send),
	]);

const OPTIONS = { batchSize: 20, concurrency: 2 };
const campaigns = Array.from({ length: 20 }, (_, index) => ({
	id: `campaign-${index}`,
	people: newPeople(400),
}));
const split = {
	name: 'People',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.people' },
};

const workflows = [
	webhookWorkflow('limited', [limited]),
	webhookWorkflow('ask', [asking]),
	behind('stopAndError'),
	{ ...late, settings: { ...late.settings, executionTimeout: 6 } },
	...campaigns.map(({ id }) => webhookWorkflow(id, [split, sendingNode(id, OPTIONS)])),
];

describe('n8n in queue mode', () => {
	let sandbox: Sandbox;
	let cluster: Cluster;
	beforeAll(async () => {
		sandbox = await startSandbox({ balance: 1_000_000 });
		const credentials = [sandboxCredential(sandbox)];
		cluster = await startCluster({ workers: WORKERS, concurrency: 5, credentials, workflows });
		for (const { id } of workflows) await cluster.rest.activate(id);
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		await cluster?.close();
		await sandbox?.close();
	});

	const start = (id: string, input?: object) => callWebhook(cluster.main.url, id, input);
	const begun = () => cluster.workers.flatMap((worker) => worker.begun());

	it('1,000 webhooks over four processes send what Max SMS per Day allows, and never more', async () => {
		const calls = newPeople(1000).values();
		const caller = async () => {
			for (const { phone } of calls) await start('limited', { phone });
		};
		await Promise.all(Array.from({ length: 20 }, caller));
		const open = { status: ['new', 'running'] };
		await until(
			'the end of all executions',
			async () => (await cluster.rest.executions(open)).length === 0 || undefined,
		);
		expect(cluster.workers.filter((worker) => worker.begun().length > 0)).toHaveLength(WORKERS);
		expect(sandbox.messageCount()).toBe(LIMIT);
	});

	it('30 questions to three people each, who answer at once at two processes, have the answer of one', async () => {
		const phones = newPeople(90).map(({ phone }) => phone);
		const questions = Array.from({ length: 30 }, (_, at) => phones.slice(3 * at, 3 * at + 3));
		await Promise.all(questions.map(async (asked) => await start('ask', { phones: asked })));
		await sandbox.until(({ messageCount }) => messageCount() >= phones.length);
		const { main, webhooks, rest } = cluster;
		const links = new Map<string, string>();
		for (const { recipient, text } of sandbox.messages()) {
			const link = linkIn(text);
			expect(link.startsWith(`${main.url}/`)).toBe(true);
			const url = links.size % 2 ? main.url : webhooks.url;
			links.set(`+${recipient}`, link.replace(main.url, url));
		}
		await Promise.all(questions.map(async ([phone]) => await openLink(links.get(phone!)!)));
		const idOf = (phone: string) => new URL(links.get(phone)!).pathname.split('/')[2]!;
		const answerAll = async () =>
			await Promise.all(
				phones.map(async (phone) => {
					const response = await answerLink(links.get(phone)!, { text: `Me: ${phone}` });
					return (await response.text()).includes('Thank you') ? [phone] : [];
				}),
			);
		const thanked = new Set((await answerAll()).flat());
		const endOf = async ([phone]: string[]) => {
			const run = await rest.waitForExecution(idOf(phone!));
			return itemsOf(run, 'SMS Gateway').map(({ json }) => json);
		};
		const ends = await Promise.all(questions.map(endOf));
		for (const [at, asked] of questions.entries()) {
			expect(new Set(asked.map(idOf)).size).toBe(1);
			const [answeredBy, ...others] = asked.filter((phone) => thanked.has(phone));
			expect(others).toStrictEqual([]);
			const recipients = asked.map((recipient) => ({ recipient, status: 'accepted' }));
			const data = { text: `Me: ${answeredBy}` };
			expect(ends[at]).toMatchObject([{ answered: true, answeredBy, data, recipients }]);
			expect(begun().filter((id) => id === idOf(asked[0]!))).toHaveLength(2);
		}
		expect((await answerAll()).flat()).toStrictEqual([]);
		expect(await Promise.all(questions.map(endOf))).toStrictEqual(ends);
		expect(textsOf(sandbox)).toStrictEqual(onceEach(phones));
	});

	it("n8n's time limit keeps who was sent to", async () => {
		await start('late');
		const ended = await until('the end', async () => {
			const [newest] = await cluster.rest.executions({ workflowId: 'late' });
			const run = newest && (await cluster.rest.execution(newest.id));
			return run?.status === 'canceled' ? run : undefined;
		});
		const { error } = ended.data.resultData.runData['SMS Gateway']!.at(-1)!;
		expect(dataOf(error).recipients).toMatchObject({ accepted: 3, unknown: 1, notSent: 7 });
	});

	it('Retries of an execution that failed before the node know of each other', async () => {
		const { rest } = cluster;
		await start('behind');
		const failed = await until('the failure', async () => {
			const [newest] = await rest.executions({ workflowId: 'behind' });
			return newest?.status === 'error' ? newest : undefined;
		});
		await rest.changeWorkflow('behind', { nodes: behind('noOp').nodes });
		const ends = [];
		for (let times = 0; times < 3; times++) {
			ends.push((await rest.retry(failed.id, { loadWorkflow: true })).status);
		}
		expect(ends).toStrictEqual(['error', 'success', 'success']);
		const sent = sandbox.messages().map(({ recipient }) => `+${recipient}`);
		expect(sent.sort()).toStrictEqual([...TO_RETRY].sort());
	});

	it('20 campaigns, one worker of which is killed, send to nobody twice, and name who may be missing', async () => {
		const list = campaigns.flatMap(({ people }) => people);
		/** The newest execution of every campaign. */
		const startAll = async () => {
			const known = new Set((await cluster.rest.executions()).map(({ id }) => id));
			await Promise.all(campaigns.map((campaign) => start(campaign.id, campaign)));
			return await until('all executions', async () => {
				const listed = (await cluster.rest.executions()).map(({ id }) => id);
				const found = listed.filter((id) => !known.has(id));
				return found.length === campaigns.length ? found : undefined;
			});
		};
		const ended = async (ids: string[]) => {
			const runs: Run[] = [];
			for (const id of ids) runs.push(await cluster.rest.waitForExecution(id));
			return runs;
		};
		sandbox.setLatency(300);
		const executions = await startAll();
		await sandbox.until(() => sandbox.messageCount() >= list.length * 0.3);
		const [victim] = cluster.workers;
		await victim!.instance.kill();
		const cutOff = victim!.begun().filter((id) => executions.includes(id));
		expect(cutOff).not.toStrictEqual([]);
		await ended(executions.filter((id) => !cutOff.includes(id)));
		expect(sandbox.messageCount()).toBeLessThan(list.length);

		const runs = await ended(await startAll());
		const verdict = verdictOn(textsOf(sandbox), list, runs);
		expect(verdict).toMatchObject(RIGHT);
		const { accepted, alreadySent, interrupted } = verdict.reasons;
		expect(accepted! + alreadySent! + interrupted!).toBe(list.length);
		// Only what was claimed: per campaign, a window of requests in flight, and the next one.
		const { batchSize, concurrency } = OPTIONS;
		expect(interrupted).toBeLessThanOrEqual(2 * cutOff.length * concurrency * batchSize);
	});
});
