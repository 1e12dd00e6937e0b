import {
	createDeduplication,
	NO_DEDUPLICATION,
} from '../../../../nodes/SmsGateway/history/deduplication';
import type {
	Deduplication,
	KeysInFlight,
	MarkStore,
} from '../../../../nodes/SmsGateway/history/deduplication';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { memoryMarkStore } from './memory-mark-store';
import { settle } from '../delivery/virtual-clock';

const entry = (recipient: string, key = 'order-1'): Entry => ({
	item: 0,
	senderId: 'SHOP',
	message: 'Hi',
	recipient,
	key,
});
const ANNA = entry('2290197000001');
const BEN = entry('33612345678');

const CLOCK = { now: () => 0, random: () => 0, wait: async () => {} };
const createClaims = (store: MarkStore, inFlight?: KeysInFlight) =>
	createDeduplication(store, CLOCK, inFlight);

/** What is known of an entry: the outcome that settles it, or undefined where it is claimed. */
const outcomeOf = async (claims: Deduplication, entry: Entry): Promise<Outcome | undefined> => {
	const claim = (await claims.claim([entry])).get(entry)!;
	if (claim.kind === 'elsewhere') throw new Error('Another execution has it in flight');
	return claim.kind === 'settled' ? claim.outcome : undefined;
};
const reasons = async (store: MarkStore, ...entries: Entry[]) => {
	const claims = createClaims(store);
	const found: Array<Outcome | undefined> = [];
	for (const one of entries) found.push(await outcomeOf(claims, one));
	return found.map((outcome) => outcome?.reason);
};

test('a new key is free, once', async () => {
	const store = memoryMarkStore();
	expect(await reasons(store, ANNA, BEN)).toEqual([undefined, undefined]);
	expect(await reasons(store, ANNA, BEN)).toEqual(['interrupted', 'interrupted']);
});

test('a confirmed key was already sent, however often it is asked for', async () => {
	const store = memoryMarkStore();
	const claims = createClaims(store);
	await claims.claim([ANNA]);
	await claims.confirm([ANNA]);
	for (let times = 0; times < 3; times++) {
		expect(await reasons(store, ANNA, BEN)).toEqual([
			'alreadySent',
			times === 0 ? undefined : 'interrupted',
		]);
	}
	expect(await outcomeOf(claims, ANNA)).toMatchObject({ status: 'skipped', smsCount: 0 });
});

test('a released key is free again', async () => {
	const store = memoryMarkStore();
	const claims = createClaims(store);
	await claims.claim([ANNA, BEN]);
	await claims.release([ANNA]);
	expect(await reasons(store, ANNA, BEN)).toEqual([undefined, 'interrupted']);
});

test('a key without a confirmation is unknown, and says how to send anyway', async () => {
	const store = memoryMarkStore();
	await createClaims(store).claim([ANNA]);
	const outcome = (await outcomeOf(createClaims(store), ANNA))!;
	expect(outcome).toMatchObject({ status: 'unknown', reason: 'interrupted', smsCount: 0 });
	expect(outcome.explanation).toContain('Resend');
});

test('keys are kept apart per recipient, and recipients per key', async () => {
	const store = memoryMarkStore();
	await createClaims(store).claim([entry('1', 'a'), entry('11', 'b')]);
	expect(await reasons(store, entry('1', 'b'), entry('11', 'a'), entry('1', '1 a'))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

test('an entry without a key leaves no mark', async () => {
	const store = memoryMarkStore();
	const claims = createClaims(store);
	const keyless = entry('1', '');
	await claims.confirm([keyless]);
	await claims.release([keyless]);
	expect(store.marks.size).toBe(0);
});

test('a confirmed key takes one mark, a released one none', async () => {
	const store = memoryMarkStore();
	const claims = createClaims(store);
	await claims.claim([ANNA, BEN]);
	await claims.confirm([ANNA]);
	await claims.release([BEN]);
	expect(store.marks.size).toBe(1);
});

test('a store that fails lets nothing be sent, and says why', async () => {
	const store = memoryMarkStore();
	store.broken = true;
	expect(await outcomeOf(createClaims(store), ANNA)).toMatchObject({
		status: 'notSent',
		reason: 'deduplicationUnavailable',
		explanation: expect.stringContaining('the database is gone.') as string,
	});
});

test.each(['confirm', 'release'] as const)(
	'where %s is lost, the key reads as interrupted, never as sent or free',
	async (end) => {
		const store = memoryMarkStore();
		const claims = createClaims(store);
		await claims.claim([ANNA]);
		store.broken = true;
		await claims[end]([ANNA]);
		store.broken = false;
		expect(await reasons(store, ANNA)).toEqual(['interrupted']);
	},
);

/** A store whose process dies in the given call, before or after the call has its effect. */
function dyingStore(alive: MarkStore, call: number, hasEffect: boolean): MarkStore {
	let calls = 0;
	const dying = async <T>(work: () => Promise<T>): Promise<T> => {
		const isLast = ++calls === call;
		if (calls > call || (isLast && !hasEffect)) return await new Promise<never>(() => {});
		const result = await work();
		return isLast ? await new Promise<never>(() => {}) : result;
	};
	return {
		record: async (marks) => await dying(async () => await alive.record(marks)),
		remove: async (marks) => await dying(async () => await alive.remove(marks)),
	};
}

describe.each([false, true])('a crash, the last call with effect: %s', (hasEffect) => {
	it.each([1, 2])(
		'in call %i before the request was accepted never reads as sent',
		async (call) => {
			const store = memoryMarkStore();
			const claims = createClaims(dyingStore(store, call, hasEffect));
			void claims.claim([ANNA]).then(async () => await claims.release([ANNA]));
			await settle();
			expect(['interrupted', undefined]).toContain((await reasons(store, ANNA))[0]);
		},
	);

	it.each([2, 3, 4])('in call %i after it was accepted never reads as free', async (call) => {
		const store = memoryMarkStore();
		const claims = createClaims(dyingStore(store, call, hasEffect));
		void claims
			.claim([ANNA])
			.then(async () => await claims.confirm([ANNA]))
			.then(async () => await claims.claim([ANNA]));
		await settle();
		expect(['interrupted', 'alreadySent']).toContain((await reasons(store, ANNA))[0]);
	});
});

describe('a full store', () => {
	const others = (count: number, from = 0) =>
		Array.from({ length: count }, (_, index) => entry('7', `other-${from + index}`));

	it('forgets a confirmed key as a whole', async () => {
		const store = memoryMarkStore(10);
		const claims = createClaims(store);
		await claims.claim([ANNA]);
		await claims.confirm([ANNA]);
		await claims.claim(others(5));
		expect(await reasons(store, ANNA)).toEqual([undefined]);
	});

	it('never takes a claim without confirmation for sent, also one half forgotten', async () => {
		const store = memoryMarkStore(10);
		await createClaims(store).claim([ANNA]);
		await store.record(others(9).map(({ key }) => key));
		expect([...store.marks].filter((mark) => mark.includes(ANNA.recipient))).toHaveLength(1);
		expect(await reasons(store, ANNA)).toEqual(['interrupted']);
		await store.record(others(9, 20).map(({ key }) => key));
		expect(await reasons(store, ANNA)).not.toEqual(['alreadySent']);
	});
});

test('without any key nothing is claimed', async () => {
	expect((await NO_DEDUPLICATION.claim([])).size).toBe(0);
	await NO_DEDUPLICATION.confirm([ANNA]);
	await NO_DEDUPLICATION.release([ANNA]);
});

test('marks that a run in another process has overwritten are recorded again at the end', async () => {
	const store = memoryMarkStore();
	const claims = createClaims(store);
	await claims.claim([ANNA, BEN]);
	await claims.confirm([ANNA]);
	store.marks.clear();
	await claims.end();

	expect(await reasons(store, ANNA, BEN)).toEqual(['alreadySent', 'interrupted']);
});

describe('of two executions of the node in one process', () => {
	it.each([
		['confirm', 'alreadySent'],
		['release', undefined],
		['leave', 'interrupted'],
		['end', 'interrupted'],
	] as const)('the second one is told to wait until the %s of the first', async (end, reason) => {
		const store = memoryMarkStore();
		const inFlight: KeysInFlight = new Map();
		const first = createClaims(store, inFlight);
		const second = createClaims(store, inFlight);
		await first.claim([ANNA]);

		const found = await second.claim([ANNA, BEN]);
		expect(found.get(BEN)).toEqual({ kind: 'claimed' });
		const claim = found.get(ANNA)!;
		if (claim.kind !== 'elsewhere') throw new Error('It was claimed twice');
		expect(await Promise.race([claim.ended, settle().then(() => 'waits')])).toBe('waits');
		await first[end]([ANNA]);
		await claim.ended;

		expect((await outcomeOf(second, ANNA))?.reason).toBe(reason);
		await second.end();
		expect(inFlight.size).toBe(0);
	});
});
