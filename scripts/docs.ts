/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './host';

/** In Markdown, padded so that it can also be read in a terminal. */
export async function markdownTable(header: string[], rows: string[][]): Promise<string> {
	const rule = header.map((_, index) => (index === 0 ? '---' : '---:'));
	const lines = [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	const { format } = await import('prettier');
	return (await format(lines.join('\n'), { parser: 'markdown' })).trim();
}

/** Puts results between the marks of docs/<page>.md, and the plot into docs/images/<plot>.svg. */
export function writeResults(page: string, results: string, plot: string, svg: string): void {
	const file = join(PROJECT, 'docs', `${page}.md`);
	const text = readFileSync(file, 'utf8').replace(
		/(<!-- results: begin -->)[\s\S]*(<!-- results: end -->)/,
		(_, begin: string, end: string) => `${begin}\n\n${results}\n\n${end}`,
	);
	writeFileSync(file, text);
	writeFileSync(join(PROJECT, 'docs', 'images', `${plot}.svg`), svg);
}
