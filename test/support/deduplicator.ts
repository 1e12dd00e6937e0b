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

const assertEntries = ({ mode }: ICheckProcessedOptions) => {
	if (mode !== 'entries') throw new UserError(`Only mode "entries" is kept here, not "${mode}"`);
};

/**
 * n8n's table of processed data, in memory, for mode "entries". It keeps n8n 2.41.1's behaviour to
 * the letter: hashes in the order of arrival, the oldest go when there are more than `maxEntries`
 * (counted over everything the node keeps, not per call), and a value that occurs twice in one call
 * is new twice. Above all, a call reads and then writes, with a pause between: of two at the same
 * time the second overwrites what the first recorded, and two first ever collide.
 */
export class MemoryDeduplicator implements IDataDeduplicator {
	private rows = new Map<string, string[]>();

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
		assertEntries(options);
		const key = keyOf(scope, context);
		const { row, isFirst } = await this.read(key);
		const known = new Set(row);
		const isKnown = (item: DeduplicationItemTypes) => known.has(hash(item));
		const result = {
			new: items.filter((item) => !isKnown(item)),
			processed: items.filter((item) => isKnown(item)),
		};
		row.push(...result.new.map(hash));
		if (options.maxEntries) row.splice(0, row.length - options.maxEntries);
		if (isFirst && this.rows.has(key)) throw new Error('UNIQUE constraint failed: processed_data');
		this.rows.set(key, row);
		return result;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	) {
		this.note('remove', items);
		assertEntries(options);
		const key = keyOf(scope, context);
		const { row, isFirst } = await this.read(key);
		for (const item of items) {
			const index = row.indexOf(hash(item));
			if (index !== -1) row.splice(index, 1);
		}
		if (!isFirst) this.rows.set(key, row);
	}

	async clearAllProcessedItems(scope: DeduplicationScope, context: ICheckProcessedContextData) {
		this.note('clear', []);
		this.rows.delete(keyOf(scope, context));
	}

	async getProcessedDataCount(scope: DeduplicationScope, context: ICheckProcessedContextData) {
		return this.rows.get(keyOf(scope, context))?.length ?? 0;
	}

	/** Whether any node of any workflow has this value on record. */
	has(value: DeduplicationItemTypes): boolean {
		return [...this.rows.values()].some((row) => row.includes(hash(value)));
	}

	/** How many values are on record, over all nodes. */
	get size(): number {
		return [...this.rows.values()].reduce((sum, row) => sum + row.length, 0);
	}

	/** What the database holds now; `restore` it to go on from a crash at this very moment. */
	snapshot(): Array<[string, string[]]> {
		return structuredClone([...this.rows]);
	}

	restore(snapshot: Array<[string, string[]]>): void {
		this.rows = new Map(structuredClone(snapshot));
	}

	reset(): void {
		this.rows.clear();
		this.calls.length = 0;
		this.failure = undefined;
	}

	/** A copy, one turn of the event loop old, as an answer of a database is. */
	private async read(key: string) {
		const row = this.rows.get(key);
		await new Promise((resolve) => setImmediate(resolve));
		return { row: [...(row ?? [])], isFirst: row === undefined };
	}

	private note(method: 'record' | 'remove' | 'clear', items: DeduplicationItemTypes[]) {
		this.calls.push({ method, values: items.map(String) });
		if (this.failure) throw this.failure;
	}
}
