import type { LoadTime } from './load-time';
import type { Result } from './measure';
import type { ReadingTime } from './reading-time';
import type { RealResult } from './real-n8n';
import { SEND_CONCURRENCY, type Way } from './subject';

export interface Report {
	/** ISO 8601. */
	at: string;
	machine: string;
	/** Milliseconds that the service waits before each response. */
	latency: number;
	results: Result[];
	real: RealResult[];
	loadTime: LoadTime;
	/** How many times the processor time of few requests in flight it takes to have many. */
	pool: number;
	readingTime: ReadingTime;
	/** Bytes of the packed package. */
	tarball: number;
}

export const NAMES: Record<Way, string> = {
	bulkSend: 'Bulk Send',
	bulkSendSummary: 'Bulk Send, output: summary',
	send: `Send, concurrency ${SEND_CONCURRENCY}`,
	httpRequest: 'HTTP Request node',
	itemByItem: 'node that sends item by item',
	bareScript: 'bare script, same batches',
	engineOnly: 'engine alone, reading one expression',
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const recipientsOf = ({ items, recipientsPerItem }: Result): number =>
	items * recipientsPerItem;

export const RESULT_HEADER = [
	'way',
	'items',
	'recipients',
	'seconds',
	'CPU s',
	'µs per recipient',
	'requests',
	'sockets',
	'peak MB',
	'saved MB',
];

export function resultRows(results: readonly Result[]): string[][] {
	return results.map((result) => {
		const recipients = recipientsOf(result);
		const first = [NAMES[result.way], whole(result.items), whole(recipients)];
		if (result.error !== undefined) return [...first, `fails: ${result.error}`];
		return [
			...first,
			result.seconds.toFixed(result.seconds < 10 ? 2 : 1),
			result.cpuSeconds.toFixed(2),
			whole((result.seconds / recipients) * 1e6),
			whole(result.requests),
			whole(result.mostSockets),
			megabytes(result.peakMemory),
			result.executionData === 0 ? '-' : megabytes(result.executionData),
		];
	});
}

export const REAL_HEADER = ['way', 'items', 'seconds'];

export const realRows = (real: readonly RealResult[]): string[][] =>
	real.map(({ way, items, seconds }) => [NAMES[way], whole(items), seconds.toFixed(2)]);
