import type { Subject, Way } from './subject';

export interface Measurement extends Subject {
	/** Run so many times; the median counts. */
	repeat: number;
}

const WAYS = ['bulkSend', 'bulkSendSummary', 'send', 'httpRequest', 'bareScript'] as const;

const each = (ways: readonly Way[], items: number, repeat = 1): Measurement[] =>
	ways.map((way) => ({ way, items, recipientsPerItem: 1, repeat }));

const million = (ways: readonly Way[]): Measurement[] =>
	ways.map((way) => ({ way, items: 1000, recipientsPerItem: 1000, repeat: 1 }));

/** A minute, for a look or for a CI job. */
const QUICK: Measurement[] = [
	...each(WAYS, 100, 3),
	...each(['itemByItem'], 100),
	...each([...WAYS, 'engineOnly'], 1000, 3),
];

/**
 * About 17 minutes; 10,000 sent item by item take 4 of them. The HTTP Request node is left out at
 * 100,000: it opens them all at once, which is more than the ports of one machine.
 */
const FULL: Measurement[] = [
	...each([...WAYS, 'itemByItem'], 100, 3),
	...each([...WAYS, 'engineOnly'], 1000, 5),
	...each(['itemByItem'], 1000),
	...each(WAYS, 10_000, 3),
	...each(['engineOnly', 'itemByItem'], 10_000),
	...each(['bulkSend', 'bulkSendSummary', 'bareScript'], 100_000, 3),
	...each(['send', 'engineOnly'], 100_000),
	...million(['bulkSend', 'bulkSendSummary', 'bareScript']),
];

export const matrixOf = (quick: boolean): Measurement[] => (quick ? QUICK : FULL);
