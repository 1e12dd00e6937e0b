import type { Lock } from '../../../../nodes/SmsGateway/history/lock';
import type { MarkStore } from '../../../../nodes/SmsGateway/history/marks';
import { createLeases } from '../../../../nodes/SmsGateway/history/leases';
import { settle } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';

const LEASE = {
	timer: { atLeast: () => 0, atMost: () => 0 },
	step: async <T>(work: () => Promise<T>) => await work(),
};

type Change = { record?: readonly string[]; remove?: readonly string[]; removes?: number };

/** Makes changes that are known before their lease. */
const leasesOf = (store: MarkStore, lock: Lock) => {
	const inLease = createLeases(store, lock);
	return async ({ record = [], remove = [], removes }: Change, signal?: AbortSignal) =>
		await inLease(
			{ record: () => record, remove: () => remove, removes: removes ?? remove.length },
			signal,
		);
};

/** A lock that the test gives, one lease at a time. */
function turnstile() {
	const waiting: Array<() => void> = [];
	const lock: Lock = {
		async hold(work, wanted) {
			await new Promise<void>((resolve) => waiting.push(resolve));
			if (wanted()) await work(LEASE);
		},
		isTaken: () => false,
	};
	return { lock, waiting, give: () => waiting.shift()!() };
}

/** A store that tells what it was asked, in order. */
function toldStore() {
	const store = memoryMarkStore();
	const told: string[] = [];
	return {
		store: {
			async record(marks: readonly string[]) {
				told.push(`record ${marks.join()}`);
				return await store.record(marks);
			},
			async remove(marks: readonly string[]) {
				told.push(`remove ${marks.join()}`);
				await store.remove(marks);
			},
		},
		told,
	};
}

it('makes all changes that wait for a lease in one', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inLease = leasesOf(store, lock);
	const changes = [
		{ record: ['a', 'b'] },
		{ remove: ['x'] },
		{ record: ['b', 'c'], remove: ['y'] },
	];
	const ends = Promise.all(changes.map(async (change) => await inLease(change)));
	await settle();
	expect(waiting).toHaveLength(1);
	give();
	await ends;
	expect(told).toEqual(['record a,b,c', 'remove x,y']);
});

it('fails only the changes whose marks could not be removed', async () => {
	const store = memoryMarkStore();
	store.remove = async () => await Promise.reject(new Error('no'));
	const { lock, give } = turnstile();
	const inLease = leasesOf(store, lock);
	const ends = Promise.allSettled([inLease({ remove: ['b'] }), inLease({ record: ['a'] })]);
	await settle();
	give();
	expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

describe('a cancellation', () => {
	it('withdraws a change that waits, and no other', async () => {
		const { store, told } = toldStore();
		const { lock, give } = turnstile();
		const inLease = leasesOf(store, lock);
		const cancel = new AbortController();
		const cancelled = inLease({ record: ['a'] }, cancel.signal);
		const other = inLease({ record: ['b'] });
		await settle();
		cancel.abort();
		await expect(cancelled).rejects.toThrow('the execution was cancelled.');
		give();
		await other;
		expect(told).toEqual(['record b']);
	});

	it('leaves nobody to want the lease that it waited for', async () => {
		const { lock, give } = turnstile();
		const work = jest.fn();
		const hold: Lock['hold'] = async (_, wanted) => await lock.hold(work, wanted);
		const cancel = new AbortController();
		const change = leasesOf(memoryMarkStore(), { ...lock, hold })({ record: ['a'] }, cancel.signal);
		cancel.abort();
		await expect(change).rejects.toThrow('the execution was cancelled.');
		give();
		await settle();
		expect(work).not.toHaveBeenCalled();
	});
});

it('removes few marks in a lease, however many wait, and records any number', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inLease = leasesOf(store, lock);
	const marks = (name: string) => Array.from({ length: 200 }, (_, index) => `${name}${index}`);
	const ends = Promise.all([
		inLease({ record: marks('a') }),
		inLease({ remove: marks('b') }),
		inLease({ remove: ['d'], removes: 100 }),
		inLease({ remove: marks('c') }),
	]);
	await settle();
	give();
	await settle();
	expect(told.map((one) => one.slice(0, 9))).toEqual(['record a0', 'remove b0']);
	expect(told[1]).toMatch(/,d$/);
	expect(waiting).toHaveLength(1);
	give();
	await ends;
	expect(told.at(-1)).toContain('remove c0,c1');
});
