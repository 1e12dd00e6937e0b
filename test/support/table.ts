/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rows of a text: a line has columns with | between them, the last with · between cells of which
 * each makes a row, in front of the other columns.
 */
export const rowsOf = (table: string): Array<[cell: string, first: string, second: string]> =>
	table
		.trim()
		.split('\n')
		.flatMap((line) => {
			const columns = line.trim().split(' | ');
			const cells = columns.pop()!.split(' · ');
			return cells.map((cell): [string, string, string] => [cell, columns[0]!, columns[1] ?? '']);
		});

/** The rows of a file, in which characters that nobody sees are written as in JavaScript. */
export const rowsIn = (...path: string[]): ReturnType<typeof rowsOf> =>
	rowsOf(
		readFileSync(join(...path), 'utf8').replace(
			/\\(?:u[\da-f]{4}|[rt])/g,
			(escaped) => JSON.parse(`"${escaped}"`) as string,
		),
	);
