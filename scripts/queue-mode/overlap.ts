import { startSandbox, type Sandbox } from '../../sandbox';
import { print, runMain, table } from '../command-line';
import { sandboxCredential } from '../examples';
import { itemsOf } from '../host';
import { callWebhook, campaignWorkflow, SENDING_NODE, type Recipient } from './campaign';
import { startCluster, type Cluster } from './cluster';

const USAGE = `npx tsx scripts/queue-mode/overlap.ts

Two executions of one workflow at the same moment: how many recipients get two SMS although
their deduplication keys are the same? First on one worker, then on two. Needs npm run build.`;

const WORKFLOW = 'overlap';
const ROUNDS = 10;
const RECIPIENTS = 200;
const LATENCY = 50;

interface Found {
	texted: number;
	twice: number;
	/** Not sent, and named as interrupted or as without a store of keys. */
	named: number;
}

let people = 0;
const newPeople = (): Recipient[] =>
	Array.from({ length: RECIPIENTS }, () => ({
		phone: String(22_900_000_000 + ++people),
		order: 'order',
	}));

/** Runs the lists as executions that start together, and hands out all outcomes. */
async function runTogether({ main, rest }: Cluster, lists: Recipient[][]) {
	const known = new Set((await rest.executions()).map(({ id }) => id));
	await Promise.all(
		lists.map((list) =>
			callWebhook(main.url, WORKFLOW, { people: list, uncertain: 'doNotResend' }),
		),
	);
	const started = (await rest.executions()).filter(({ id }) => !known.has(id));
	const runs = [];
	for (const { id } of started) runs.push(await rest.waitForExecution(id));
	return runs.flatMap((run) => itemsOf(run, SENDING_NODE).map(({ json }) => json));
}

function found(sandbox: Sandbox, lists: Recipient[][], outcomes: Array<Record<string, unknown>>) {
	const asked = new Set(lists.flat().map(({ phone }) => phone));
	const sms = new Map<string, number>();
	for (const { recipient } of sandbox.messages()) {
		if (asked.has(recipient)) sms.set(recipient, (sms.get(recipient) ?? 0) + 1);
	}
	return {
		texted: sms.size,
		twice: [...sms.values()].filter((count) => count > 1).length,
		named: new Set(
			outcomes
				.filter(({ status }) => status === 'unknown' || status === 'notSent')
				.map(({ recipient }) => recipient),
		).size,
	};
}

const sum = (rounds: Found[], field: keyof Found) =>
	rounds.reduce((total, round) => total + round[field], 0);

async function measure(workers: number): Promise<string[][]> {
	const sandbox = await startSandbox({ balance: 10_000_000, latencyMs: LATENCY });
	const cluster = await startCluster({
		workers,
		// One execution per worker where there are two, so that they never share a process.
		concurrency: workers === 1 ? 2 : 1,
		credentials: [sandboxCredential(sandbox)],
		workflows: [campaignWorkflow(WORKFLOW, { batchSize: 20, concurrency: 2 })],
	});
	try {
		await cluster.rest.activate(WORKFLOW);
		await runTogether(cluster, [newPeople()]);
		const same: Found[] = [];
		const different: Found[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const list = newPeople();
			same.push(found(sandbox, [list, list], await runTogether(cluster, [list, list])));
			const lists = [newPeople(), newPeople()];
			await runTogether(cluster, lists);
			const again = [];
			for (const one of lists) again.push(...(await runTogether(cluster, [one])));
			different.push(found(sandbox, lists, again));
		}
		const row = (what: string, rounds: Found[]) => [
			`${workers}`,
			what,
			`${ROUNDS}`,
			...(['texted', 'twice', 'named'] as const).map((field) => `${sum(rounds, field)}`),
		];
		return [
			row('the same recipients, twice at once', same),
			row('different recipients at once, then each again', different),
		];
	} finally {
		await cluster.close();
		await sandbox.close();
	}
}

async function main(): Promise<void> {
	print(USAGE);
	const rows = [...(await measure(1)), ...(await measure(2))];
	const header = ['workers', 'two executions', 'rounds', 'texted', 'texted twice', 'named'];
	print(`\n${table(header, rows).join('\n')}`);
}

runMain(main);
