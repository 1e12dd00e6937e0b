/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../host';
import { aimsOf } from './aims';
import { plot } from './plot';
import { REAL_HEADER, RESULT_HEADER, realRows, type Report, resultRows } from './report';

const DOCUMENT = join(PROJECT, 'docs', 'benchmarks.md');
const IMAGES = join(PROJECT, 'docs', 'images');
const BLOCK = /(<!-- results: begin -->)[\s\S]*(<!-- results: end -->)/;

function markdownTable(header: string[], rows: string[][], leftColumns = 1): string {
	const line = (cells: string[]) =>
		`| ${header.map((_, index) => cells[index] ?? '').join(' | ')} |`;
	const rule = header.map((_, index) => (index < leftColumns ? '---' : '---:'));
	return [line(header), line(rule), ...rows.map(line)].join('\n');
}

function block(report: Report): string {
	const { at, machine, latency, loadTime, tarball, results, real } = report;
	const aims = aimsOf(report).map(({ aim, measured, met }) => [aim, measured, met ? 'yes' : 'no']);
	return [
		`Measured ${at.slice(0, 10)} on ${machine}, with a service that responds in ${latency} ms.`,
		markdownTable(['aim', 'measured', 'met'], aims),
		'### Under the engine of n8n 2.41.1',
		markdownTable(RESULT_HEADER, resultRows(results)),
		...(real.length === 0
			? []
			: ['### In a real n8n 2.41.1', markdownTable(REAL_HEADER, realRows(real))]),
		`Loading the node at the start of n8n: ${loadTime.smsGateway.toFixed(1)} ms; n8n's Twilio node: ${loadTime.twilio.toFixed(1)} ms. Packed package: ${Math.round(tarball / 1000)} kB.`,
	].join('\n\n');
}

/** Puts the results between the marks of docs/benchmarks.md, and the plot beside it. */
export async function writeDocs(report: Report): Promise<void> {
	mkdirSync(IMAGES, { recursive: true });
	writeFileSync(join(IMAGES, 'bench.svg'), plot(report.results, report.latency));
	const text = readFileSync(DOCUMENT, 'utf8').replace(BLOCK, `$1\n\n${block(report)}\n\n$2`);
	const config = await resolveConfig(DOCUMENT);
	writeFileSync(DOCUMENT, await format(text, { ...config, parser: 'markdown' }));
}
