import type { Clock } from '../../../../nodes/SmsGateway/clock';
import type { Claim } from '../../../../nodes/SmsGateway/keys/deduplication';
import { createKeys, type Keys } from '../../../../nodes/SmsGateway/keys/keys';
import { createLock, type Lock } from '../../../../nodes/SmsGateway/keys/lock';
import { lockRow, markStore } from '../../../../nodes/SmsGateway/keys/n8nStore';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';

const CONTEXT = { workflow: { id: 'workflow' }, node: { id: 'node' } } as never;

/** n8n's database, with answers that take no time. */
export const memoryDatabase = (): MemoryDeduplicator => new MemoryDeduplicator(async () => {});

/** What a run is told of an entry, in a word. */
export function told(claim: Claim): string {
	if (claim.kind === 'settled') return claim.outcome.reason;
	return (claim.kind === 'claimed' && claim.doubt?.reason) || claim.kind;
}

export type Process = Readonly<{ keys: Keys; lock: Lock }>;

/**
 * The keys of a node in a process of its own.
 *
 * @param step comes before and after each call of the database, and where a process has died never ends
 * @param isAlive as step, but after each wait
 */
export function startProcess(
	database: MemoryDeduplicator,
	clock: Clock,
	step: () => Promise<void> = async () => {},
	isAlive = step,
): Process {
	const touching =
		<A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
		async (...given: A): Promise<T> => {
			await step();
			const result = await call(...given);
			await step();
			return result;
		};
	const helpers = {
		checkProcessedAndRecord: touching(async (items, scope, options) =>
			database.checkProcessedAndRecord(items, scope, CONTEXT, options),
		),
		removeProcessed: touching(async (items, scope) =>
			database.removeProcessed(items, scope, CONTEXT),
		),
		clearAllProcessedItems: touching(async (scope) =>
			database.clearAllProcessedItems(scope, CONTEXT),
		),
	} as Parameters<typeof markStore>[0];
	const mortal: Clock = {
		...clock,
		async wait(milliseconds, signal) {
			await clock.wait(milliseconds, signal);
			await isAlive();
		},
	};
	const lock = createLock(lockRow(helpers), mortal);
	return { lock, keys: createKeys(markStore(helpers), lock, mortal) };
}

/** A process that can be killed: from then on nothing of it goes on. */
export function mortalProcess(
	database: MemoryDeduplicator,
	clock: Clock,
): Process & { kill(): void } {
	let isDead = false;
	const step = async () => {
		if (isDead) await new Promise<never>(() => {});
	};
	return { ...startProcess(database, clock, step), kill: () => void (isDead = true) };
}
