/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { getEventListeners } from 'node:events';
import type { Lock } from '../../../../nodes/SmsGateway/history/lock';
import type { MarkStore } from '../../../../nodes/SmsGateway/history/marks';
import { createTurns, type MarkChange } from '../../../../nodes/SmsGateway/history/turns';
import { settle } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';

const LEASE = {
	timer: { atLeast: () => 0, atMost: () => 0 },
	step: async <T>(work: () => Promise<T>) => await work(),
};

/** Makes changes that are known before their turn. */
const turnsOf = (store: MarkStore, lock: Lock) => {
	const inTurn = createTurns(store, lock);
	return async (change: MarkChange, signal?: AbortSignal) => await inTurn(() => change, signal);
};

/** A lock that the test gives, one turn at a time. */
function turnstile() {
	const waiting: Array<() => void> = [];
	const lock: Lock = {
		async hold(work, wanted) {
			await new Promise<void>((resolve) => waiting.push(resolve));
			if (wanted()) await work(LEASE);
		},
		state: () => 'works',
	};
	return { lock, waiting, give: () => waiting.shift()!() };
}

const OPEN: Lock = {
	hold: async (work, wanted) => void (wanted() && (await work(LEASE))),
	state: () => 'works',
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

it('makes all changes that wait for a turn in one', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inTurn = turnsOf(store, lock);
	const changes = [
		{ record: ['a', 'b'] },
		{ remove: ['x'] },
		{ record: ['b', 'c'], remove: ['y'] },
	];
	const ends = Promise.all(changes.map(async (change) => await inTurn(change)));
	await settle();
	expect(waiting).toHaveLength(1);
	give();
	await ends;
	expect(told).toEqual(['remove x,y', 'record a,b,c']);
});

it('makes a change that comes during a turn in the next one', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inTurn = turnsOf(store, lock);
	let second = Promise.resolve();
	const first = inTurn({
		record: ['a'],
		then: async () => {
			second = inTurn({ record: ['b'] });
		},
	});
	await settle();
	give();
	await first;
	await settle();
	expect(told).toEqual(['record a']);
	expect(waiting).toHaveLength(1);
	give();
	await second;
	expect(told).toEqual(['record a', 'record b']);
	const third = inTurn({ record: ['c'] });
	await settle();
	give();
	await third;
	expect(told).toHaveLength(3);
});

it('asks the store for nothing where there is nothing to change', async () => {
	const { store, told } = toldStore();
	const known = jest.fn(async () => {});
	await turnsOf(store, OPEN)({ then: known });
	expect(told).toEqual([]);
	expect(known).toHaveBeenCalledWith(new Set(), expect.anything());
});

it('tells which marks were there, and goes on within the turn', async () => {
	const { store, told } = toldStore();
	await store.record(['a']);
	const inTurn = turnsOf(store, OPEN);
	await inTurn({
		record: ['a', 'b'],
		async then(known, marks) {
			expect([...known]).toEqual(['a']);
			await marks.remove(['b']);
			expect([...(await marks.record(['a']))]).toEqual(['a']);
		},
	});
	expect(told.slice(1)).toEqual(['record a,b', 'remove b', 'record a']);
});

it('fails only the change that fails by itself', async () => {
	const inTurn = turnsOf(memoryMarkStore(), OPEN);
	const then = async () => await Promise.reject(new Error('no'));
	const ends = await Promise.allSettled([inTurn({ then }), inTurn({ record: ['a'] })]);
	expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('fails all changes of a turn in which the store fails, and makes those of the next', async () => {
	const store = memoryMarkStore();
	const inTurn = turnsOf(store, OPEN);
	store.broken = true;
	const ends = await Promise.allSettled([inTurn({ record: ['a'] }), inTurn({ remove: ['b'] })]);
	expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	store.broken = false;
	await inTurn({ record: ['a'] });
	expect([...store.marks]).toEqual(['a']);
});

it('fails what waits where the lock cannot be had', async () => {
	const lock: Lock = {
		hold: async () => await Promise.reject(new Error('the database is gone.')),
		state: () => 'works',
	};
	await expect(turnsOf(memoryMarkStore(), lock)({ record: ['a'] })).rejects.toThrow('gone');
});

it('ends a change only when the lock is given back', async () => {
	let isGivenBack = false;
	const lock: Lock = {
		async hold(work) {
			await work(LEASE);
			await settle();
			isGivenBack = true;
		},
		state: () => 'works',
	};
	const inTurn = turnsOf(memoryMarkStore(), lock);
	const atTheEnd = async (work: Promise<void>) => {
		await work.catch(() => {});
		return isGivenBack;
	};
	expect(await atTheEnd(inTurn({ record: ['a'] }))).toBe(true);
	isGivenBack = false;
	const then = async () => await Promise.reject(new Error('no'));
	expect(await atTheEnd(inTurn({ then }))).toBe(true);
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
			state: () => 'works',
		};
		await expect(turnsOf(store, lock)({ [method]: ['a'] })).rejects.toThrow('too slow');
		expect(told).toEqual([]);
	},
);

describe('a cancellation', () => {
	it('withdraws a change that waits, and no other', async () => {
		const { store, told } = toldStore();
		const { lock, give } = turnstile();
		const inTurn = turnsOf(store, lock);
		const cancel = new AbortController();
		const cancelled = inTurn({ record: ['a'] }, cancel.signal);
		const other = inTurn({ record: ['b'] });
		await settle();
		cancel.abort();
		await expect(cancelled).rejects.toThrow('the execution was cancelled.');
		give();
		await other;
		expect(told).toEqual(['record b']);
	});

	it('leaves nobody to want the turn that it waited for', async () => {
		const { lock, give } = turnstile();
		const work = jest.fn();
		const hold: Lock['hold'] = async (_, wanted) => await lock.hold(work, wanted);
		const cancel = new AbortController();
		const change = turnsOf(memoryMarkStore(), { ...lock, hold })({ record: ['a'] }, cancel.signal);
		cancel.abort();
		await expect(change).rejects.toThrow('the execution was cancelled.');
		give();
		await settle();
		expect(work).not.toHaveBeenCalled();
	});

	it('before it makes nothing', async () => {
		const { store, told } = toldStore();
		const change = turnsOf(store, OPEN)({ record: ['a'] }, AbortSignal.abort());
		await expect(change).rejects.toThrow('the execution was cancelled.');
		expect(told).toEqual([]);
	});

	it('during its turn changes nothing', async () => {
		const store = memoryMarkStore();
		const cancel = new AbortController();
		await turnsOf(store, OPEN)({ record: ['a'], then: async () => cancel.abort() }, cancel.signal);
		expect([...store.marks]).toEqual(['a']);
	});

	it.each<[string, () => Promise<void>]>([
		['made', async () => {}],
		['failed', async () => await Promise.reject(new Error('no'))],
	])('is no longer listened for when the change is %s', async (_, then) => {
		const { signal } = new AbortController();
		await turnsOf(memoryMarkStore(), OPEN)({ then }, signal).catch(() => {});
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

it('removes few marks in a turn, however many wait, and records any number', async () => {
	const { store, told } = toldStore();
	const { lock, waiting, give } = turnstile();
	const inTurn = turnsOf(store, lock);
	const marks = (name: string) => Array.from({ length: 200 }, (_, index) => `${name}${index}`);
	const ends = Promise.all([
		inTurn({ record: marks('a') }),
		inTurn({ remove: marks('b') }),
		inTurn({ removes: 100, then: async (_, all) => await all.remove(['d']) }),
		inTurn({ remove: marks('c') }),
	]);
	await settle();
	give();
	await settle();
	expect(told.map((one) => one.slice(0, 8))).toEqual(['remove b', 'record a', 'remove d']);
	expect(waiting).toHaveLength(1);
	give();
	await ends;
	expect(told.at(-1)).toContain('remove c0,c1');
});
