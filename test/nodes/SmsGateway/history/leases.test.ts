/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { getEventListeners } from 'node:events';
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

const OPEN: Lock = {
	hold: async (work, wanted) => void (wanted() && (await work(LEASE))),
	isTaken: () => false,
};

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
	expect(told).toStrictEqual(['record a,b,c', 'remove x,y']);
});

it('makes a change that comes during a lease in the next one', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inLease = createLeases(store, lock);
	let second: Promise<unknown> = Promise.resolve();
	const first = inLease({
		record: () => ['a'],
		remove() {
			second = inLease({ record: () => ['b'] });
			return [];
		},
	});
	await settle();
	give();
	await first;
	await settle();
	expect(told).toStrictEqual(['record a']);
	expect(waiting).toHaveLength(1);
	give();
	await second;
	expect(told).toStrictEqual(['record a', 'record b']);
	const third = inLease({ record: () => ['c'] });
	await settle();
	give();
	await third;
	expect(told).toHaveLength(3);
});

it('asks the store for nothing where there is nothing to change', async () => {
	const { store, told } = toldStore();
	expect(await createLeases(store, OPEN)({})).toStrictEqual(new Set());
	expect(told).toStrictEqual([]);
});

it('asks in the lease what to record', async () => {
	const { store, told } = toldStore();
	const { lock, give } = turnstile();
	const marks = ['a'];
	const record = jest.fn(() => marks);
	const made = createLeases(store, lock)({ record });
	await settle();
	expect(record).not.toHaveBeenCalled();
	marks.push('b');
	give();
	await made;
	expect(record).toHaveBeenCalledTimes(1);
	expect(told).toStrictEqual(['record a,b']);
});

it('tells which marks were there, and removes what is said then', async () => {
	const { store, told } = toldStore();
	await store.record(['a']);
	const remove = jest.fn(() => ['b']);
	const known = await createLeases(store, OPEN)({ record: () => ['a', 'b'], remove });
	expect([...known]).toStrictEqual(['a']);
	expect(remove.mock.calls).toStrictEqual([[known]]);
	expect(told.slice(1)).toStrictEqual(['record a,b', 'remove b']);
});

it('fails all changes of a lease in which nothing could be recorded, and makes those of the next', async () => {
	const store = memoryMarkStore();
	const inLease = leasesOf(store, OPEN);
	store.broken = true;
	const ends = await Promise.allSettled([inLease({ record: ['a'] }), inLease({ remove: ['b'] })]);
	expect(ends.map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
	store.broken = false;
	await inLease({ record: ['a'] });
	expect([...store.marks]).toStrictEqual(['a']);
});

it('fails only the changes whose marks could not be removed', async () => {
	const store = memoryMarkStore();
	store.remove = async () => await Promise.reject(new Error('no'));
	const { lock, give } = turnstile();
	const inLease = leasesOf(store, lock);
	const ends = Promise.allSettled([inLease({ remove: ['b'] }), inLease({ record: ['a'] })]);
	await settle();
	give();
	expect((await ends).map(({ status }) => status)).toStrictEqual(['rejected', 'fulfilled']);
});

it('fails what waits where the lock cannot be had', async () => {
	const lock: Lock = {
		hold: async () => await Promise.reject(new Error('the database is gone.')),
		isTaken: () => false,
	};
	await expect(leasesOf(memoryMarkStore(), lock)({ record: ['a'] })).rejects.toThrow('gone');
});

it('ends a change only when the lock is given back', async () => {
	let isGivenBack = false;
	const lock: Lock = {
		async hold(work) {
			try {
				await work(LEASE);
			} finally {
				await settle();
				isGivenBack = true;
			}
		},
		isTaken: () => false,
	};
	const store = memoryMarkStore();
	const inLease = leasesOf(store, lock);
	const atTheEnd = async (work: Promise<unknown>) => {
		await work.catch(() => {});
		return isGivenBack;
	};
	expect(await atTheEnd(inLease({ record: ['a'] }))).toBe(true);
	isGivenBack = false;
	store.broken = true;
	expect(await atTheEnd(inLease({ record: ['a'] }))).toBe(true);
});

it.each(['record', 'remove'] as const)(
	'makes no %s that the lock does not allow any more',
	async (method) => {
		const { store, told } = toldStore();
		const lock: Lock = {
			async hold(work) {
				await work({
					...LEASE,
					step: async () => await Promise.reject(new Error('the database is too slow.')),
				});
			},
			isTaken: () => false,
		};
		await expect(leasesOf(store, lock)({ [method]: ['a'] })).rejects.toThrow('too slow');
		expect(told).toStrictEqual([]);
	},
);

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
		expect(told).toStrictEqual(['record b']);
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

	it('before it makes nothing', async () => {
		const { store, told } = toldStore();
		const change = leasesOf(store, OPEN)({ record: ['a'] }, AbortSignal.abort());
		await expect(change).rejects.toThrow('the execution was cancelled.');
		expect(told).toStrictEqual([]);
	});

	it('during its lease changes nothing', async () => {
		const store = memoryMarkStore();
		const cancel = new AbortController();
		const record = () => {
			cancel.abort();
			return ['a'];
		};
		await createLeases(store, OPEN)({ record }, cancel.signal);
		expect([...store.marks]).toStrictEqual(['a']);
	});

	it.each([
		['made', false],
		['failed', true],
	])('is no longer listened for when the change is %s', async (_, broken) => {
		const { signal } = new AbortController();
		const store = { ...memoryMarkStore(), broken };
		await leasesOf(store, OPEN)({ record: ['a'] }, signal).catch(() => {});
		expect(getEventListeners(signal, 'abort')).toStrictEqual([]);
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
	expect(told.map((one) => one.slice(0, 9))).toStrictEqual(['record a0', 'remove b0']);
	expect(told[1]).toMatch(/,d$/);
	expect(waiting).toHaveLength(1);
	give();
	await ends;
	expect(told.at(-1)).toContain('remove c0,c1');
});
