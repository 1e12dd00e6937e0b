import type { Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { settle, START, STUCK, virtualClock } from '../delivery/virtual-clock';
import { keysOver, memoryMarkStore } from './memory-mark-store';
import { memoryDatabase, mortalProcess, startProcess } from './processes';

const SECOND = 1000;

const entry = (recipient: string, key = 'order-1'): Entry => ({
	item: 0,
	senderId: 'SHOP',
	message: 'Hi',
	recipient,
	key,
});
const ANNA = entry('2290197000001');
const BEN = entry('33612345678');

/** n8n's database, and processes that share it. */
function world() {
	const clock = virtualClock();
	const database = memoryDatabase();

	function process() {
		const { keys, kill } = mortalProcess(database, clock);
		return { kill, execution: (resend = false) => keys.openRun(resend) };
	}

	/** The outcome that settles an entry, undefined where it is claimed, and how long that took. */
	async function ask(deduplication: Deduplication, one = ANNA, signal?: AbortSignal) {
		const asked = clock.now();
		const work = (async (): Promise<Outcome | undefined> => {
			for (;;) {
				const claim = (await deduplication.claim([one], signal)).get(one)!;
				if (claim.kind === 'claimed') return undefined;
				if (claim.kind === 'settled') return claim.outcome;
				await claim.ended;
			}
		})();
		const outcome = await clock.run(work);
		if (outcome === STUCK) throw new Error('It never ended');
		return { outcome, reason: outcome?.reason, took: clock.now() - asked };
	}
	const reason = async (...given: Parameters<typeof ask>) => (await ask(...given)).reason;

	return { clock, database, process, ask, reason };
}

describe('a key', () => {
	it('is in doubt where the run ended without a word about it', async () => {
		const { process, reason } = world();
		const execution = process().execution();
		await execution.claim([ANNA]);
		await execution.end();
		expect(await reason(process().execution())).toBe('interrupted');
	});

	it('is kept apart per recipient, and the recipient per key', async () => {
		const { process, reason } = world();
		const execution = process().execution();
		await execution.claim([entry('1', 'a'), entry('11', 'b')]);
		for (const other of [entry('1', 'b'), entry('11', 'a'), entry('1', '1 a')]) {
			expect(await reason(execution, other)).toBeUndefined();
		}
	});

	it('leaves no trace where it was only asked for', async () => {
		const { clock, process, database, ask } = world();
		const execution = process().execution();
		await execution.claim([ANNA]);
		void clock.wait(3 * SECOND).then(async () => await execution.confirm([ANNA]));
		expect((await ask(process().execution())).reason).toBe('alreadySent');
		expect(database.size).toBe(2);
		expect(database.has('doubt 2290197000001 order-1')).toBe(false);
	});
});

describe('writes', () => {
	it.each(['confirm', 'release'] as const)(
		'that are lost leave the key in doubt: %s',
		async (end) => {
			const { process, database, ask } = world();
			const execution = process().execution();
			await execution.claim([ANNA]);
			database.failure = new Error('database is locked');
			await execution[end]([ANNA]);
			database.failure = undefined;
			const { reason, took } = await ask(process().execution());
			expect(reason).toBe('interrupted');
			expect(took).toBeLessThan(90 * SECOND);
		},
	);

	it('that fail while it is found out about a key tell why, and leave the others', async () => {
		const clock = virtualClock();
		const store = memoryMarkStore();
		store.marks.add('claimed 33612345678 order-1');
		const record = store.record.bind(store);
		store.record = async (marks) => {
			const known = await record(marks);
			store.broken = known.size > 0;
			return known;
		};
		const execution = keysOver(store, clock).openRun(false);
		const claims = (await clock.run(execution.claim([ANNA, BEN]))) as Map<Entry, unknown>;
		expect(claims.get(ANNA)).toEqual({ kind: 'claimed' });
		expect(claims.get(BEN)).toMatchObject({
			kind: 'settled',
			outcome: {
				status: 'notSent',
				reason: 'deduplicationUnavailable',
				explanation: [{ name: 'notSaved', what: 'key', error: 'the database is gone.' }],
			},
		});
	});

	it('that fail leave the key free for the next execution', async () => {
		const { process, database, reason } = world();
		const one = process();
		database.failure = new Error('database is locked');
		expect(await reason(one.execution())).toBe('deduplicationUnavailable');
		database.failure = undefined;
		expect(await reason(one.execution())).toBeUndefined();
	});

	it('that were made and reported as lost free nothing that another has claimed since', async () => {
		const { process, clock, database, reason } = world();
		let state: 'usual' | 'releasing' | 'lost' = 'usual';
		const step = async () => {
			// The others are quicker from then on.
			if (state === 'lost') await clock.wait(SECOND);
			if (state !== 'releasing' || database.size > 0) return;
			state = 'lost';
			throw new Error('connection lost');
		};
		const first = startProcess(database, clock, step).keys.openRun(false);
		await first.claim([ANNA]);
		state = 'releasing';
		const releasing = first.release([ANNA]);
		const second = process().execution();
		expect(await reason(second)).toBeUndefined();
		await clock.run(releasing);
		await second.putInDoubt([ANNA]);
		expect(await reason(process().execution())).toBe('interrupted');
	});

	it('that a slow database leaves no time for put nothing in doubt that was sent', async () => {
		const { clock, database, process, reason } = world();
		const execution = process().execution();
		await reason(execution);
		await execution.confirm([ANNA]);

		const { keys } = startProcess(database, clock, async () => await clock.wait(1.2 * SECOND));
		expect(await reason(keys.openRun(false))).toBe('alreadySent');
		expect(await reason(process().execution())).toBe('alreadySent');
	});

	it('are not made for an entry that is not claimed', async () => {
		const { process, database } = world();
		const execution = process().execution();
		await execution.confirm([ANNA]);
		await execution.release([BEN]);
		await execution.end();
		expect(database.calls).toEqual([]);
	});
});

describe('the database', () => {
	const methods = ({ calls }: ReturnType<typeof memoryDatabase>) =>
		calls.map(({ method }) => method);
	const LOCKED = ['record', 'record', 'clear'];

	it('is asked three times for a claim, and three times for its end', async () => {
		const { process, database } = world();
		const execution = process().execution();
		await execution.claim([ANNA, BEN]);
		expect(methods(database)).toEqual(LOCKED);
		await execution.confirm([ANNA, BEN]);
		expect(methods(database)).toEqual([...LOCKED, ...LOCKED]);
		await execution.end();
		expect(methods(database)).toHaveLength(6);
	});

	it('is not asked for nothing, or for what this process knows', async () => {
		const { process, database } = world();
		const one = process();
		await one.execution().claim([ANNA]);
		database.calls.length = 0;
		const claims = await one.execution().claim([ANNA]);
		expect(claims.get(ANNA)).toMatchObject({ kind: 'elsewhere' });
		expect(await one.execution().claim([])).toEqual(new Map());
		expect(database.calls).toEqual([]);
	});

	it('is asked in a turn of its own where a key is known: it is put in doubt, and the doubt taken back', async () => {
		const { process, database, reason } = world();
		const execution = process().execution();
		await execution.claim([ANNA]);
		await execution.confirm([ANNA]);
		for (const resend of [false, true]) {
			database.calls.length = 0;
			expect(await reason(process().execution(resend))).toBe('alreadySent');
			expect(methods(database)).toEqual([...LOCKED, 'record', 'record', 'remove', 'clear']);
		}
	});

	it('holds no more, however long a request takes', async () => {
		const { process, database, clock } = world();
		const execution = process().execution();
		await execution.claim([ANNA]);
		database.calls.length = 0;
		await clock.run(clock.wait(99 * SECOND));
		expect(database.calls).toEqual([]);
		expect(database.size).toBe(1);
	});

	it('is asked about all of many keys when the wait gets its mark, and else about one after the other', async () => {
		const { process, database, clock } = world();
		const many = Array.from({ length: 50 }, (_, index) => entry(`${index}`));
		await process().execution().claim(many);
		const second = process().execution();
		await second.claim(many);
		database.calls.length = 0;
		await clock.run(clock.wait(70 * SECOND));
		const asked = database.calls
			.filter(({ method }) => method === 'record')
			.map(({ values }) => values.filter((value) => value.startsWith('claimed')).length);
		expect(asked.filter((keys) => keys > 1)).toEqual([50]);
		expect(database.calls.length).toBeLessThan(70 * 8);
		await second.end();
	});

	it('is asked to remove few marks at once, as n8n stands still meanwhile', async () => {
		const { process, database, clock } = world();
		const many = Array.from({ length: 600 }, (_, index) => entry(`${index}`));
		const [sent, released] = [many.slice(0, 300), many.slice(300)];
		const first = process().execution();
		await first.claim(many);
		await first.confirm(sent);
		await first.release(released);
		const second = process().execution();
		const claims = await clock.run(second.claim(many));
		const kinds = many.map((one) => (claims as Awaited<ReturnType<typeof second.claim>>).get(one));
		expect(kinds.slice(0, 300).every((one) => one?.kind === 'settled')).toBe(true);
		expect(kinds.slice(300).every((one) => one?.kind === 'claimed')).toBe(true);
		const removals = database.calls.filter(({ method }) => method === 'remove');
		expect(removals.length).toBeGreaterThan(4);
		for (const { values } of removals) expect(values.length).toBeLessThanOrEqual(250);
	});

	it.each(['end', 'cancel'] as const)('is not asked any more after the %s', async (how) => {
		const { process, database, clock } = world();
		const first = process();
		await first.execution().claim([ANNA]);
		first.kill();
		const cancel = new AbortController();
		const second = process().execution();
		await second.claim([ANNA], cancel.signal);
		await clock.run(clock.wait(0.2 * SECOND));
		if (how === 'end') await second.end();
		else cancel.abort();
		await settle();
		database.calls.length = 0;
		await clock.run(clock.wait(60 * SECOND));
		expect(database.calls).toEqual([]);
	});
});

describe('of two executions in one process', () => {
	it.each([
		['confirm', 'alreadySent'],
		['release', undefined],
		['putInDoubt', 'interrupted'],
		['end', 'interrupted'],
	] as const)('the second waits until the %s of the first', async (end, reason) => {
		const { process, ask } = world();
		const one = process();
		const [first, second] = [one.execution(), one.execution()];
		await first.claim([ANNA]);
		const found = await second.claim([ANNA, BEN]);
		expect(found.get(BEN)).toEqual({ kind: 'claimed' });
		const claim = found.get(ANNA)!;
		if (claim.kind !== 'elsewhere') throw new Error('It was claimed twice');
		expect(await Promise.race([claim.ended, settle().then(() => 'waits')])).toBe('waits');
		await first[end]([ANNA]);
		await claim.ended;
		expect(await ask(second)).toMatchObject({ reason, took: 0 });
	});
});

describe('of two processes', () => {
	it('one claims a key, also where both ask at once', async () => {
		const { process, clock } = world();
		const executions = [process().execution(), process().execution()];
		const claims = await clock.run(
			Promise.all(executions.map(async (each) => (await each.claim([ANNA])).get(ANNA)!.kind)),
		);
		expect([...(claims as string[])].sort()).toEqual(['claimed', 'elsewhere']);
	});

	it.each([
		['confirm', 'alreadySent'],
		['release', undefined],
		['putInDoubt', 'interrupted'],
	] as const)('the second sees the %s of the first within seconds', async (end, expected) => {
		const { process, ask, clock } = world();
		const first = process().execution();
		await first.claim([ANNA]);
		void clock.wait(5 * SECOND).then(async () => await first[end]([ANNA]));
		const { reason, took } = await ask(process().execution());
		expect(reason).toBe(expected);
		expect(took).toBeLessThan(8 * SECOND);
	});

	it('the second waits for a first as long as a request may take', async () => {
		const { process, ask, clock } = world();
		const first = process().execution();
		await first.claim([ANNA]);
		void clock.wait(66 * SECOND).then(async () => await first.confirm([ANNA]));
		const { reason, took } = await ask(process().execution(true));
		expect(reason).toBe('alreadySent');
		expect(took).toBeGreaterThan(65 * SECOND);
	});

	it.each([false, true])(
		'the second waits again where the key was claimed anew meanwhile, with Resend: %s',
		async (resend) => {
			const { process, ask, clock } = world();
			const first = process().execution();
			await first.claim([ANNA]);
			void (async () => {
				for (let times = 0; times < 4; times++) {
					await clock.wait(50 * SECOND);
					// In one turn, so that nobody sees the key free.
					await Promise.all([first.release([ANNA]), first.claim([BEN])]);
					await first.claim([ANNA]);
				}
				await first.confirm([ANNA]);
			})();
			const { reason, took } = await ask(process().execution(resend));
			expect(['alreadySent', undefined]).toContain(reason);
			expect(took).toBeGreaterThan(49 * SECOND);
		},
	);

	it('the second gives up a first that takes longer, whose acceptance still counts', async () => {
		const { process, ask, clock, reason } = world();
		const first = process().execution();
		await first.claim([ANNA]);
		const late = clock.wait(120 * SECOND).then(async () => await first.confirm([ANNA]));
		const second = await ask(process().execution());
		expect(second.reason).toBe('interrupted');
		expect(second.took).toBeLessThan(90 * SECOND);
		await clock.run(late);
		expect(await reason(process().execution())).toBe('alreadySent');
	});

	it.each(['release', 'putInDoubt'] as const)(
		'a first that comes late changes nothing of what another has claimed since: %s',
		async (how) => {
			const { process, ask, clock, database, reason } = world();
			const first = process().execution();
			await first.claim([ANNA]);
			const second = process().execution(true);
			await ask(second);
			const before = database.snapshot();
			await clock.run(first[how]([ANNA]));
			expect(database.snapshot()).toEqual(before);
			await second.confirm([ANNA]);
			expect(await reason(process().execution())).toBe('alreadySent');
		},
	);

	it.each(['confirm', 'putInDoubt'] as const)(
		'what is lost of a write is written again: %s',
		async (how) => {
			const { process, clock, database, reason } = world();
			let losses = 0;
			const step = async () => {
				if (losses-- > 0) throw new Error('connection lost');
			};
			const first = startProcess(database, clock, step).keys.openRun(false);
			await first.claim([ANNA]);
			losses = 1;
			await clock.run(first[how]([ANNA]));
			const ends = { confirm: 'alreadySent', putInDoubt: 'interrupted' };
			expect(await reason(process().execution())).toBe(ends[how]);
		},
	);

	it('a claim that a slow database gives too late is tried again, and then said to have failed', async () => {
		const { clock, database, reason, process } = world();
		const { keys } = startProcess(database, clock, async () => await clock.wait(1.8 * SECOND));
		expect(await reason(keys.openRun(false))).toBe('deduplicationUnavailable');
		expect([undefined, 'interrupted']).toContain(await reason(process().execution()));
	});

	it('the second waits for a living first, also where that one held none for a while', async () => {
		const { process, ask, clock } = world();
		const first = process().execution();
		await first.claim([BEN]);
		await first.confirm([BEN]);
		await clock.run(clock.wait(30 * SECOND));
		await first.claim([ANNA]);
		void clock.wait(60 * SECOND).then(async () => await first.confirm([ANNA]));
		expect((await ask(process().execution())).reason).toBe('alreadySent');
	});

	it('the second does not wait for a first that was killed', async () => {
		const { process, ask } = world();
		const first = process();
		await first.execution().claim([ANNA]);
		first.kill();
		const { reason, took } = await ask(process().execution());
		expect(reason).toBe('interrupted');
		expect(took).toBeLessThan(90 * SECOND);
		// From then on nobody needs to find out again.
		expect(await ask(process().execution())).toMatchObject({ reason: 'interrupted', took: 0 });
	});

	it('the second finds out about several keys of a killed one at once', async () => {
		const { process, clock } = world();
		const many = Array.from({ length: 50 }, (_, index) => entry(`${index}`));
		const first = process();
		await first.execution().claim(many);
		first.kill();
		const second = process().execution();
		for (const claim of (await second.claim(many)).values()) {
			if (claim.kind === 'elsewhere') await clock.run(claim.ended);
		}
		expect(clock.now() - START).toBeLessThan(90 * SECOND);
		for (const claim of (await second.claim(many)).values()) {
			expect(claim).toMatchObject({ kind: 'settled', outcome: { reason: 'interrupted' } });
		}
	});

	it('the second is told when one of several keys is over, though another is still in flight', async () => {
		const { process, clock } = world();
		const [first, third] = [process(), process()];
		await first.execution().claim([ANNA]);
		await third.execution().claim([BEN]);
		first.kill();
		const claim = (await process().execution().claim([BEN, ANNA])).get(BEN)!;
		if (claim.kind !== 'elsewhere') throw new Error('It was claimed twice');
		await clock.run(claim.ended);
		expect(clock.now() - START).toBeLessThan(90 * SECOND);
	});

	it('a third that is alive does not keep up the hope for one that was killed', async () => {
		const { process, ask } = world();
		const [first, third] = [process(), process()];
		await first.execution().claim([ANNA]);
		await third.execution().claim([BEN]);
		first.kill();
		const { reason, took } = await ask(process().execution());
		expect(reason).toBe('interrupted');
		expect(took).toBeLessThan(90 * SECOND);
	});

	it('the second stops waiting as soon as it is cancelled', async () => {
		const { process, clock } = world();
		await process().execution().claim([ANNA]);
		const cancel = new AbortController();
		const claim = (await process().execution().claim([ANNA], cancel.signal)).get(ANNA)!;
		if (claim.kind !== 'elsewhere') throw new Error('It was claimed twice');
		void clock.wait(700).then(() => cancel.abort());
		await clock.run(claim.ended);
		expect(clock.now() - START).toBe(700);
	});

	it('the second is not claimed for while another holds the lock, and stops when it is cancelled', async () => {
		const { database, clock, process, ask } = world();
		await database.checkProcessedAndRecord(
			[-9e15],
			'workflow',
			{ workflow: { id: 'workflow' } } as never,
			{ mode: 'latestIncrementalKey' },
		);
		const cancel = new AbortController();
		void clock.wait(700).then(() => cancel.abort());
		const { outcome, took } = await ask(process().execution(), ANNA, cancel.signal);
		expect(outcome).toMatchObject({ status: 'notSent', reason: 'cancelled' });
		expect(took).toBe(700);
	});
});

describe('with resend, a key in doubt', () => {
	async function inDoubt() {
		const one = world();
		const first = one.process().execution();
		await first.claim([ANNA]);
		await first.putInDoubt([ANNA]);
		return one;
	}

	it('is claimed: others wait for its outcome', async () => {
		const { process, ask, clock } = await inDoubt();
		const second = process().execution(true);
		expect((await ask(second)).reason).toBe('interrupted');
		void clock.wait(2 * SECOND).then(async () => await second.confirm([ANNA]));
		expect((await ask(process().execution(true))).reason).toBe('alreadySent');
	});

	it.each(['before', 'after'] as const)(
		'is sent where a first that comes late was accepted, %s the second attempt is left',
		async (when) => {
			const { process, ask, reason, clock } = world();
			const first = process().execution();
			await first.claim([ANNA]);
			const second = process().execution(true);
			expect((await ask(second)).reason).toBe('interrupted');
			const ends = [first.confirm.bind(first), second.putInDoubt.bind(second)];
			for (const end of when === 'before' ? ends : ends.reverse()) await clock.run(end([ANNA]));
			expect(await reason(process().execution())).toBe('alreadySent');
		},
	);

	it('stays in doubt where the second attempt is left', async () => {
		const { process, reason } = await inDoubt();
		const second = process().execution(true);
		await reason(second);
		await second.putInDoubt([ANNA]);
		expect(await reason(process().execution())).toBe('interrupted');
	});
});

/** A process that dies in one of its calls of the database, before or after it takes effect. */
describe.each([1, 2, 3, 4, 5, 6, 7, 8])('a process killed at its call %i', (call) => {
	it('of the database never leaves a key that reads as sent and was not, or as free and was sent', async () => {
		const { clock, database, ask, process } = world();
		let calls = 0;
		const { keys, kill } = mortalProcess(database, clock);
		const record = database.checkProcessedAndRecord.bind(database);
		const dying = jest
			.spyOn(database, 'checkProcessedAndRecord')
			.mockImplementation(async (...given) => {
				if (++calls === call) kill();
				return await record(...given);
			});
		let accepted = false;
		const execution = keys.openRun(false);
		void (async () => {
			await execution.claim([ANNA]);
			accepted = true;
			await execution.confirm([ANNA]);
			await execution.claim([ANNA]);
		})();
		await settle();
		dying.mockRestore();
		const { reason } = await ask(process().execution());
		expect(accepted ? ['alreadySent', 'interrupted'] : ['interrupted', undefined]).toContain(
			reason,
		);
	});
});

describe('a full store', () => {
	it('forgets the oldest keys as a whole', async () => {
		const { process, reason, database } = world();
		const execution = process().execution();
		await execution.claim([ANNA]);
		await execution.confirm([ANNA]);
		const others = Array.from({ length: 100_000 }, (_, index) => `other ${index}`);
		const context = { workflow: { id: 'workflow' }, node: { id: 'node' } } as never;
		await database.checkProcessedAndRecord(others, 'node', context, {
			mode: 'entries',
			maxEntries: 100_000,
		});
		expect(await reason(process().execution())).toBeUndefined();
	});
});
