/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { createHash } from 'node:crypto';
import { UserError } from 'n8n-workflow';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

const hash = (value: DeduplicationItemTypes) =>
	createHash('md5').update(value.toString()).digest('base64');

const keyOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) => {
	if (scope === 'node' && !node) throw new UserError("Scope 'node' needs a node");
	return scope === 'node' ? `${workflow.id}/n:${node!.id}` : `${workflow.id}/`;
};

const knownHashes = (row: readonly string[]) => {
	const known = new Set(row);
	return (item: DeduplicationItemTypes) => known.has(hash(item));
};

/** Hashes in mode "entries", else the greatest number. */
type Row = string[] | number;

const assertMode = (row: Row | undefined, { mode }: ICheckProcessedOptions) => {
	if (row !== undefined && Array.isArray(row) !== (mode === 'entries')) {
		throw new UserError('Deduplication data was originally saved with an incompatible setting');
	}
};

/**
 * n8n's table of processed data, in memory, for the modes "entries" and "latestIncrementalKey". It keeps n8n 2.41.1's
 * behaviour to the letter: hashes in the order of arrival, the oldest go when there are more than `maxEntries`
 * (counted over everything the node keeps, not per call), and a value that occurs twice in one call is new twice.
 * Above all, a call reads and then writes, with a pause between: of two at the same time the second overwrites what
 * the first recorded, two first ever collide, and an update of a row that is gone changes nothing.
 */
export class MemoryDeduplicator implements IDataDeduplicator {
	private rows = new Map<string, Row>();

	/**
	 * @param pause how long a database takes to answer; a turn of the event loop, unless told
	 * @param work how long n8n takes between reading a row and writing it
	 */
	constructor(
		private readonly pause: () => Promise<void> = async () =>
			await new Promise((resolve) => setImmediate(resolve)),
		private readonly work: (work: {
			method: 'record' | 'remove';
			values: number;
			rowLength: number;
		}) => Promise<void> = async () => {},
	) {}

	/** Every call in order, for tests about when something was recorded. */
	readonly calls: Array<{ method: 'record' | 'remove' | 'clear'; values: string[] }> = [];

	/** Set to make the next calls fail, as a lost database does. */
	failure: Error | undefined;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	) {
		this.note('record', items);
		const key = keyOf(scope, context);
		const row = await this.read(key);
		assertMode(row, options);
		const rowLength = Array.isArray(row) ? row.length : 1;
		await this.work({ method: 'record', values: items.length, rowLength });
		const isKnown =
			options.mode === 'entries'
				? knownHashes((row as string[] | undefined) ?? [])
				: (item: DeduplicationItemTypes) => row !== undefined && Number(item) <= Number(row);
		const result = {
			new: items.filter((item) => !isKnown(item)),
			processed: items.filter((item) => isKnown(item)),
		};
		if (options.mode === 'entries') {
			const hashes = [...((row as string[] | undefined) ?? []), ...result.new.map(hash)];
			if (options.maxEntries) hashes.splice(0, hashes.length - options.maxEntries);
			await this.write(key, row, hashes);
		} else {
			await this.write(key, row, Math.max(Number(row ?? -Infinity), ...items.map(Number)));
		}
		return result;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	) {
		this.note('remove', items);
		const key = keyOf(scope, context);
		const row = await this.read(key);
		if (!Array.isArray(row)) return;
		await this.work({ method: 'remove', values: items.length, rowLength: row.length });
		// Each takes away the first that is left of its hash. (n8n searches the whole row for each.)
		const leaving = new Map<string, number>();
		for (const item of items) leaving.set(hash(item), (leaving.get(hash(item)) ?? 0) + 1);
		const hashes = row.filter((one) => {
			const count = leaving.get(one) ?? 0;
			if (count > 0) leaving.set(one, count - 1);
			return count === 0;
		});
		await this.write(key, row, hashes);
	}

	async clearAllProcessedItems(scope: DeduplicationScope, context: ICheckProcessedContextData) {
		this.note('clear', []);
		await this.pause();
		this.rows.delete(keyOf(scope, context));
		await this.pause();
	}

	async getProcessedDataCount(scope: DeduplicationScope, context: ICheckProcessedContextData) {
		const row = this.rows.get(keyOf(scope, context));
		return Array.isArray(row) ? row.length : 0;
	}

	get size(): number {
		return [...this.rows.values()].flat().length;
	}

	snapshot(): Array<[string, Row]> {
		return structuredClone([...this.rows]);
	}

	reset(): void {
		this.rows.clear();
		this.calls.length = 0;
		this.failure = undefined;
	}

	/** A copy, as old as the answer of a database takes to arrive. */
	private async read(key: string): Promise<Row | undefined> {
		await this.pause();
		const row = structuredClone(this.rows.get(key));
		await this.pause();
		return row;
	}

	/** An insert where no row was read, else an update. */
	private async write(key: string, read: Row | undefined, row: Row): Promise<void> {
		await this.pause();
		const exists = this.rows.has(key);
		if (read === undefined && exists) throw new Error('UNIQUE constraint failed: processed_data');
		if (read === undefined || exists) this.rows.set(key, row);
		await this.pause();
	}

	private note(method: 'record' | 'remove' | 'clear', items: DeduplicationItemTypes[]) {
		this.calls.push({ method, values: items.map(String) });
		if (this.failure) throw this.failure;
	}
}
