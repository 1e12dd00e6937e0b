/** An instant as it reads in a sentence: "2026-11-23 02:00 UTC". */
export const utc = (instant: number | Date): string =>
	`${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
