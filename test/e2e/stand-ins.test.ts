/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { ensureHost } from '../../host';
import { MemoryDeduplicator } from '../engine-kit/deduplicator';

// The unit tests are worth as much as what stands in for n8n there: here n8n itself is asked.

type Call = ['checkProcessedAndRecord' | 'removeProcessed', ...unknown[]] | [string, ...unknown[]];

const values = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 1, 2), { maxLength: 6 });
const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 });
const scope = fc.constantFrom('node', 'workflow');
const place = fc.record({
	workflow: fc.record({ id: fc.constantFrom('w1', 'w2'), active: fc.constant(true) }),
	node: fc.record({ id: fc.constantFrom('n1', 'n2') }),
});
const entries = fc.oneof(
	fc.constant({ mode: 'entries' }),
	fc.integer({ min: 1, max: 4 }).map((maxEntries) => ({ mode: 'entries', maxEntries })),
);
const latest = fc.constant({ mode: 'latestIncrementalKey' });
const call = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.tuple(fc.constant('checkProcessedAndRecord'), values, scope, place, entries),
	},
	fc.tuple(fc.constant('checkProcessedAndRecord'), numbers, scope, place, latest),
	fc.tuple(fc.constant('removeProcessed'), values, scope, place, entries),
	fc.tuple(fc.constant('clearAllProcessedItems'), scope, place, entries),
	fc.tuple(fc.constant('getProcessedDataCount'), scope, place, entries),
);
const sequences = fc.sample(fc.array(call, { minLength: 1, maxLength: 15 }), {
	numRuns: 2_000,
	seed: 7,
}) as Call[][];

async function inMemory(calls: readonly Call[]): Promise<unknown[]> {
	const deduplicator = new MemoryDeduplicator(async () => {}) as unknown as Record<
		string,
		(...given: unknown[]) => Promise<unknown>
	>;
	const results: unknown[] = [];
	for (const [method, ...given] of calls) {
		try {
			results.push((await deduplicator[method]!(...given)) ?? null);
		} catch {
			results.push('throws');
		}
	}
	return results;
}

/** Which values are new, in any order: nobody relies on it. */
const unordered = (result: unknown): unknown =>
	JSON.parse(
		JSON.stringify(result, (_, value: unknown) =>
			Array.isArray(value) ? [...value].sort() : value,
		),
	);

it('the table of processed values is as in n8n', async () => {
	const { nodeBinary, folder } = await ensureHost();
	const script = join(__dirname, '../engine-kit/against-n8n.cjs');
	const output = execFileSync(nodeBinary, [script, join(folder, 'node_modules', 'n8n')], {
		input: JSON.stringify(sequences),
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	const results = JSON.parse(output) as unknown[][];

	expect(results).toHaveLength(sequences.length);
	for (const [index, calls] of sequences.entries()) {
		const ours = await inMemory(calls);
		expect([calls, ours.map(unordered)]).toStrictEqual([calls, results[index]!.map(unordered)]);
	}
});
