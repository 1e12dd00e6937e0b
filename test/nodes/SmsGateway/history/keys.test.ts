import { createKeys } from '../../../../nodes/SmsGateway/history/keys';
import { type Claim, type Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import { withoutLock, type Lock } from '../../../../nodes/SmsGateway/history/lock';
import { settle, STUCK, virtualClock, type VirtualClock } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';
import { entryTo } from '../../../fixtures/entries';

const SECOND = 1000;
const entry = (recipient: string, key = 'order-1') => entryTo(recipient, { key });
const ANNA = entry('33612345678');
const BEN = entry('33612345679');
const A = '33612345678 order-1';
const B = '33612345679 order-1';

const ended = async <T>(clock: VirtualClock, work: Promise<T>): Promise<T> => {
	const result = await clock.run(work);
	if (result === STUCK) throw new Error('It never ended');
	return result;
};

/** Processes over one store, whose answers take as long as `latency` says. */
function world() {
	const clock = virtualClock();
	const memory = memoryMarkStore();
	const calls: Array<{ method: 'record' | 'remove'; marks: readonly string[] }> = [];
	const one = {
		clock,
		marks: memory.marks,
		memory,
		calls,
		latency: 0,
		/** When each turn of the lock began. */
		turns: [] as number[],
		process: () => createKeys(store, lock, clock),
		pass: async (milliseconds: number) => await ended(clock, clock.wait(milliseconds)),
		async ask(run: Deduplication, of = ANNA): Promise<Claim> {
			return (await ended(clock, run.claim([of]))).get(of)!;
		},
		has: (...marks: string[]) => expect([...memory.marks].sort()).toStrictEqual([...marks].sort()),
	};
	const store: typeof memory = {
		...memory,
		async record(marks) {
			calls.push({ method: 'record', marks });
			await clock.wait(one.latency);
			return await memory.record(marks);
		},
		async remove(marks) {
			calls.push({ method: 'remove', marks });
			await clock.wait(one.latency);
			await memory.remove(marks);
		},
	};
	const unlocked = withoutLock(clock);
	const lock: Lock = {
		...unlocked,
		async hold(...given) {
			one.turns.push(clock.now());
			await unlocked.hold(...given);
		},
	};
	return one;
}

const outcomeOf = (claim: Claim) => {
	if (claim.kind !== 'settled') throw new Error(`It is ${claim.kind}`);
	return claim.outcome;
};

describe('the words of a key', () => {
	it.each([undefined, 'repeat', 'retry'] as const)('that was made for: %s', async (madeFor) => {
		const { process, ask } = world();
		const [first, second] = [ANNA, BEN].map((one) => ({ ...one, ...(madeFor && { madeFor }) }));
		const run = process().openRun(false);
		await run.claim([first!, second!]);
		await run.confirm([first!]);
		await run.putInDoubt([second!]);
		const later = process().openRun(false);
		expect(outcomeOf(await ask(later, first))).toStrictEqual({
			status: 'skipped',
			reason: 'alreadySent',
			explanation: [{ name: 'alreadySent', by: madeFor ?? 'key' }],
			smsCount: 0,
		});
		expect(outcomeOf(await ask(later, second))).toStrictEqual({
			status: 'unknown',
			reason: 'interrupted',
			explanation: [{ name: 'interrupted', by: madeFor ?? 'key' }],
			smsCount: 0,
		});
	});

	it('that could not be saved', async () => {
		const { memory, process, ask } = world();
		memory.record = async () => await Promise.reject(new Error('the database is gone.'));
		expect(outcomeOf(await ask(process().openRun(false)))).toMatchObject({
			status: 'notSent',
			explanation: [{ name: 'notSaved', what: 'key', error: 'the database is gone.' }],
		});
	});
});

describe('a claim is its own for 68 seconds', () => {
	it.each([
		['release', 68 * SECOND, []],
		['release', 68 * SECOND + 1, [`claimed ${A}`]],
		['putInDoubt', 68 * SECOND, [`claimed ${A}`, `doubt ${A}`]],
		['putInDoubt', 68 * SECOND + 1, [`claimed ${A}`]],
	] as const)('%s after %i ms', async (how, after, marks) => {
		const { process, pass, has } = world();
		const run = process().openRun(false);
		await run.claim([ANNA]);
		await pass(after);
		await run[how]([ANNA]);
		has(...marks);
	});

	it.each([
		[68 * SECOND, [`claimed ${A}`, `sent ${A}`, `doubt ${A}`, `waited ${A}`]],
		[68 * SECOND + 1, [`claimed ${A}`, `sent ${A}`]],
	])(
		'an acceptance after %i ms takes back the doubts of others from then on',
		async (after, left) => {
			const { process, pass, has, marks } = world();
			const run = process().openRun(false);
			await run.claim([ANNA]);
			await pass(after);
			for (const mark of [`doubt ${A}`, `waited ${A}`]) marks.add(mark);
			await run.confirm([ANNA]);
			has(...left);
		},
	);
});

describe('the time to send', () => {
	it('is that of the oldest claim, and endless for what is not claimed', async () => {
		const { process, pass } = world();
		const run = process().openRun(false);
		expect(run.timeToSend([])).toBe(Infinity);
		await run.claim([ANNA]);
		await pass(2 * SECOND);
		await run.claim([BEN]);
		await pass(SECOND);
		expect(run.timeToSend([BEN, ANNA])).toBe(3 * SECOND);
		expect(run.timeToSend([ANNA, BEN])).toBe(3 * SECOND);
		expect(run.timeToSend([BEN])).toBe(5 * SECOND);
		await run.release([ANNA]);
		expect(run.timeToSend([ANNA, BEN])).toBe(5 * SECOND);
	});

	it('counts from the claim, whoever else in this process waits for the key', async () => {
		const { process, ask, pass } = world();
		const [here, there] = [process(), process()];
		const other = there.openRun(false);
		await other.claim([ANNA]);
		const waiting = here.openRun(false);
		const { ended: over } = (await ask(waiting)) as Extract<Claim, { kind: 'elsewhere' }>;
		await other.release([ANNA]);
		const run = here.openRun(false);
		expect(await ask(run)).toStrictEqual({ kind: 'claimed' });
		await pass(3 * SECOND);
		expect(run.timeToSend([ANNA])).toBe(3 * SECOND);
		await run.confirm([ANNA]);
		await pass(2 * SECOND);
		expect(await Promise.race([over.then(() => 'over'), settle().then(() => 'waits')])).toBe(
			'over',
		);
	});
});

describe('a database that is slow', () => {
	it.each([
		[6000, 'claimed', 1],
		[6001, 'settled', 4],
	])('gives a claim after %i ms: it is %s, after %i tries', async (latency, kind, tries) => {
		const one = world();
		one.latency = latency;
		const claim = await one.ask(one.process().openRun(false));
		expect(claim.kind).toBe(kind);
		const claims = one.calls.filter(
			({ method, marks }) => method === 'record' && marks.length === 1,
		);
		expect(claims).toHaveLength(tries);
		one.has(...(kind === 'claimed' ? [`claimed ${A}`] : []));
		if (claim.kind === 'settled')
			expect(claim.outcome).toMatchObject({
				reason: 'deduplicationUnavailable',
				explanation: [{ name: 'notSaved', what: 'key', error: 'the database is too slow.' }],
			});
	});

	it('frees nothing that was in doubt', async () => {
		const one = world();
		const first = one.process().openRun(false);
		await first.claim([ANNA]);
		await first.putInDoubt([ANNA]);
		one.latency = 3500;
		const run = one.process().openRun(true);
		// Its own claim came too late, and stands until it is given up.
		expect((await one.ask(run)).kind).toBe('elsewhere');
		one.has(`claimed ${A}`);
		await ended(one.clock, run.end());
	});
});

describe('who waits for a key of another process', () => {
	it('asks in one turn each, without any other write in the first seconds', async () => {
		const { process, pass, calls, turns } = world();
		await process().openRun(false).claim([ANNA]);
		const waiting = process().openRun(false);
		await waiting.claim([ANNA]);
		calls.length = 0;
		turns.length = 0;
		await pass(2.9 * SECOND);
		expect(turns.length).toBeGreaterThan(3);
		expect(calls).toHaveLength(2 * turns.length);
		calls.forEach(({ method, marks }, index) => {
			expect(method).toBe(index % 2 === 0 ? 'record' : 'remove');
			expect(marks).toHaveLength(index % 2 === 0 ? 3 : 2);
		});
		await waiting.end();
	});

	it('asks after 50 ms, then after half as long again each time, up to a second', async () => {
		const { process, pass, turns } = world();
		await process().openRun(false).claim([ANNA]);
		const waiting = process().openRun(false);
		await waiting.claim([ANNA]);
		const since = turns.at(-1)!;
		turns.length = 0;
		await pass(2.9 * SECOND);
		const times = turns.map((at) => at - since);
		expect(times.slice(0, 4)).toStrictEqual([50, 125, 237.5, 406.25]);
		await pass(20 * SECOND);
		const pauses = turns.map((at, index) => at - turns[index - 1]!).filter((one) => one > 0);
		expect(Math.max(...pauses)).toBe(SECOND);
		expect(pauses.at(-1)).toBe(SECOND);
		await waiting.end();
	});

	it('asks about that key only, and not about what it has claimed itself', async () => {
		const { process, pass, calls } = world();
		await process().openRun(false).claim([ANNA]);
		const waiting = process().openRun(false);
		const claim = (await waiting.claim([BEN, ANNA])).get(ANNA) as { ended: Promise<void> };
		let state = 'waits';
		void claim.ended.then(() => (state = 'over'));
		calls.length = 0;
		await pass(2 * SECOND);
		expect(state).toBe('waits');
		expect(calls.flatMap(({ marks }) => marks).filter((mark) => mark.endsWith(B))).toStrictEqual(
			[],
		);
		await waiting.end();
	});

	it('asks about one of its keys after the other', async () => {
		const { process, pass, calls } = world();
		await process().openRun(false).claim([ANNA, BEN]);
		const waiting = process().openRun(false);
		await waiting.claim([ANNA, BEN]);
		calls.length = 0;
		await pass(SECOND);
		const asked = calls.filter(({ method }) => method === 'record').map(({ marks }) => marks[0]);
		expect(asked.slice(0, 4)).toStrictEqual([A, B, A, B].map((key) => `claimed ${key}`));
		await waiting.end();
	});

	it.each([2999, 3000])(
		'leaves its mark once it has waited for 3 s: asked after %i ms',
		async (at) => {
			const { process, pass, clock, marks } = world();
			await process().openRun(false).claim([ANNA]);
			const { wait } = clock;
			let asks = 0;
			clock.wait = async (milliseconds, signal) =>
				await wait(signal ? (++asks === 1 ? at : 1e6) : milliseconds, signal);
			const waiting = process().openRun(false);
			await waiting.claim([ANNA]);
			await pass(4 * SECOND);
			expect(marks.has(`waited ${A}`)).toBe(at === 3000);
			await waiting.end();
		},
	);

	it('counts from when it first saw it, and hears of its end in each of its waits', async () => {
		const { process, pass, ask, marks, calls, clock } = world();
		const first = process().openRun(false);
		await first.claim([ANNA]);
		const waiting = process().openRun(false);
		const waits = [await ask(waiting)];
		await pass(2.5 * SECOND);
		waits.push(await ask(waiting));
		await pass(2 * SECOND);
		expect(marks.has(`waited ${A}`)).toBe(true);
		await first.confirm([ANNA]);
		const [one, other] = waits.map((claim) => (claim as { ended: Promise<void> }).ended);
		await ended(clock, Promise.race([one, other]));
		calls.length = 0;
		await ended(clock, Promise.all([one, other]));
		expect(calls).toStrictEqual([]);
	});

	it('puts its mark beside claims only, or it would take the next claim for the one that it saw', async () => {
		const { process, pass, marks, clock } = world();
		const run = process().openRun(false);
		await run.claim([ANNA, BEN]);
		const waiting = process().openRun(false);
		await ended(clock, waiting.claim([ANNA, BEN]));
		// Until now one look was at the first, and each other one at the second.
		await pass(2500);
		await run.release([BEN]);
		await pass(1000);
		expect([...marks]).toStrictEqual([`claimed ${A}`, `waited ${A}`]);
		await ended(clock, waiting.end());
	});

	it('takes back its mark of a key that ended while it asked again for it', async () => {
		const { process, pass, ask, marks } = world();
		const first = process().openRun(false);
		await first.claim([ANNA, BEN]);
		const waiting = process().openRun(false);
		await waiting.claim([ANNA, BEN]);
		await pass(5 * SECOND);
		expect([marks.has(`waited ${A}`), marks.has(`waited ${B}`)]).toStrictEqual([true, true]);
		await first.confirm([ANNA]);
		await pass(3 * SECOND);
		expect([marks.has(`waited ${A}`), marks.has(`waited ${B}`)]).toStrictEqual([false, true]);
		await first.confirm([BEN]);
		expect(outcomeOf(await ask(waiting, BEN))).toMatchObject({ reason: 'alreadySent' });
		expect(marks.has(`waited ${B}`)).toBe(false);
	});

	it('gives up its holder 72 seconds after it left its mark, and not before', async () => {
		const { process, pass, ask, has } = world();
		await process().openRun(false).claim([ANNA]);
		const waiting = process().openRun(false);
		const { ended: over } = (await ask(waiting)) as Extract<Claim, { kind: 'elsewhere' }>;
		let state = 'waits';
		void over.then(() => (state = 'over'));
		await pass(74.9 * SECOND);
		expect(state).toBe('waits');
		await pass(4 * SECOND);
		expect(state).toBe('over');
		has(`claimed ${A}`, `doubt ${A}`);
	});

	it('goes on where the database fails for a while', async () => {
		const { process, pass, ask, memory, clock } = world();
		const first = process().openRun(false);
		await first.claim([ANNA]);
		const waiting = process().openRun(false);
		const { ended: over } = (await ask(waiting)) as Extract<Claim, { kind: 'elsewhere' }>;
		memory.broken = true;
		let state = 'waits';
		void over.then(() => (state = 'over'));
		await pass(10 * SECOND);
		expect(state).toBe('waits');
		memory.broken = false;
		await first.confirm([ANNA]);
		await ended(clock, over);
		expect(outcomeOf(await ask(waiting))).toMatchObject({ reason: 'alreadySent' });
	});
});

describe('many keys', () => {
	const MANY = Array.from({ length: 300 }, (_, index) => entry(`${1e6 + index}`));

	it('are asked for 125 at a time, and all are told', async () => {
		const { process, calls } = world();
		const first = process().openRun(false);
		await first.claim(MANY);
		await first.confirm(MANY);
		calls.length = 0;
		const claims = await process().openRun(false).claim(MANY);
		expect([...claims.values()].every((claim) => claim.kind === 'settled')).toBe(true);
		expect(claims.size).toBe(300);
		const records = calls.filter(({ method }) => method === 'record');
		expect(records.map(({ marks }) => marks.length)).toStrictEqual([300, 375, 375, 150]);
	});
});
