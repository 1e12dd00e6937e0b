/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { print, readNumber, runMain, table } from '../command-line';
import { median } from '../median';
import { callWebhook, campaignWorkflow } from '../queue-mode/campaign';
import { startCluster, type Cluster } from '../queue-mode/cluster';
import { judgeCredential, startJudge, type Judge } from '../queue-mode/judge';
import { newPeople } from '../queue-mode/lockstep';
import { processorTimeOf } from './processor-time';
import { simulate, type Fleet } from './simulate';

const USAGE = `npx tsx scripts/capacity/measure.ts [--executions 400] [--workers 4]

How many SMS one to four workers of a real n8n send in a second, and what the simulation says of the
same. What one worker needs is taken from its run; the runs of the others check the simulation. Needs
npm run build, Redis and PostgreSQL.`;

const LATENCY = 50;
const PER_WORKER = 10;
const BATCH_SIZE = 100;
const CONCURRENCY = 5;
/** Milliseconds of a worker's processor time, by the profile of a Bulk Send. */
const REQUEST_COST = 1.5;

/** What an execution is started with. */
interface Load {
	name: string;
	recipients: number;
	isKeyed: boolean;
}

const LOADS: readonly Load[] = [
	{ name: '1 SMS per execution', recipients: 1, isKeyed: false },
	{ name: '1 SMS with a key', recipients: 1, isKeyed: true },
	{ name: '1,000 SMS in 10 requests', recipients: 1000, isKeyed: false },
];

interface Measured {
	/** SMS per second of a fleet that is never idle. */
	perSecond: number;
	/** Milliseconds of processor time per execution: of the workers; of main process, Redis and database. */
	worker: number;
	shared: number;
	/** Milliseconds from the call to the first request of an execution that is alone, the median of many. */
	untilRequest: number;
	/** Characters that n8n saves of one execution. */
	saved: number;
}

/** What calls and what responds is here, and on the same machine. */
function ownProcessorTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

const processorTime = () => ({
	worker: processorTimeOf(/bin\/n8n worker/),
	shared: ownProcessorTime() + processorTimeOf(/bin\/n8n start|^postgres|\/postgres |redis-server/),
});

async function measureLoad(
	{ name, recipients }: Load,
	{ cluster, judge, executions }: { cluster: Cluster; judge: Judge; executions: number },
): Promise<Measured> {
	const send = async (count: number): Promise<number> => {
		judge.set([], { latency: LATENCY });
		const began = Date.now();
		const input = () => ({ people: newPeople(recipients), uncertain: 'doNotResend' as const });
		const call = async () => await callWebhook(cluster.main.url, name, input());
		await Promise.all(Array.from({ length: count }, call));
		await judge.arrived(count * Math.ceil(recipients / BATCH_SIZE));
		return Date.now() - began;
	};
	// The first executions of a process compile and load.
	await send(cluster.workers.length * 20);
	const alone = [];
	for (let index = 0; index < 20; index++) {
		alone.push(await send(1));
		await sleep(2 * LATENCY);
	}
	const count = Math.ceil(executions / Math.sqrt(recipients));
	const before = processorTime();
	const duration = await send(count);
	await sleep(1000);
	const after = processorTime();
	const [newest] = await cluster.rest.executions({ workflowId: name });
	const { data } = await cluster.rest.request<{ data: string }>('GET', `/executions/${newest!.id}`);
	return {
		perSecond: (1000 * count * recipients) / duration,
		worker: (after.worker - before.worker) / count,
		shared: (after.shared - before.shared) / count,
		untilRequest: median(alone),
		saved: data.length,
	};
}

async function measureFleet(workers: number, executions: number): Promise<Map<Load, Measured>> {
	const judge = await startJudge();
	const cluster = await startCluster({
		workers,
		concurrency: PER_WORKER,
		credentials: [judgeCredential(judge)],
		workflows: LOADS.map(({ name, isKeyed }) =>
			campaignWorkflow(name, { batchSize: BATCH_SIZE, concurrency: CONCURRENCY, isKeyed }),
		),
	});
	try {
		const measured = new Map<Load, Measured>();
		for (const { name } of LOADS) await cluster.rest.activate(name);
		for (const load of LOADS) {
			measured.set(load, await measureLoad(load, { cluster, judge, executions }));
		}
		return measured;
	} finally {
		await cluster.close();
		judge.close();
	}
}

/** The fleet that the measurement of one worker describes. */
function fleetOf({ recipients }: Load, of: Measured, lockHold: number): Omit<Fleet, 'workers'> {
	// More than the time that it took is what a worker does beside its thread, such as collecting garbage.
	const onThread = Math.min(of.worker, (1000 * recipients) / of.perSecond);
	return {
		executionsPerWorker: PER_WORKER,
		coresPerMachine: availableParallelism(),
		workersPerMachine: Infinity,
		recipients,
		batchSize: BATCH_SIZE,
		concurrency: CONCURRENCY,
		executionCost: onThread - REQUEST_COST * Math.ceil(recipients / BATCH_SIZE),
		requestCost: REQUEST_COST,
		sharedCost: of.shared + of.worker - onThread,
		sharedCores: 0,
		latency: LATENCY,
		serviceLimit: Infinity,
		workflows: 1,
		lockHold,
		demand: 20 * of.perSecond,
	};
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			executions: { type: 'string', default: '400' },
			workers: { type: 'string', default: '4' },
		},
	});
	const executions = readNumber('--executions', values.executions);
	const most = readNumber('--workers', values.workers);
	print(USAGE);
	const rows: string[][] = [];
	let one: Map<Load, Measured> | undefined;
	for (let workers = 1; workers <= most; workers++) {
		const measured = await measureFleet(workers, executions);
		one ??= measured;
		const [plain, keyed] = LOADS.map((load) => one!.get(load)!);
		const hold = Math.max(0, keyed!.untilRequest - plain!.untilRequest);
		for (const load of LOADS) {
			const fleet = fleetOf(load, one.get(load)!, load.isKeyed ? hold : 0);
			const { smsPerSecond } = simulate({ ...fleet, workers });
			const { perSecond, worker, shared, untilRequest, saved } = measured.get(load)!;
			const cells = [perSecond, smsPerSecond, worker, shared, untilRequest, saved].map(Math.round);
			rows.push([load.name, String(workers), ...cells.map(String)]);
			print(rows.at(-1)!.join('   '));
		}
	}
	const header = [
		'load',
		'workers',
		'SMS/s',
		'simulated',
		'worker ms',
		'shared ms',
		'alone ms',
		'saved',
	];
	print(`\n${table(header, rows).join('\n')}`);
}

runMain(main);
