/** Of an odd number of measurements, the middle one. */
export const median = (numbers: readonly number[]): number =>
	[...numbers].sort((one, other) => one - other)[numbers.length >> 1]!;
