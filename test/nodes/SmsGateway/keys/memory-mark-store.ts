import type { Clock } from '../../../../nodes/SmsGateway/clock';
import { createKeys, type Keys } from '../../../../nodes/SmsGateway/keys/keys';
import { withoutLock } from '../../../../nodes/SmsGateway/keys/lock';
import type { MarkStore } from '../../../../nodes/SmsGateway/keys/leases';

export type MemoryMarkStore = MarkStore & {
	/** In the order of arrival. */
	readonly marks: Set<string>;
	/** Set to make the calls fail, as a lost database does. */
	broken: boolean;
};

/** @param most marks that it keeps; the oldest go first */
export function memoryMarkStore(most = Infinity): MemoryMarkStore {
	const marks = new Set<string>();
	const store: MemoryMarkStore = {
		marks,
		broken: false,
		async record(given) {
			if (store.broken) throw new Error('the database is gone.');
			const known = new Set(given.filter((mark) => marks.has(mark)));
			for (const mark of given) marks.add(mark);
			for (const mark of marks) {
				if (marks.size <= most) break;
				marks.delete(mark);
			}
			return known;
		},
		async remove(given) {
			if (store.broken) throw new Error('the database is gone.');
			for (const mark of given) marks.delete(mark);
		},
	};
	return store;
}

/** The keys of a node in the only process that there is, so that nobody needs a lock. */
export const keysOver = (store: MarkStore, clock: Clock): Keys =>
	createKeys(store, withoutLock(), clock);
