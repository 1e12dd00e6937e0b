import { sleep, type IExecuteFunctions, type NodeConnectionType } from 'n8n-workflow';
import { systemClock } from '../clock';
import { storeError } from '../domain/outcome';
import { createKeys, type Keys } from './keys';
import type { MarkStore } from './leases';
import { createLock, withoutLock, type Lock, type LockRow } from './lock';

/** Marks that n8n keeps for a node; the oldest go first. An SMS with a key takes two, one in doubt three. */
export const MARKS_KEPT = 130_000;

const MARKS = { mode: 'entries', maxEntries: MARKS_KEPT } as const;

export type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems'
>;

/** SQLite gives up after a second in which others write. Three of them end within what a step may take. */
const TRIES = 3;

/** What was busy has changed nothing. */
const whenIdle =
	<A extends unknown[], T>(call: (...given: A) => Promise<T>, triesLeft = TRIES - 1) =>
	async (...given: A): Promise<T> =>
		await call(...given).catch(async (error: Error) => {
			const isBusy = error.message.includes('SQLITE_BUSY') && triesLeft > 0;
			return isBusy ? await whenIdle(call, triesLeft - 1)(...given) : await Promise.reject(error);
		});

const TRIED = 'tried';

/** n8n's row of processed data per workflow and node. */
export function markStore(helpers: Helpers): MarkStore {
	let isTried = false;
	async function record(marks: readonly string[]): Promise<ReadonlySet<string>> {
		const { processed } = await helpers.checkProcessedAndRecord([...marks], 'node', MARKS);
		return new Set(processed.map(String));
	}
	return {
		async record(marks) {
			// A store that does not know it the second time would let every key through.
			for (let tries = 0; !isTried && tries < 2; tries++) {
				isTried = (await record([TRIED])).has(TRIED);
			}
			return isTried ? await record(marks) : await Promise.reject(storeError('forgets'));
		},
		remove: async (marks) => await helpers.removeProcessed([...marks], 'node', MARKS),
	};
}

const NUMBER = { mode: 'latestIncrementalKey' } as const;

/** Of PostgreSQL, whose sentences are in the language of its server. */
const UNIQUE_VIOLATION = '23505';

/** n8n's row of processed data per workflow, which only a Remove Duplicates of that scope uses. */
export const lockRow = (helpers: Helpers): LockRow => ({
	raise: async (numbers) =>
		await helpers.checkProcessedAndRecord([...numbers], 'workflow', NUMBER).then(
			({ new: raised }) => new Set(raised.map(Number)),
			async (error: Error & { code?: unknown }) => {
				const { code, message } = error;
				// Another process was first to insert it.
				if (code === UNIQUE_VIOLATION || /unique/i.test(message)) return new Set<number>();
				return /incompatible/i.test(message) ? undefined : await Promise.reject(error);
			},
		),
	remove: async () => await helpers.clearAllProcessedItems('workflow', NUMBER),
});

/** Whether this node is connected, in any way, with a Remove Duplicates that keeps its data where the lock would be. */
function hasRemoverBeside(ctx: IExecuteFunctions): boolean {
	const names = new Set([ctx.getNode().name]);
	// With the tools of an agent.
	const all = { includeNodeParameters: true, connectionType: 'ALL' as NodeConnectionType };
	for (const name of names) {
		for (const node of [...ctx.getParentNodes(name, all), ...ctx.getChildNodes(name, all)]) {
			names.add(node.name);
			const { scope = 'node' } = (node.parameters?.options ?? {}) as { scope?: unknown };
			const isRemover = node.type === 'n8n-nodes-base.removeDuplicates' && !node.disabled;
			// An expression may come to 'workflow'.
			if (isRemover && scope !== 'node') return true;
		}
	}
	return false;
}

/** n8n names its rows by the workflow's id, which it has once it is saved. */
export const canKeepKeys = (ctx: IExecuteFunctions): boolean => Boolean(ctx.getWorkflow().id);

const locks: Record<string, Lock> = {};
const keysOfNodes: Record<string, Keys> = {};

/** The keys of this node, for all its executions in this process. The workflow has to be saved. */
export function keysOf(ctx: IExecuteFunctions): Keys {
	const clock = systemClock(sleep);
	const id = ctx.getWorkflow().id!;
	// Not all helpers: what is kept here stays in the process, and the others hold the items of their execution.
	const helpers: Helpers = {
		checkProcessedAndRecord: whenIdle(ctx.helpers.checkProcessedAndRecord),
		removeProcessed: whenIdle(ctx.helpers.removeProcessed),
		clearAllProcessedItems: whenIdle(ctx.helpers.clearAllProcessedItems),
	};
	const isTaken = hasRemoverBeside(ctx);
	const lock = isTaken ? withoutLock() : (locks[id] ??= createLock(lockRow(helpers), clock));
	const name = `${id} ${ctx.getNode().id} ${isTaken}`;
	return (keysOfNodes[name] ??= createKeys(markStore(helpers), lock, clock));
}
