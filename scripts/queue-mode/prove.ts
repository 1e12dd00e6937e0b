import { print, readFlags, runMain, table } from '../command-line';
import { HOST_VERSIONS, Problem } from '../host';
import { cost } from './cost';
import {
	clocks,
	full,
	kills,
	memory,
	type ProofOptions,
	type Row,
	stops,
	together,
	waits,
} from './proofs';
import type { Database } from './stage';

const PROOFS: Record<string, (options: ProofOptions) => Promise<void>> = {
	together,
	kills,
	stops,
	clocks,
	waits,
	memory,
	full,
	cost,
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

const HEADER = ['case', 'processes', 'database', 'recipients', 'kills', 'twice', 'forgotten'];
const cellsOf = (row: Row): string[] =>
	[
		...[row.case, row.processes, row.database, row.recipients, row.kills, row.twice],
		...[row.forgotten, row.untrue, row.seconds, inWords(row.reasons)],
	].map(String);

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
	const proof = PROOFS[flags.only];
	if (proof === undefined) throw new Problem(USAGE);
	const rows: Row[] = [];
	await proof({
		...flags,
		processes: flags.processes.split(',').map(Number),
		databases: flags.databases.split(',') as Database[],
		batchSize: flags.batch,
		version: flags.n8n,
		report(row) {
			rows.push(row);
			print(cellsOf(row).join('   '));
		},
	});
	if (rows.length === 0) return;
	print(`\n${table([...HEADER, 'untrue', 'seconds', 'outcomes'], rows.map(cellsOf)).join('\n')}`);
	const wrong = rows.filter(({ twice, forgotten, untrue }) => twice + forgotten + untrue > 0);
	if (wrong.length > 0) throw new Problem(`Not proved: ${wrong.length} of ${rows.length} cases.`);
}

runMain(main);
