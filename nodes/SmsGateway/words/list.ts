/** "1 number", "2 numbers" */
export const counted = (count: number, one: string): string =>
	`${count} ${count === 1 ? one : `${one}s`}`;

/** "A, B and 3 more" */
export function listInWords(names: readonly string[], max: number): string {
	const listed = names.slice(0, max).join(', ');
	return names.length > max ? `${listed} and ${names.length - max} more` : listed;
}
