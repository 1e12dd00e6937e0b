import type { IExecuteFunctions } from 'n8n-workflow';
import type { KeysInFlight, MarkStore } from './deduplication';

/** Marks kept per node; the oldest go first. A sent SMS takes one, one under way two. */
const MARKS_KEPT = 50_000;

const OPTIONS = { mode: 'entries', maxEntries: MARKS_KEPT } as const;

// n8n reads, changes and writes its row without a lock, so two calls at once would lose marks.
const queues = new Map<string, Promise<unknown>>();

function inTurn<T>(key: string, call: () => Promise<T>): Promise<T> {
	const result = (queues.get(key) ?? Promise.resolve()).then(call, call);
	const settled = result.then(
		() => undefined,
		() => undefined,
	);
	queues.set(key, settled);
	void settled.then(() => {
		if (queues.get(key) === settled) queues.delete(key);
	});
	return result;
}

const nodeKey = (ctx: IExecuteFunctions): string => `${ctx.getWorkflow().id} ${ctx.getNode().id}`;

const inFlight = new Map<string, KeysInFlight>();

/** What all executions of the node in this process share. */
export function keysInFlight(ctx: IExecuteFunctions): KeysInFlight {
	const key = nodeKey(ctx);
	const known = inFlight.get(key) ?? new Map<string, Promise<void>>();
	inFlight.set(key, known);
	return known;
}

/** n8n's own database as the place for marks, per workflow and node. */
export function markStore(ctx: IExecuteFunctions): MarkStore {
	const { helpers } = ctx;
	const workflow = ctx.getWorkflow();
	const key = nodeKey(ctx);
	const leaving: string[] = [];

	return {
		record: (marks) =>
			inTurn(key, async () => {
				if (!workflow.id) throw new Error('save the workflow first.');
				if (typeof helpers.checkProcessedAndRecord !== 'function') {
					throw new Error('this version of n8n cannot remember keys. Update n8n.');
				}
				const { processed } = await helpers.checkProcessedAndRecord(marks, 'node', OPTIONS);
				return new Set(processed.map(String));
			}),
		// Each write is of the whole row, so what waits for its turn goes together.
		remove: (marks) => {
			leaving.push(...marks);
			return inTurn(key, async () => {
				const all = leaving.splice(0);
				if (all.length > 0) await helpers.removeProcessed(all, 'node', OPTIONS);
			});
		},
	};
}
