import type { Entry } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { isDoubted, isOurs, type Claim, type Deduplication } from './deduplication';

/** Claims under both keys of an entry that has two. Who finds one of them taken gives up the other. */
export function underBothKeys(keys: Deduplication): Deduplication {
	const retried = remembered((entry: Entry): Entry => ({
		...entry,
		key: entry.retryKey!,
		madeFor: 'retry',
	}));
	const both = (entries: readonly Entry[]): readonly Entry[] =>
		entries.flatMap((entry) => (entry.retryKey === undefined ? [entry] : [entry, retried(entry)]));

	const isSent = (claim: Claim): boolean =>
		claim.kind === 'settled' && claim.outcome.status === 'skipped';
	const isHeld = (claim: Claim): boolean => isOurs(claim, keys.resends);

	return {
		...keys,
		async claim(entries, signal) {
			const claims = new Map(await keys.claim(both(entries), signal));
			const sent: Entry[] = [];
			const doubted: Entry[] = [];
			const freed: Entry[] = [];
			for (const entry of entries) {
				if (entry.retryKey === undefined) continue;
				const other = retried(entry);
				const [ofOwn, ofRetry] = [claims.get(entry)!, claims.get(other)!];
				if (isHeld(ofOwn) && isHeld(ofRetry)) {
					if (isDoubted(ofRetry)) claims.set(entry, ofRetry);
				} else if (isHeld(ofRetry)) {
					(isDoubted(ofRetry) ? doubted : freed).push(other);
				} else if (isHeld(ofOwn)) {
					claims.set(entry, ofRetry);
					// A new execution, which knows only this key, has to know it too.
					if (isSent(ofRetry)) sent.push(entry);
					else (isDoubted(ofRetry) || isDoubted(ofOwn) ? doubted : freed).push(entry);
				} else if (isDoubted(ofOwn) && isSent(ofRetry)) {
					claims.set(entry, ofRetry);
				}
			}
			await keys.confirm(sent);
			await keys.putInDoubt(doubted);
			await keys.release(freed);
			return claims;
		},
		othersEnded: async (entries, signal) => await keys.othersEnded(both(entries), signal),
		confirm: async (entries) => await keys.confirm(both(entries)),
		release: async (entries) => await keys.release(both(entries)),
		putInDoubt: async (entries) => await keys.putInDoubt(both(entries)),
	};
}
