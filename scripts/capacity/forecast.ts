import { print, table } from '../command-line';
import { simulate, type Fleet, type Load } from './simulate';

const USAGE = `npx tsx scripts/capacity/forecast.ts

How many workers 1, 10 and 100 million SMS a day need, by the simulation, and what is in use the most.
The costs are those that scripts/capacity/measure.ts measures.`;

/** Costs in milliseconds. Machines of four cores with four workers; main process, Redis and database on 16 cores of their own. */
const FLEET = {
	executionsPerWorker: 10,
	coresPerMachine: 4,
	workersPerMachine: 4,
	batchSize: 100,
	concurrency: 5,
	requestCost: 1.5,
	sharedCost: 20,
	sharedCores: 16,
	latency: 50,
	serviceLimit: 1000,
	workflows: 1,
	lockHold: 0,
};

const ONE = { recipients: 1, executionCost: 45 };
const KEYED = { ...ONE, lockHold: 10 };
const BULK = { recipients: 1000, executionCost: 80, sharedCost: 30 };

const WAYS: Array<[name: string, fleet: Partial<Fleet>]> = [
	['Send, 1 SMS per execution', ONE],
	['the same with keys, 1 workflow', KEYED],
	['the same with keys, 20 workflows', { ...KEYED, workflows: 20 }],
	['Bulk Send, 1,000 SMS per execution', BULK],
	['the same with keys, 1 workflow', { ...BULK, lockHold: 20 }],
];

const WORKERS = [10, 100, 1000];
const MILLIONS_A_DAY = [1, 10, 100];
const SECONDS_OF_A_DAY = 86_400;
/** Whichever is longer: a minute, or the time of so many executions. */
const EXECUTIONS = 2000;

const WORDS: Record<keyof Load['use'], string> = {
	lock: 'lock of the keys',
	shared: 'main process, Redis, database',
	service: 'requests that the service takes',
	processor: 'cores of the workers',
	executions: 'executions at once',
};

const fullestOf = ({ use }: Load) =>
	(Object.keys(WORDS) as Array<keyof Load['use']>).reduce((one, other) =>
		use[other] > use[one] + 0.01 ? other : one,
	);

function main(): void {
	print(USAGE);
	const rows = WAYS.flatMap(([name, way]) =>
		MILLIONS_A_DAY.map((millions) => {
			const demand = (millions * 1e6) / SECONDS_OF_A_DAY;
			const fleet = { ...FLEET, ...ONE, ...way, demand };
			const duration = 1000 * Math.max(60, (EXECUTIONS * fleet.recipients) / demand);
			const loads = WORKERS.map((workers) => simulate({ ...fleet, workers }, duration));
			const enough = loads.findIndex(({ smsPerSecond }) => smsPerSecond > 0.95 * demand);
			const load = loads.at(enough)!;
			const fullest = fullestOf(load);
			return [
				name,
				String(millions),
				enough < 0 ? 'not with 1,000' : WORKERS[enough]!.toLocaleString('en'),
				enough < 0 ? '-' : `${(load.p95 / 1000).toFixed(1)} s`,
				`${WORDS[fullest]} ${Math.round(100 * load.use[fullest])} %`,
			];
		}),
	);
	const header = ['way', 'million SMS a day', 'workers', 'done within (95 %)', 'in use the most'];
	print(table(header, rows).join('\n'));
}

main();
