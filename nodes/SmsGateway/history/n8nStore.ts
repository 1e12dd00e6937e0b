import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../clock';
import { connectedWith } from '../n8n/place';
import { MARKS_KEPT } from '../domain/plan/memory';
import { createKeys, type Keys } from './keys';
import { createLock, withoutLock, type Lock, type LockRow } from './lock';
import type { MarkStore } from './marks';

const MARKS = { mode: 'entries', maxEntries: MARKS_KEPT } as const;

export type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'clearAllProcessedItems'
>;

/** A call takes a second where the database is busy. Three end within what a step of the lock may take. */
const TRIES = 3;

/** SQLite gives up after a second in which other processes write. It has changed nothing then. */
async function whenIdle<T>(call: () => Promise<T>, triesLeft = TRIES - 1): Promise<T> {
	return await call().catch(async (error: Error) => {
		const isBusy = error.message.includes('SQLITE_BUSY') && triesLeft > 0;
		return isBusy ? await whenIdle(call, triesLeft - 1) : await Promise.reject(error);
	});
}

/** Without the others: these stay in the process, and those hold the items of their execution. */
function storeHelpersOf({ helpers }: IExecuteFunctions): Helpers {
	const { checkProcessedAndRecord, removeProcessed, clearAllProcessedItems } = helpers;
	return { checkProcessedAndRecord, removeProcessed, clearAllProcessedItems };
}

/** n8n's row of processed data per workflow and node. */
export const markStore = (helpers: Helpers): MarkStore => ({
	async record(marks) {
		const { processed } = await whenIdle(
			async () => await helpers.checkProcessedAndRecord([...marks], 'node', MARKS),
		);
		return new Set(processed.map(String));
	},
	async remove(marks) {
		await whenIdle(async () => await helpers.removeProcessed([...marks], 'node', MARKS));
	},
});

const NUMBER = { mode: 'latestIncrementalKey' } as const;

/** Of PostgreSQL, whose sentences are in the language of its server. */
const UNIQUE_VIOLATION = '23505';

/** n8n's row of processed data per workflow, which only a Remove Duplicates of that scope uses. */
export const lockRow = (helpers: Helpers): LockRow => ({
	raise: async (numbers) =>
		await whenIdle(
			async () => await helpers.checkProcessedAndRecord([...numbers], 'workflow', NUMBER),
		).then(
			({ new: raised }) => new Set(raised.map(Number)),
			async (error: Error & { code?: unknown }) => {
				// Another process was first to insert it.
				if (error.code === UNIQUE_VIOLATION || /unique/i.test(error.message)) {
					return new Set<number>();
				}
				if (/incompatible/i.test(error.message)) return undefined;
				return await Promise.reject(error);
			},
		),
	async remove() {
		await whenIdle(async () => await helpers.clearAllProcessedItems('workflow', NUMBER));
	},
});

/** Whether a node of the workflow keeps its own data where the lock would be. */
function isLockTaken(ctx: IExecuteFunctions): boolean {
	for (const { type, disabled, parameters } of connectedWith(ctx)) {
		const options = parameters?.options as { scope?: unknown } | undefined;
		// An expression may come to 'workflow'.
		const isShared = options?.scope !== undefined && options.scope !== 'node';
		if (type === 'n8n-nodes-base.removeDuplicates' && !disabled && isShared) return true;
	}
	return false;
}

/** Why keys cannot be stored at all; undefined where they can. */
function obstacleOf(ctx: IExecuteFunctions): string | undefined {
	// n8n names its rows by the workflow's id.
	if (!ctx.getWorkflow().id) return 'save the workflow first.';
	return typeof ctx.helpers.checkProcessedAndRecord === 'function'
		? undefined
		: 'this version of n8n cannot store keys. Update n8n.';
}

export const canKeepKeys = (ctx: IExecuteFunctions): boolean => obstacleOf(ctx) === undefined;

function noStore(obstacle: string): MarkStore {
	const refuse = async () => {
		throw new Error(obstacle);
	};
	return { record: refuse, remove: refuse };
}

const locks = new Map<string, Lock>();
const keysOfNodes = new Map<string, Keys>();

function once<T>(known: Map<string, T>, name: string, create: () => T): T {
	const value = known.get(name) ?? create();
	known.set(name, value);
	return value;
}

/** The keys of this node, which all its executions in this process share. */
export function keysOf(ctx: IExecuteFunctions): Keys {
	const clock = systemClock(sleep);
	const obstacle = obstacleOf(ctx);
	if (obstacle) {
		return createKeys(noStore(obstacle), withoutLock(clock, false), clock);
	}
	const id = ctx.getWorkflow().id!;
	const helpers = storeHelpersOf(ctx);
	const isTaken = isLockTaken(ctx);
	const lock = isTaken
		? withoutLock(clock)
		: once(locks, id, () => createLock(lockRow(helpers), clock));
	const name = `${id} ${ctx.getNode().id} ${isTaken}`;
	return once(keysOfNodes, name, () => createKeys(markStore(helpers), lock, clock));
}
