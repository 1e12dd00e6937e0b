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
