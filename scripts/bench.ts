/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { measurePool, measureReadingTime } from './bench/inner';
import { startBench, type Bench, type Result } from './bench/processes';
import { measureInRealN8n } from './bench/real-n8n';
import {
	aimsOf,
	REAL_HEADER,
	RESULT_HEADER,
	realRows,
	type Report,
	resultRows,
	writeDocs,
} from './bench/report';
import type { Subject, Way } from './bench/ways';
import { print, readFlags, runMain, table } from './command-line';
import { buildPackage, ensureHost, packPackage, PROJECT } from './host';

const USAGE = `npm run bench [-- options]

Measures this package against n8n's HTTP Request node, a node that sends item by item, and a
bare script: in one run, on the same engine and with the same local service.

  --latency <ms>   how long the service takes to respond (default 20)
  --quick          sizes 100 and 1,000 only, and no real n8n: about a minute
  --json <file>    where the results go (default .reports/bench.json)
  --write-docs     put the results into docs/benchmarks.md and docs/images/bench.svg
  --help`;

interface Measurement extends Subject {
	/** Run so many times; the median counts. */
	repeat: number;
}

const WAYS = ['bulkSend', 'bulkSendSummary', 'send', 'httpRequest', 'bareScript'] as const;

const each = (ways: readonly Way[], items: number, repeat = 1): Measurement[] =>
	ways.map((way) => ({ way, items, recipientsPerItem: 1, repeat }));

const million = (ways: readonly Way[]): Measurement[] =>
	ways.map((way) => ({ way, items: 1000, recipientsPerItem: 1000, repeat: 1 }));

/** A minute, for a look or for a CI job. */
const QUICK: Measurement[] = [
	...each(WAYS, 100, 3),
	...each(['itemByItem'], 100),
	...each([...WAYS, 'engineOnly'], 1000, 3),
];

/**
 * About 17 minutes; 10,000 sent item by item take 4 of them. The HTTP Request node is left out at
 * 100,000: it opens them all at once, which is more than the ports of one machine.
 */
const FULL: Measurement[] = [
	...each([...WAYS, 'itemByItem'], 100, 3),
	...each([...WAYS, 'engineOnly'], 1000, 5),
	...each(['itemByItem'], 1000),
	...each(WAYS, 10_000, 3),
	...each(['engineOnly', 'itemByItem'], 10_000),
	...each(['bulkSend', 'bulkSendSummary', 'bareScript'], 100_000, 3),
	...each(['send', 'engineOnly'], 100_000),
	...million(['bulkSend', 'bulkSendSummary', 'bareScript']),
];

/** The run of median time. */
async function measureMedian(bench: Bench, { repeat, ...subject }: Measurement): Promise<Result> {
	const runs: Result[] = [];
	while (runs.length < repeat) runs.push(await bench.measure(subject));
	runs.sort((one, other) => one.seconds - other.seconds);
	return runs[Math.floor(repeat / 2)]!;
}

async function measureAll(quick: boolean, latency: number): Promise<Report> {
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const bench = await startBench(host, latency);
	try {
		const results: Result[] = [];
		for (const measurement of quick ? QUICK : FULL) {
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
			pool: await measurePool(),
			readingTime: await measureReadingTime(host, bench.packageFolder),
			tarball: statSync(await packPackage()).size,
		};
	} finally {
		bench.close();
	}
}

async function main(): Promise<void> {
	const flags = readFlags(USAGE, {
		latency: 20,
		quick: false,
		json: join(PROJECT, '.reports', 'bench.json'),
		'write-docs': false,
	});
	const report = await measureAll(flags.quick, flags.latency);
	print(`\n${table(RESULT_HEADER, resultRows(report.results)).join('\n')}`);
	if (report.real.length > 0) {
		print(`\nIn a real n8n:\n\n${table(REAL_HEADER, realRows(report.real)).join('\n')}`);
	}
	const aims = aimsOf(report).map(({ aim, measured, met }) => [aim, measured, met ? 'yes' : 'NO']);
	print(`\n${table(['aim', 'measured', 'met'], aims).join('\n')}`);

	mkdirSync(dirname(flags.json), { recursive: true });
	writeFileSync(flags.json, `${JSON.stringify(report, null, '\t')}\n`);
	print(`\nResults: ${flags.json}`);
	if (flags['write-docs']) await writeDocs(report);
}

runMain(main);
