/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../host';
import { plotCurves } from '../plots';
import type { ReadingTime } from './inner';
import type { Result } from './processes';
import type { RealResult } from './real-n8n';
import { NAMES, SEND_CONCURRENCY, type Way } from './ways';

export interface Report {
	/** ISO 8601. */
	at: string;
	machine: string;
	/** Milliseconds that the service waits before each response. */
	latency: number;
	results: Result[];
	real: RealResult[];
	/** How many times the processor time of few requests in flight it takes to have many. */
	pool: number;
	readingTime: ReadingTime;
	/** Bytes of the packed package. */
	tarball: number;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const recipientsOf = ({ items, recipientsPerItem }: Result): number =>
	items * recipientsPerItem;

const secondsOf = ({ seconds }: Result): string => seconds.toFixed(seconds < 10 ? 2 : 1);

export const RESULT_HEADER = [
	'way',
	'items',
	'recipients',
	'seconds',
	'CPU s',
	'µs per recipient',
	'requests',
	'sockets',
	'peak MB',
	'saved MB',
];

export function resultRows(results: readonly Result[]): string[][] {
	return results.map((result) => {
		const recipients = recipientsOf(result);
		const first = [NAMES[result.way], whole(result.items), whole(recipients)];
		if (result.error !== undefined) return [...first, `fails: ${result.error}`];
		return [
			...first,
			secondsOf(result),
			result.cpuSeconds.toFixed(2),
			whole((result.seconds / recipients) * 1e6),
			whole(result.requests),
			whole(result.mostSockets),
			megabytes(result.peakMemory),
			result.executionData === 0 ? '-' : megabytes(result.executionData),
		];
	});
}

export const REAL_HEADER = ['way', 'items', 'seconds'];

export const realRows = (real: readonly RealResult[]): string[][] =>
	real.map(({ way, items, seconds }) => [NAMES[way], whole(items), seconds.toFixed(2)]);

export interface Aim {
	aim: string;
	measured: string;
	met: boolean;
}

const LARGEST_TARBALL = 300_000;

/** Holds a report against what was aimed at; what was not measured is left out. */
export function aimsOf({ results, real, pool, readingTime, tarball }: Report): Aim[] {
	const find = (way: Way, recipients: number): Result | undefined =>
		results.find(
			(result) =>
				result.way === way && recipientsOf(result) === recipients && result.error === undefined,
		);
	const aims: Aim[] = [];
	const atLeast = (aim: string, least: number, ratio: number, unit = ' times') =>
		aims.push({ aim, measured: `${ratio.toFixed(1)}${unit}`, met: ratio >= least });
	const atMost = (aim: string, most: number, ratio: number, unit = ' times') =>
		aims.push({ aim, measured: `${ratio.toFixed(2)}${unit}`, met: ratio <= most });
	const compare = (
		one: Result | undefined,
		other: Result | undefined,
		add: (ratio: number) => void,
	) => one && other && add(one.seconds / other.seconds);

	compare(find('httpRequest', 10_000), find('bulkSend', 10_000), (ratio) =>
		atLeast('Bulk Send of 10,000: at least 10 times faster than the HTTP Request node', 10, ratio),
	);
	compare(find('itemByItem', 10_000), find('bulkSend', 10_000), (ratio) =>
		atLeast('Bulk Send of 10,000: at least 100 times faster than item by item', 100, ratio),
	);
	compare(find('bulkSend', 100_000), find('bareScript', 100_000), (ratio) =>
		atMost('Bulk Send of 100,000: at most 1.5 times the bare script', 1.5, ratio),
	);
	compare(find('send', 1000), find('httpRequest', 1000), (ratio) =>
		atMost(
			`Send of 1,000: as fast as the HTTP Request node, with ${SEND_CONCURRENCY} connections at once`,
			1,
			ratio,
		),
	);
	const [small, large] = [find('bulkSendSummary', 1000), find('bulkSendSummary', 1_000_000)];
	if (small && large) {
		atMost(
			'Time per recipient from 1,000 to 1,000,000: at most 1.3 times',
			1.3,
			large.seconds / 1e6 / (small.seconds / 1e3),
		);
		const middle = find('bulkSendSummary', 100_000);
		if (middle) {
			atMost(
				'Memory per recipient from 100,000 to 1,000,000: no more',
				1,
				large.peakMemory / 1e6 / (middle.peakMemory / 1e5),
			);
		}
	}
	const inReal = (way: Way, items: number) =>
		real.find((one) => one.way === way && one.items === items)?.seconds;
	const [http, bulk] = [inReal('httpRequest', 10_000), inReal('bulkSend', 10_000)];
	if (http !== undefined && bulk !== undefined) {
		atLeast('Bulk Send of 10,000 in a real n8n: at least 10 times faster', 10, http / bulk);
	}
	const [personalHttp, personal] = [
		inReal('httpRequestPersonal', 10_000),
		inReal('sendPersonal', 10_000),
	];
	if (personalHttp !== undefined && personal !== undefined) {
		atMost(
			'10,000 personal texts in a real n8n: at most 0.75 times the HTTP Request node',
			0.75,
			personal / personalHttp,
		);
	}
	const [single, send] = [inReal('httpRequest', 1000), inReal('send', 1000)];
	if (single !== undefined && send !== undefined) {
		atMost('Send of 1,000 in a real n8n: as fast', 1, send / single);
	}
	atMost('Concurrency of 2,000: at most 2 times the processor time of 20', 2, pool);
	atMost('Reading 100,000 usual numbers: under 0.5 s', 0.5, readingTime.usual, ' s');
	atMost('Reading 100,000 odd spellings: under 3 s', 3, readingTime.odd, ' s');
	atMost('Countries and clocks of 100,000 recipients: under 1 s', 1, readingTime.judging, ' s');
	atMost('Tarball: under 300 kB', LARGEST_TARBALL / 1000, tarball / 1000, ' kB');
	return aims;
}

const COLOURS: Array<[Way, string]> = [
	['itemByItem', '#c0392b'],
	['httpRequest', '#d68910'],
	['send', '#7d3c98'],
	['bulkSend', '#1e8449'],
	['bareScript', '#5d6d7e'],
];

const plot = ({ results, latency }: Report): string =>
	plotCurves(
		`Seconds to send to so many recipients (the service responds in ${latency} ms)`,
		COLOURS.map(([way, colour]) => ({
			name: NAMES[way],
			colour,
			points: results
				.filter((result) => result.way === way && result.error === undefined)
				.map((result) => ({ recipients: recipientsOf(result), seconds: result.seconds })),
		})),
	);

const DOCUMENT = join(PROJECT, 'docs', 'benchmarks.md');
const IMAGES = join(PROJECT, 'docs', 'images');
const BLOCK = /(<!-- results: begin -->)[\s\S]*(<!-- results: end -->)/;

function markdownTable(header: string[], rows: string[][], leftColumns = 1): string {
	const line = (cells: string[]) =>
		`| ${header.map((_, index) => cells[index] ?? '').join(' | ')} |`;
	const rule = header.map((_, index) => (index < leftColumns ? '---' : '---:'));
	return [line(header), line(rule), ...rows.map(line)].join('\n');
}

/** How many seconds each way takes for how many recipients. */
function secondsTable(results: readonly Result[]): string {
	const sizes = [...new Set(results.map(recipientsOf))].sort((one, other) => one - other);
	const ways = [...new Set(results.map(({ way }) => way))];
	const cell = (way: Way, size: number): string => {
		const result = results.find((one) => one.way === way && recipientsOf(one) === size);
		if (result === undefined) return '';
		return result.error === undefined ? secondsOf(result) : 'fails';
	};
	const rows = ways.map((way) => [NAMES[way], ...sizes.map((size) => cell(way, size))]);
	return markdownTable(['seconds for', ...sizes.map(whole)], rows);
}

/** What it takes besides time, for a usual list and for the longest. */
function costTable(results: readonly Result[]): string {
	const shown = results.filter((result) => [10_000, 1_000_000].includes(recipientsOf(result)));
	const isShown = (column: string) => !['items', 'seconds', 'µs per recipient'].includes(column);
	const columns = RESULT_HEADER.map((_, index) => index).filter((index) =>
		isShown(RESULT_HEADER[index]!),
	);
	const rows = resultRows(shown).map((row) => columns.map((column) => row[column] ?? ''));
	return markdownTable(
		columns.map((column) => RESULT_HEADER[column]!),
		rows,
	);
}

function block(report: Report): string {
	const { at, machine, latency, results, real } = report;
	const aims = aimsOf(report).map(({ aim, measured, met }) => [aim, measured, met ? 'yes' : 'no']);
	return [
		`Measured ${at.slice(0, 10)} on ${machine}, with a service that responds in ${latency} ms.`,
		markdownTable(['aim', 'measured', 'met'], aims),
		'### Under the engine of n8n 2.41.1',
		secondsTable(results),
		costTable(results),
		...(real.length === 0
			? []
			: ['### In a real n8n 2.41.1', markdownTable(REAL_HEADER, realRows(real))]),
	].join('\n\n');
}

/** Puts the results between the marks of docs/benchmarks.md, and the plot beside it. */
export async function writeDocs(report: Report): Promise<void> {
	mkdirSync(IMAGES, { recursive: true });
	writeFileSync(join(IMAGES, 'bench.svg'), plot(report));
	const text = readFileSync(DOCUMENT, 'utf8').replace(BLOCK, `$1\n\n${block(report)}\n\n$2`);
	const config = await resolveConfig(DOCUMENT);
	writeFileSync(DOCUMENT, await format(text, { ...config, parser: 'markdown' }));
}
