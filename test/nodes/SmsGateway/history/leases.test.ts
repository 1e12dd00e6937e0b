import type { Lock } from '../../../../nodes/SmsGateway/history/lock';
import { createLeases, MOST_REMOVALS } from '../../../../nodes/SmsGateway/history/leases';
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
	const turns: Array<() => void> = [];
	let isHeld = false;
	const lock: Lock = {
		async hold(work, wanted) {
			await new Promise<void>((resolve) => turns.push(resolve));
			if (!wanted()) return;
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
			turns.shift()!();
			await settle();
		},
	};
}

const change = (record: string[], remove: string[] = []) => ({
	record: () => record,
	remove: () => remove,
	removes: remove.length,
});

it('makes all changes that wait for a lease in one, and those that come during it in the next', async () => {
	const { inLease, told, give } = world();
	let next: Promise<unknown> = Promise.resolve();
	const all = [
		inLease(change(['a', 'b'])),
		inLease(change([], ['x'])),
		inLease({
			...change(['b', 'c']),
			remove() {
				next = inLease(change(['d']));
				return ['y'];
			},
		}),
	];
	await give();
	await Promise.all(all);
	expect(told).toStrictEqual(['record a,b,c', 'remove x,y']);
	// Two of the three have nothing left to do.
	for (let turns = 0; turns < 3; turns++) await give();
	await next;
	expect(told.slice(2)).toStrictEqual(['record d']);
});

it('asks in the lease what to record, and then what to remove', async () => {
	const { inLease, store, told, give } = world();
	store.marks.add('a');
	const marks = ['a'];
	const remove = jest.fn(() => ['b']);
	const made = inLease({ record: () => marks, remove });
	marks.push('b');
	await give();
	expect([...(await made)]).toStrictEqual(['a']);
	expect(remove.mock.calls).toStrictEqual([[new Set(['a'])]]);
	expect(told).toStrictEqual(['record a,b', 'remove b']);
});

it('asks the store for nothing where there is nothing to change', async () => {
	const { inLease, told, give } = world();
	void inLease({});
	await give();
	expect(told).toStrictEqual([]);
});

it('removes few marks in a lease, however many wait, and records any number', async () => {
	const { inLease, told, give } = world();
	const marks = (name: string) => Array.from({ length: 200 }, (_, index) => `${name}${index}`);
	const all = [
		inLease(change(marks('a'))),
		inLease(change([], marks('b'))),
		inLease({ ...change([], ['d']), removes: MOST_REMOVALS }),
		inLease({ ...change([], ['e']), removes: MOST_REMOVALS }),
	];
	await give();
	expect(told.map((one) => one.slice(0, 9))).toStrictEqual(['record a0', 'remove b0']);
	expect(told[1]).toMatch(/,d$/);
	await give();
	expect(told[2]).toBe('remove e');
	await Promise.all(all);
});

it('ends a change, also one that failed, only when the lock is given back', async () => {
	const { inLease, store, isHeld, give } = world();
	for (const isBroken of [false, true]) {
		store.broken = isBroken;
		const ended = inLease(change(['a'])).then(isHeld, isHeld);
		await give();
		expect(await ended).toBe(false);
	}
});

it('fails all changes of a lease in which nothing could be recorded, and makes those of the next', async () => {
	const { inLease, store, give } = world();
	store.broken = true;
	const all = Promise.allSettled([inLease(change(['a'])), inLease(change([], ['b']))]);
	await give();
	expect((await all).map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
	store.broken = false;
	const next = inLease(change(['a']));
	await give();
	await give();
	await next;
	expect([...store.marks]).toStrictEqual(['a']);
});

it('fails only the changes whose marks could not be removed', async () => {
	const { inLease, store, give } = world();
	store.remove = async () => await Promise.reject(new Error('no'));
	const all = Promise.allSettled([inLease(change([], ['b'])), inLease(change(['a']))]);
	await give();
	expect((await all).map(({ status }) => status)).toStrictEqual(['rejected', 'fulfilled']);
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
	await expect(inLease(change(['a'], ['b']))).rejects.toThrow('too slow');
	await expect(inLease(change([], ['b']))).rejects.toThrow('too slow');
	expect(told).toStrictEqual([]);
});
