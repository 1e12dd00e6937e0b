import { lock, type LockOptions } from 'proper-lockfile';

/**
 * Holds a folder, which need not exist, for this process until it ends or releases it; rejects with
 * code ELOCKED while another one holds it. The holder touches the lock all the time, so that one which a
 * crash left behind is taken over half a minute later.
 */
export const hold = async (folder: string, retries: LockOptions['retries'] = 0) =>
	await lock(folder, {
		realpath: false,
		stale: 30_000,
		retries,
		// After the sleep of a laptop the lock looks abandoned. That is no reason to end.
		onCompromised: () => {},
	});
