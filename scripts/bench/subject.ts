/** The ways to send that are compared, each measured in a process of its own. */
export type Way =
	/** This package: Bulk Send. */
	| 'bulkSend'
	/** Bulk Send with a summary instead of an item per recipient. */
	| 'bulkSendSummary'
	/** This package: Send, 40 requests in flight at once. */
	| 'send'
	/** n8n's HTTP Request node, one request per item. */
	| 'httpRequest'
	/** A node that sends item by item, as SMS nodes do. */
	| 'itemByItem'
	/** No node at all: a script that posts the same batches over kept connections. */
	| 'bareScript'
	/** Nothing sent: the engine reads one expression per item and hands the items on. */
	| 'engineOnly';

export interface Subject {
	way: Way;
	items: number;
	/** In each item. */
	recipientsPerItem: number;
}

export interface Setup extends Subject {
	baseUrl: string;
	/** Folder of the n8n whose engine and nodes are used. */
	hostFolder: string;
	/** Folder of the built package under test. */
	packageFolder: string;
}

export interface Measured {
	seconds: number;
	/** Seconds of processor time, of all threads. */
	cpuSeconds: number;
	/** Bytes over those of the process before the run, with the items in it. */
	peakMemory: number;
	/** Bytes that n8n would save of the execution; 0 without n8n. */
	executionData: number;
	/** Why it did not get to its end. */
	error?: string;
}

export const BATCH_SIZE = 100;
export const BULK_CONCURRENCY = 5;
export const SEND_CONCURRENCY = 40;
export const SENDER = 'BENCH';
export const MESSAGE = 'The shop is open this Saturday from 9 to 17. See you there!';

/** A million numbers of one block; they reach the local service only. */
export const numberOf = (index: number): string => `2290197${String(index).padStart(6, '0')}`;

export function itemsOf({ items, recipientsPerItem }: Subject): Array<{ phone: string }> {
	return Array.from({ length: items }, (_, item) => ({
		phone: Array.from({ length: recipientsPerItem }, (_, index) =>
			numberOf(item * recipientsPerItem + index),
		).join('|'),
	}));
}
