/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { LATENCY, measure, type Measurement, type Result } from './bench/measure';
import { BATCH_SIZE, BULK_CONCURRENCY, SEND_CONCURRENCY, WAYS, type Way } from './bench/ways';
import { print, readFlags, runMain } from './command-line';
import { markdownTable, writeResults } from './docs';
import { buildPackage, HOST_VERSIONS, packPackage, Problem } from './host';
import { plotCurves } from './plots';

const USAGE = `npm run bench [-- options]

Measures this package against n8n's HTTP Request node in a real n8n, with a local service.
About ten minutes.

  --only <text>    ways whose name contains this
  --write-docs     put the results into docs/dev/benchmarks.md and docs/images/bench.svg
  --help`;

const KEYED_LATENCY = 50;

/** The HTTP Request node is left out at 100,000: it opens them all at once, more than a machine has ports. */
const MEASUREMENTS: Measurement[] = [
	{ way: 'bulkSend', recipients: 100, times: 3 },
	{ way: 'bulkSend', recipients: 1000, times: 3 },
	{ way: 'bulkSend', recipients: 10_000, times: 3 },
	{ way: 'bulkSend', recipients: 100_000 },
	{ way: 'bulkSendSummary', recipients: 100_000 },
	{ way: 'bulkSendSummary', recipients: 1_000_000, perItem: 1000 },
	...(['bulkSend', 'bulkSendKeyed'] as const).flatMap((way) =>
		[1, 10_000].map((recipients) => ({ way, recipients, latency: KEYED_LATENCY, times: 3 })),
	),
	{ way: 'send', recipients: 100, times: 3 },
	{ way: 'httpRequest', recipients: 100, times: 3 },
	{ way: 'send', recipients: 1000, times: 3 },
	{ way: 'httpRequest', recipients: 1000, times: 3 },
	{ way: 'send', recipients: 10_000 },
	{ way: 'sendWide', recipients: 10_000 },
	{ way: 'httpRequest', recipients: 10_000 },
	{ way: 'sendPersonal', recipients: 10_000 },
	{ way: 'httpRequestPersonal', recipients: 10_000 },
	{ way: 'preview', recipients: 100_000, perItem: 1000 },
	...(['send', 'httpRequest'] as const).flatMap((way) =>
		[1000, 5000].map((recipients) => ({ way, recipients, isProfiled: true })),
	),
];

/** Seconds that a Bulk Send would take if it did nothing but wait for the service. */
const waiting = (recipients: number): number =>
	((recipients / BATCH_SIZE) * LATENCY) / BULK_CONCURRENCY / 1000;

/** Held against what was measured; what was not is left out. */
function aimsOf(results: readonly Result[], tarball: number): string[][] {
	const aims: string[][] = [];
	const atMost = (aim: string, most: number, measured: number, unit = ' times') => {
		if (Number.isNaN(measured)) return;
		aims.push([
			aim,
			measured.toFixed(measured < 100 ? 2 : 0) + unit,
			measured <= most ? 'yes' : 'NO',
		]);
	};
	const of = (way: Way, recipients: number, latency = LATENCY) =>
		results.find(
			(one) =>
				one.way === way &&
				one.recipients === recipients &&
				one.latency === latency &&
				!one.isProfiled,
		);
	const seconds = (...which: Parameters<typeof of>): number => of(...which)?.seconds ?? NaN;
	const many = 1_000_000;

	atMost(
		'Bulk Send of 10,000: at most 0.1 times as long as the HTTP Request node',
		0.1,
		seconds('bulkSend', 10_000) / seconds('httpRequest', 10_000),
	);
	atMost(
		`Send of 1,000: as fast as the HTTP Request node, with ${SEND_CONCURRENCY} connections at once`,
		1,
		seconds('send', 1000) / seconds('httpRequest', 1000),
	);
	atMost(
		'10,000 personal texts: at most 0.75 times as long as the HTTP Request node',
		0.75,
		seconds('sendPersonal', 10_000) / seconds('httpRequestPersonal', 10_000),
	);
	atMost(
		'Bulk Send of 10,000 with keys: at most 1.25 times as long',
		1.25,
		seconds('bulkSendKeyed', 10_000, KEYED_LATENCY) / seconds('bulkSend', 10_000, KEYED_LATENCY),
	);
	atMost(
		'One SMS with a key: at most 20 ms longer',
		20,
		1000 * (seconds('bulkSendKeyed', 1, KEYED_LATENCY) - seconds('bulkSend', 1, KEYED_LATENCY)),
		' ms',
	);
	atMost(
		'Bulk Send of 100,000: at most twice as long as the service takes',
		2,
		seconds('bulkSend', 100_000) / waiting(100_000),
	);
	atMost(
		'A recipient of 1,000,000: at most 1.3 times as long as one of 10,000',
		1.3,
		seconds('bulkSendSummary', many) / 100 / seconds('bulkSend', 10_000),
	);
	atMost(
		'Memory for 1,000,000, with that of n8n: at most 2,000 MB',
		2000,
		(of('bulkSendSummary', many)?.memory ?? NaN) / 1e6,
		' MB',
	);
	atMost(
		'2,000 requests at once: at most 1.2 times as long as with 40',
		1.2,
		seconds('sendWide', 10_000) / seconds('send', 10_000),
	);
	atMost('Preview of 100,000: at most 3 s', 3, seconds('preview', 100_000), ' s');
	atMost('Tarball: at most 300 kB', 300, tarball / 1000, ' kB');
	return aims;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const resultRow = (result: Result): string[] => [
	WAYS[result.way].name + (result.latency === LATENCY ? '' : ` (${result.latency} ms)`),
	whole(result.recipients),
	result.seconds.toFixed(2),
	whole(result.requests),
	whole(result.connections),
	whole(result.memory / 1e6),
];

/** A row per way: milliseconds of processor time that one more request takes. */
function processorTimes(results: readonly Result[]): string[][] {
	const ways = [...new Set(results.filter((one) => one.isProfiled).map(({ way }) => way))];
	return ways.flatMap((way) => {
		const [few, many] = results.filter((one) => one.way === way && one.isProfiled);
		if (few?.processorTime === undefined || many?.processorTime === undefined) return [];
		const perRequest = (of: 'own' | 'others'): string => {
			const more = many.processorTime![of] - few.processorTime![of];
			return (Math.max(0, more) / (many.requests - few.requests)).toFixed(2);
		};
		return [[WAYS[way].name, perRequest('own'), perRequest('others')]];
	});
}

const COLOURS: Array<[Way, string]> = [
	['httpRequest', '#d68910'],
	['send', '#7d3c98'],
	['bulkSend', '#1e8449'],
	['bulkSendSummary', '#58d68d'],
];

const plot = (results: readonly Result[]): string =>
	plotCurves(`Seconds to send to so many recipients (the service responds in ${LATENCY} ms)`, [
		...COLOURS.map(([way, colour]) => ({
			name: WAYS[way].name,
			colour,
			points: results.filter(
				(one) => one.way === way && one.latency === LATENCY && !one.isProfiled,
			),
		})),
		{
			name: 'what the service takes for a Bulk Send',
			colour: '#5d6d7e',
			points: [1000, 1_000_000].map((recipients) => ({ recipients, seconds: waiting(recipients) })),
		},
	]);

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { only: '', 'write-docs': false });
	await buildPackage(print);
	const chosen = MEASUREMENTS.filter(({ way }) => WAYS[way].name.includes(flags.only));
	if (chosen.length === 0) throw new Problem(`No way's name contains ${flags.only}`);
	const results = await measure(chosen, print);
	const [cpu] = cpus();
	const today = new Date().toISOString().slice(0, 10);
	const header = ['way', 'recipients', 'seconds', 'requests', 'connections', 'memory (MB)'];
	const block = [
		`Measured ${today} in a real n8n ${HOST_VERSIONS[0]} on ${cpus().length} cores (${cpu?.model.trim()}), with a service that responds in ${LATENCY} ms.`,
		await markdownTable(
			['aim', 'measured', 'met'],
			aimsOf(results, statSync(await packPackage()).size),
		),
		// The plot has the short lists.
		await markdownTable(
			header,
			results.filter(({ recipients }) => recipients >= 10_000).map(resultRow),
		),
		await markdownTable(
			['processor time of a request (ms)', 'this package', 'n8n, Node.js and the system'],
			processorTimes(results),
		),
	].join('\n\n');
	print(`\n${block}`);
	if (flags['write-docs']) writeResults('dev/benchmarks', block, 'bench', plot(results));
}

runMain(main);
