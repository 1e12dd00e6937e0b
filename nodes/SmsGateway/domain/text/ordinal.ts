/** An index as people count: 0 is "1st". */
export function ordinal(index: number): string {
	const number = index + 1;
	const isTeen = Math.floor(number / 10) % 10 === 1;
	const ending = (!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th';
	return `${number}${ending}`;
}
