import type { Subject, Way } from './subject';

export interface Measurement extends Subject {
	/** Run so many times; the median counts. */
	repeat: number;
}

const perItem = (way: Way, items: number, repeat = 1): Measurement => ({
	way,
	items,
	recipientsPerItem: 1,
	repeat,
});

const million = (way: Way): Measurement => ({
	way,
	items: 1000,
	recipientsPerItem: 1000,
	repeat: 1,
});

/** A minute, for a look or for a CI job. */
const QUICK: Measurement[] = [100, 1000].flatMap((items) => [
	...(
		['bulkSend', 'bulkSendSummary', 'send', 'httpRequest', 'bareScript', 'engineOnly'] as const
	).map((way) => perItem(way, items, 3)),
	...(items === 100 ? [perItem('itemByItem', items)] : []),
]);

/** About 15 minutes; the item by item sending of 10,000 takes a third of them. */
const FULL: Measurement[] = [
	...([100, 1000, 10_000] as const).flatMap((items) =>
		(
			['bulkSend', 'bulkSendSummary', 'send', 'httpRequest', 'bareScript', 'engineOnly'] as const
		).map((way) => perItem(way, items, 3)),
	),
	...[100, 1000, 10_000].map((items) => perItem('itemByItem', items)),
	...(
		['bulkSend', 'bulkSendSummary', 'send', 'bareScript', 'engineOnly', 'httpRequest'] as const
	).map((way) => perItem(way, 100_000)),
	...(['bulkSend', 'bulkSendSummary', 'bareScript'] as const).map(million),
];

export const matrixOf = (quick: boolean): Measurement[] => (quick ? QUICK : FULL);
