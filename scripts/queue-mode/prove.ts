import { print, readFlags, runMain, table } from '../command-line';
import { HOST_VERSIONS, Problem } from '../host';
import { cost } from './cost';
import * as proofs from './proofs';
import { type Database, listWorkflow, openStage } from './stage';

const { together, kills, stops, clocks, waits, memory, full } = proofs;
const PROOFS: Record<string, (options: proofs.ProofOptions) => proofs.Case[]> = {
	together,
	kills,
	stops,
	clocks,
	waits,
	memory,
	full,
};

const USAGE = `npx tsx scripts/queue-mode/prove.ts --only <proof> [options]

Nobody gets two SMS under one deduplication key and nobody is forgotten, in real n8n, judged by
what the service has sent. Needs npm run build, and PostgreSQL where it is asked for.

  together   --processes run one campaign from the same moment on
  kills      a campaign is killed with SIGKILL and run again, --cases times, at all moments
  stops      one of two processes stands still (SIGSTOP) for 20 or 100 s
  clocks     the clocks of two processes differ by 7 s to an hour, with Resend
  waits      the service asks to wait for 290 s; the workflow is executed again after 240 s
  memory     2,000 recipients, then --recipients others, then the 2,000 again
  full       two processes on a store of 100,000 marks, with removals that take 3 s more
  cost       what keys cost, on an empty store and on one of 100,000 marks

  --recipients 20000   of a campaign
  --processes 2,4      at once
  --databases sqlite   or postgres, or sqlite,postgres
  --cases 50           of kills, stops and clocks; so many at once: --parallel 3
  --latency 50         milliseconds of a response, in memory
  --batch 100          Batch Size
  --n8n ${HOST_VERSIONS[0]}`;

const inWords = (reasons: Record<string, number>): string =>
	Object.entries(reasons)
		.map(([reason, count]) => `${count} ${reason}`)
		.join(', ');

interface Row extends proofs.Result {
	case: string;
	database: Database;
}

const HEADER = [
	...['case', 'processes', 'database', 'recipients', 'kills', 'twice', 'forgotten'],
	...['untrue', 'seconds', 'outcomes'],
];
const cellsOf = (row: Row): string[] =>
	[
		...[row.case, row.processes, row.database, row.recipients, row.kills ?? 0, row.twice],
		...[row.forgotten, row.untrue, row.seconds, inWords(row.reasons)],
	].map(String);

/** Each case with a workflow of its own, so many at once. */
async function runCases(
	cases: readonly proofs.Case[],
	database: Database,
	{ version, parallel }: { version: string; parallel: number },
): Promise<Row[]> {
	const stage = await openStage({
		database,
		version,
		workflows: (judge) =>
			cases.map(({ options }, index) => listWorkflow(`case-${index}`, judge, options)),
	});
	const rows: Row[] = [];
	const left = [...cases.entries()];
	const work = async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			const [index, one] = next;
			rows.push({ case: one.name, database, ...(await one.run(stage, `case-${index}`)) });
			print(cellsOf(rows.at(-1)!).join('   '));
		}
	};
	try {
		await Promise.all(Array.from({ length: parallel }, work));
	} finally {
		await stage.close();
	}
	return rows;
}

async function main(): Promise<void> {
	const flags = readFlags(USAGE, {
		only: '',
		recipients: 20_000,
		processes: '2,4',
		databases: 'sqlite',
		cases: 50,
		parallel: 3,
		latency: 50,
		batch: 100,
		n8n: HOST_VERSIONS[0],
	});
	const { n8n: version, batch: batchSize, latency, recipients } = flags;
	const databases = flags.databases.split(',') as Database[];
	if (flags.only === 'cost') return await cost({ recipients, latency, databases, version });
	const proof = PROOFS[flags.only];
	if (proof === undefined) throw new Problem(USAGE);
	const processes = flags.processes.split(',').map(Number);
	const rows: Row[] = [];
	for (const database of databases) {
		const cases = proof({ ...flags, processes, batchSize });
		// What has so many processes of its own has the machine for itself.
		const parallel = proof === together || proof === full ? 1 : flags.parallel;
		rows.push(...(await runCases(cases, database, { version, parallel })));
	}
	print(`\n${table(HEADER, rows.map(cellsOf)).join('\n')}`);
	const wrong = rows.filter(({ twice, forgotten, untrue }) => twice + forgotten + untrue > 0);
	if (wrong.length > 0) throw new Problem(`Not proved: ${wrong.length} of ${rows.length} cases.`);
}

runMain(main);
