/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { Problem } from './host';

/** Runs a program's main function; a `Problem` becomes one sentence and exit code 1, without a stack. */
export function runMain(main: () => Promise<void>): void {
	main().catch((error: unknown) => {
		const { code, message, stack } = error as NodeJS.ErrnoException;
		const plain = error instanceof Problem || code?.startsWith('ERR_PARSE_ARGS');
		process.stderr.write(`\n${plain ? message : (stack ?? error)}\n`);
		process.exit(1);
	});
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** Reads a whole number from a flag's text. */
export function readNumber(flag: string, text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
	throw new Problem(`${flag} must be a whole number from 0 up, not "${text}".`);
}

/** Columns as wide as their longest cell. */
export function table(header: string[], rows: string[][]): string[] {
	const widths = header.map((title, column) =>
		Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		cells
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('   ')
			.trimEnd();
	return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(line);
}
