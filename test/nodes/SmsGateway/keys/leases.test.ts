import { createLeases } from '../../../../nodes/SmsGateway/keys/leases';
import type { Lock } from '../../../../nodes/SmsGateway/keys/lock';
import { settle } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';

/** A store that tells what it was asked, and a lock that the test gives, one lease at a time. */
function world() {
	const store = memoryMarkStore();
	const { record, remove } = store;
	const told: string[] = [];
	store.record = async (marks) => {
		told.push(`record ${marks.join()}`);
		return await record(marks);
	};
	store.remove = async (marks) => {
		told.push(`remove ${marks.join()}`);
		await remove(marks);
	};
	let isHeld = false;
	let give = () => {};
	const lock: Lock = {
		async hold(work) {
			await new Promise<void>((resolve) => (give = resolve));
			isHeld = true;
			await work(async (step) => await step()).finally(() => (isHeld = false));
		},
		isTaken: () => false,
	};
	return {
		store,
		told,
		inLease: createLeases(store, lock),
		isHeld: () => isHeld,
		async give() {
			await settle();
			give();
			await settle();
		},
	};
}

const removing = (...marks: string[]) => ({ remove: () => marks });

it('makes the changes that wait in one lease up to the first that removes, and the others in the next', async () => {
	const { inLease, store, told, give } = world();
	store.marks.add('a');
	const remove = jest.fn(() => ['x']);
	const all = [
		inLease({ record: ['a', 'b'] }),
		inLease({ record: ['c'], remove }),
		inLease(removing('y')),
		inLease({ record: ['d'] }),
	];
	await give();
	expect(told).toStrictEqual(['record a,b,c', 'remove x']);
	expect(remove.mock.calls).toStrictEqual([[new Set(['a'])]]);
	await give();
	await give();
	expect(told.slice(2)).toStrictEqual(['remove y', 'record d']);
	expect(await all[0]).toStrictEqual(new Set(['a']));
	await Promise.all(all);
});

it('ends a change, also one that failed, only when the lock is given back', async () => {
	const { inLease, store, isHeld, give } = world();
	for (const isBroken of [false, true]) {
		store.broken = isBroken;
		const ended = inLease({ record: ['a'] }).then(isHeld, isHeld);
		await give();
		expect(await ended).toBe(false);
	}
});

it('fails all changes of a lease in which nothing could be recorded, and makes those of the next', async () => {
	const { inLease, store, give } = world();
	store.broken = true;
	const all = Promise.allSettled([inLease({ record: ['a'] }), inLease(removing('b'))]);
	await give();
	expect((await all).map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
	store.broken = false;
	const next = inLease({ record: ['a'] });
	await give();
	await next;
	expect([...store.marks]).toStrictEqual(['a']);
});

it('fails only the change whose marks could not be removed', async () => {
	const { inLease, store, give } = world();
	store.remove = async () => await Promise.reject(new Error('no'));
	const all = Promise.allSettled([inLease({ record: ['a'] }), inLease(removing('b'))]);
	await give();
	expect((await all).map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected']);
});

it.each<[string, Lock['hold']]>([
	['cannot be had', async () => await Promise.reject(new Error('too slow'))],
	[
		'allows no step any more',
		async (work) => await work(async () => await Promise.reject(new Error('too slow'))),
	],
])('changes nothing where the lock %s', async (_, hold) => {
	const { store, told } = world();
	const inLease = createLeases(store, { hold, isTaken: () => false });
	await expect(inLease({ record: ['a'], ...removing('b') })).rejects.toThrow('too slow');
	await expect(inLease(removing('b'))).rejects.toThrow('too slow');
	expect(told).toStrictEqual([]);
});
