/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { aimsOf } from './bench/aims';
import { writeDocs } from './bench/docs';
import { measureLoadTime } from './bench/load-time';
import { matrixOf, type Measurement } from './bench/matrix';
import { startBench, type Bench, type Result } from './bench/measure';
import { measurePool } from './bench/pool';
import { measureInRealN8n } from './bench/real-n8n';
import { measureReadingTime } from './bench/reading-time';
import { REAL_HEADER, RESULT_HEADER, realRows, type Report, resultRows } from './bench/report';
import { stagePackage } from './bench/stage';
import { print, readNumber, runMain, table } from './command-line';
import { buildPackage, ensureHost, packPackage, PROJECT } from './host';

const USAGE = `npm run bench [-- options]

Measures this package against n8n's HTTP Request node, a node that sends item by item, and a
bare script: in one run, on the same engine and with the same local service.

  --latency <ms>   how long the service takes to respond (default 20)
  --quick          sizes 100 and 1,000 only, and no real n8n: about a minute
  --json <file>    where the results go (default .reports/bench.json)
  --write-docs     put the results into docs/benchmarks.md and docs/images/bench.svg
  --help`;

/** The run of median time. */
async function measureMedian(bench: Bench, { repeat, ...subject }: Measurement): Promise<Result> {
	const runs: Result[] = [];
	while (runs.length < repeat) runs.push(await bench.measure(subject));
	runs.sort((one, other) => one.seconds - other.seconds);
	return runs[Math.floor(repeat / 2)]!;
}

async function measureAll(quick: boolean, latency: number): Promise<Report> {
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const stage = stagePackage(host);
	const { nodeBinary, folder: hostFolder } = host;
	const bench = await startBench({ nodeBinary, hostFolder, ...stage, latency });
	try {
		const results: Result[] = [];
		for (const measurement of matrixOf(quick)) {
			const result = await measureMedian(bench, measurement);
			results.push(result);
			print(table(RESULT_HEADER, resultRows([result])).at(-1));
		}
		const [cpu] = cpus();
		return {
			at: new Date().toISOString(),
			machine: `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`,
			latency,
			results,
			real: quick ? [] : await measureInRealN8n(host, bench.baseUrl),
			loadTime: await measureLoadTime(host, stage.packageFolder),
			pool: await measurePool(),
			readingTime: await measureReadingTime(host, stage.packageFolder),
			tarball: statSync(await packPackage()).size,
		};
	} finally {
		bench.close();
		stage.remove();
	}
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			latency: { type: 'string', default: '20' },
			quick: { type: 'boolean', default: false },
			json: { type: 'string', default: join(PROJECT, '.reports', 'bench.json') },
			'write-docs': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);

	const report = await measureAll(values.quick, readNumber('--latency', values.latency));
	print(`\n${table(RESULT_HEADER, resultRows(report.results)).join('\n')}`);
	if (report.real.length > 0) {
		print(`\nIn a real n8n:\n\n${table(REAL_HEADER, realRows(report.real)).join('\n')}`);
	}
	const aims = aimsOf(report).map(({ aim, measured, met }) => [aim, measured, met ? 'yes' : 'NO']);
	print(`\n${table(['aim', 'measured', 'met'], aims).join('\n')}`);

	mkdirSync(dirname(values.json), { recursive: true });
	writeFileSync(values.json, `${JSON.stringify(report, null, '\t')}\n`);
	print(`\nResults: ${values.json}`);
	if (values['write-docs']) await writeDocs(report);
}

runMain(main);
