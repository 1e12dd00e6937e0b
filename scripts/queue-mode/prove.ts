import { print, readFlags, runMain } from '../command-line';
import { markdownTable } from '../docs';
import { HOST_VERSIONS, Problem } from '../host';
import { type Fault, listWorkflow, newPeople, openStage, play, type Round } from './campaign';
import type { Database } from './cluster';

const USAGE = `npx tsx scripts/queue-mode/prove.ts --only <proof> [options]

Nobody gets two SMS under one deduplication key and nobody is forgotten, in real n8n, judged by
what the service has sent. Needs npm run build, and PostgreSQL where it is asked for.

  together   2 and 4 processes (--processes 2,4) run one campaign from the same moment on
  kills      a campaign is killed with SIGKILL at one of seven moments, and run again
  stops      one of two processes stands still (SIGSTOP) for 20 or 100 s, at one of six
  clocks     the clocks of two processes differ by 7 s to an hour: five cases, with Resend
  waits      the service asks to wait for 290 s; the workflow is executed again after 240 s
  memory     2,000 recipients, then --recipients others, then the 2,000 again
  full       two processes on a store of 100,000 marks; every second time removals take 3 s more

  --cases 2            the first so many; more begin again
  --parallel 1         so many of them at once; kills and clocks bear 3
  --databases sqlite   or postgres, or sqlite,postgres
  --recipients 20000   of a campaign: kills, stops and clocks have 600
  --latency 50         milliseconds of a response, and --batch 100, the node's Batch Size
  --n8n ${HOST_VERSIONS[0]}`;

const MOMENTS = [
	'before the lock',
	'before a claim',
	'in the lock',
	'before sending',
	'in flight',
	'before confirming',
] as const;

/** Options of the node to which something happens. */
export const SMALL = { batchSize: 20, concurrency: 3 };
const RECIPIENTS = 600;

/** Most that a kill leaves in doubt: two windows of requests, one in flight and one claimed already. */
export const MOST_NAMED = 2 * SMALL.batchSize * SMALL.concurrency;

/** A campaign that is killed at the nth such moment, or so many milliseconds after it, and run again. */
export const killed = (at: string, nth: number, delay = 0): Round[] => [
	{
		people: newPeople(RECIPIENTS),
		latency: 100,
		faults: [{ at, nth, signal: 'SIGKILL', delay }],
	},
	{ faults: [{}] },
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** Whom the service asks to wait for 290 s. */
const ASKS: Array<[string, Round['retryAfter']]> = [
	['the first five requests', (request) => (request <= 5 ? 290 : 0)],
	['all of 290 s', (_, since) => Math.max(0, Math.ceil(290 - since / 1000))],
];

interface Sizes {
	/** Which of the cases, from 0. */
	index: number;
	/** Of each campaign. */
	recipients: number;
	/** At once. */
	processes: number[];
	latency: number;
	batchSize: number;
}

interface Case {
	name: string;
	/** Options of the node. */
	options: object;
	rounds: Round[];
}

const PROOFS: Record<string, (sizes: Sizes) => Case> = {
	together: ({ index, processes, recipients, latency, batchSize }) => {
		const faults = Array<object>(pick(processes, index)).fill({});
		const rounds = [{ people: newPeople(recipients), latency, faults }];
		return { name: `${faults.length} together`, options: { batchSize }, rounds };
	},
	kills: ({ index }) => {
		const at = pick([...MOMENTS, 'at random'], index);
		const nth = 1 + Math.floor(Math.random() * 8);
		const rounds =
			at === 'at random' ? killed('in flight', nth, Math.random() * 1000) : killed(at, nth);
		return { name: `killed ${at}`, options: SMALL, rounds };
	},
	stops: ({ index }) => {
		const [at, seconds] = [pick(MOMENTS, index), pick([20, 100], index)];
		const faults: Fault[] = [{ at, nth: 2, signal: 'SIGSTOP', seconds }, {}];
		const rounds = [{ people: newPeople(RECIPIENTS), latency: 50, faults }];
		return { name: `stopped ${seconds} s ${at}`, options: SMALL, rounds };
	},
	clocks: ({ index }) => {
		const skew = pick([7_000, -7_000, 60_000, 3_600_000, -3_600_000], index);
		const rounds = [{ people: newPeople(RECIPIENTS), latency: 5_000, faults: [{}, { skew }] }];
		const options = { ...SMALL, uncertain: 'resend' };
		return { name: `clock ${skew / 1000} s ahead`, options, rounds };
	},
	waits: ({ index, recipients }) => {
		const [who, retryAfter] = pick(ASKS, index);
		const first = { people: newPeople(recipients), retryAfter, faults: [{}], next: 240_000 };
		return {
			name: `429 to ${who}`,
			options: { batchSize: 1000 },
			rounds: [first, { faults: [{}] }],
		};
	},
	memory: ({ recipients, latency, batchSize }) => {
		const known = newPeople(2_000);
		const lists = [known, newPeople(recipients), known];
		const rounds = lists.map((people) => ({ people, latency, faults: [{}] }));
		return { name: '2,000, others, the 2,000 again', options: { batchSize }, rounds };
	},
	full: ({ index, recipients, latency, batchSize }) => {
		const slow = pick([0, 3_000], index);
		// Two campaigns of so many fill the store with marks.
		const fill = () => ({ people: newPeople(25_000), faults: [{}] });
		const retryAfter = (request: number) => (request <= 10 ? 10 : 0);
		const last = {
			people: newPeople(recipients),
			latency,
			retryAfter,
			faults: [{ slow }, { slow }],
		};
		const rounds = [fill(), fill(), last];
		return { name: `full store, removals ${slow / 1000} s slower`, options: { batchSize }, rounds };
	},
};

const HEADER = ['case', 'database', 'twice', 'forgotten', 'untrue', 'kills', 'seconds', 'outcomes'];

/** Each case with a workflow of its own, so many at once. */
async function prove(
	cases: readonly Case[],
	database: Database,
	version: string,
	parallel: number,
) {
	const stage = await openStage({
		database,
		version,
		workflows: (judge) =>
			cases.map(({ options }, index) => listWorkflow(`case-${index}`, judge, options)),
	});
	const rows: string[][] = [];
	let wrong = 0;
	const left = [...cases.entries()];
	const work = async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			const [index, { name, rounds }] = next;
			const { reasons, ...verdict } = await play(stage, `case-${index}`, rounds);
			const { twice, forgotten, untrue, kills, seconds } = verdict;
			const outcomes = Object.entries(reasons).map(([reason, count]) => `${count} ${reason}`);
			const cells = [name, database, twice, forgotten, untrue, kills, seconds, outcomes.join(', ')];
			rows.push(cells.map(String));
			print(cells.join('   '));
			if (twice + forgotten + untrue > 0) wrong++;
		}
	};
	await Promise.all(Array.from({ length: parallel }, work)).finally(stage.close);
	return { rows, wrong };
}

async function main(): Promise<void> {
	const flags = readFlags(USAGE, {
		only: '',
		cases: 2,
		parallel: 1,
		recipients: 20_000,
		processes: '2,4',
		databases: 'sqlite',
		latency: 50,
		batch: 100,
		n8n: HOST_VERSIONS[0],
	});
	const proof = PROOFS[flags.only];
	if (proof === undefined) throw new Problem(USAGE);
	const sizes = {
		...flags,
		processes: flags.processes.split(',').map(Number),
		batchSize: flags.batch,
	};
	const rows: string[][] = [];
	let wrong = 0;
	for (const database of flags.databases.split(',') as Database[]) {
		const cases = Array.from({ length: flags.cases }, (_, index) => proof({ ...sizes, index }));
		const proved = await prove(cases, database, flags.n8n, flags.parallel);
		rows.push(...proved.rows);
		wrong += proved.wrong;
	}
	print(`\n${await markdownTable(HEADER, rows)}`);
	if (wrong > 0) throw new Problem(`Not proved: ${wrong} of ${rows.length} cases.`);
}

if (require.main === module) runMain(main);
