import type { Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import { createKeys } from '../../../../nodes/SmsGateway/history/keys';
import { withoutLock } from '../../../../nodes/SmsGateway/history/lock';
import { STUCK, virtualClock } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';
import { entryTo } from '../../../fixtures/entries';

const SECOND = 1000;
const TIMEOUT = 30 * SECOND;
const entry = (recipient: string) => entryTo(recipient, { key: 'order-1' });
const ANNA = entry('33612345678');
const BEN = entry('33612345679');
const A = '33612345678 order-1';

/** Processes over one store. */
function world() {
	const clock = virtualClock();
	const memory = memoryMarkStore();
	const calls: Array<{ method: 'record' | 'remove'; marks: readonly string[] }> = [];
	const store: typeof memory = {
		...memory,
		async record(marks) {
			calls.push({ method: 'record', marks });
			return await memory.record(marks);
		},
		async remove(marks) {
			calls.push({ method: 'remove', marks });
			await memory.remove(marks);
		},
	};
	const ended = async <T>(work: Promise<T>): Promise<T> => {
		const result = await clock.run(work);
		if (result === STUCK) throw new Error('It never ended');
		return result;
	};
	const process = () => createKeys(store, withoutLock(), clock);
	return {
		clock,
		memory,
		calls,
		process,
		run: (resend = false) => process().openRun(resend, TIMEOUT),
		pass: async (milliseconds: number) => await ended(clock.wait(milliseconds)),
		/** The reason that settles an entry, once it has one, or 'claimed'; and how long that took. */
		async ask(run: Deduplication, of = ANNA): Promise<[reason: string, seconds: number]> {
			const began = clock.now();
			for (;;) {
				const claim = (await ended(run.claim([of]))).get(of)!;
				const took = (clock.now() - began) / SECOND;
				if (claim.kind === 'settled') return [claim.outcome.reason, took];
				if (claim.kind === 'claimed') return ['claimed', took];
				await ended(run.othersEnded([of]));
			}
		},
		has: (...marks: string[]) => expect([...memory.marks].sort()).toStrictEqual([...marks].sort()),
	};
}

it.each([undefined, 'repeat', 'retry'] as const)('says what made the key: %s', async (madeFor) => {
	const { run } = world();
	const [first, second] = [ANNA, BEN].map((one) => ({ ...one, ...(madeFor && { madeFor }) }));
	const one = run();
	await one.claim([first!, second!]);
	await one.confirm([first!]);
	await one.putInDoubt([second!]);
	const claims = await run().claim([first!, second!]);
	const by = madeFor ?? 'key';
	expect([...claims.values()]).toMatchObject([
		{ outcome: { reason: 'alreadySent', explanation: [{ name: 'alreadySent', by }] } },
		{ outcome: { reason: 'interrupted', explanation: [{ name: 'interrupted', by }] } },
	]);
});

it('says that a key could not be saved', async () => {
	const { memory, run } = world();
	memory.broken = true;
	const { outcome } = (await run().claim([ANNA])).get(ANNA) as never as { outcome: unknown };
	expect(outcome).toMatchObject({
		status: 'notSent',
		explanation: [{ name: 'notSaved', what: 'key', error: 'the database is gone.' }],
	});
});

describe('who finds the claim of another process', () => {
	it.each([
		['confirm', 'alreadySent'],
		['release', 'claimed'],
		['putInDoubt', 'interrupted'],
	] as const)('sees within seconds its %s', async (how, reason) => {
		const { run, ask, clock } = world();
		const first = run();
		await first.claim([ANNA]);
		void clock.wait(5 * SECOND).then(async () => await first[how]([ANNA]));
		const [told, seconds] = await ask(run());
		expect(told).toBe(reason);
		expect(seconds).toBeLessThan(8);
	});

	it('asks for the timeout and 10 s, once for all, then puts it in doubt and says so', async () => {
		const { run, ask, has, process } = world();
		await run().claim([ANNA, BEN]);
		const second = run();
		await second.claim([ANNA, BEN]);
		expect(await ask(second)).toStrictEqual(['interrupted', 40]);
		expect(await ask(second, BEN)).toStrictEqual(['interrupted', 0]);
		has(
			...[ANNA, BEN].flatMap(({ recipient }) => [
				`claimed ${recipient} order-1`,
				`sent ${recipient} order-1`,
				`doubt ${recipient} order-1`,
			]),
		);
		expect(await ask(process().openRun(false, TIMEOUT))).toStrictEqual(['interrupted', 0]);
	});

	it('gives up none sooner than 10 s after it found it', async () => {
		const { run, ask } = world();
		const second = run();
		await run().claim([ANNA]);
		await ask(second);
		await run().claim([BEN]);
		expect(await ask(second, BEN)).toStrictEqual(['interrupted', 10]);
	});

	it('goes on asking where the database fails for a while', async () => {
		const { run, ask, memory, clock } = world();
		const first = run();
		await first.claim([ANNA]);
		const second = run();
		await second.claim([ANNA]);
		memory.broken = true;
		void clock.wait(10 * SECOND).then(async () => {
			memory.broken = false;
			await first.confirm([ANNA]);
		});
		await clock.run(second.othersEnded([ANNA]));
		expect(await ask(second)).toStrictEqual(['alreadySent', 0]);
	});

	it('asks for one key at a time, each second in the end', async () => {
		const { run, clock, calls } = world();
		const many = Array.from({ length: 50 }, (_, index) => entry(`${index}`));
		await run().claim(many);
		const second = run();
		await second.claim(many);
		calls.length = 0;
		await clock.run(second.othersEnded(many));
		const asked = calls.filter(({ method }) => method === 'record');
		expect(new Set(asked.map(({ marks }) => marks.length))).toStrictEqual(new Set([3]));
		expect(asked.length).toBeLessThan(50);
	});

	it('waits no longer than until it is cancelled', async () => {
		const { run, clock, calls } = world();
		await run().claim([ANNA]);
		const second = run();
		await second.claim([ANNA]);
		const cancel = new AbortController();
		void clock.wait(200).then(() => cancel.abort());
		await clock.run(second.othersEnded([ANNA], cancel.signal));
		calls.length = 0;
		await clock.run(clock.wait(60 * SECOND));
		expect(calls).toStrictEqual([]);
	});
});

describe('the holder of a key that another has put in doubt', () => {
	it.each([
		['confirm', 'alreadySent', [`claimed ${A}`, `sent ${A}`]],
		['release', 'claimed', []],
	] as const)('ends the doubt by its %s, however late', async (how, reason, marks) => {
		const { run, ask, has } = world();
		const first = run();
		await first.claim([ANNA]);
		await ask(run());
		await first[how]([ANNA]);
		has(...marks);
		expect(await ask(run())).toStrictEqual([reason, 0]);
	});

	it('does not make forgotten what another has sent meanwhile with Resend', async () => {
		const { run, ask } = world();
		const first = run();
		await first.claim([ANNA]);
		const second = run(true);
		expect((await ask(second))[0]).toBe('interrupted');
		await second.confirm([ANNA]);
		await first.release([ANNA]);
		expect(await ask(run())).toStrictEqual(['alreadySent', 0]);
	});

	it('sees also the doubt of one who took its next claim for the one that it had found', async () => {
		const { run, ask, pass } = world();
		const first = run();
		await first.claim([ANNA]);
		const second = run();
		await second.claim([ANNA]);
		await second.othersEnded([]);
		await pass(39 * SECOND);
		await first.release([ANNA]);
		const third = run();
		await third.claim([ANNA]);
		await pass(2 * SECOND);
		expect((await ask(second))[0]).toBe('interrupted');
		await third.confirm([ANNA]);
		expect(await ask(run())).toStrictEqual(['alreadySent', 0]);
	});
});

it.each([
	['confirm', ['record']],
	['release', ['remove']],
	['putInDoubt', ['record']],
] as const)('%s is one write', async (how, writes) => {
	const { run, calls } = world();
	const one = run();
	await one.claim([ANNA, BEN]);
	calls.length = 0;
	await one[how]([ANNA, BEN]);
	await one.end();
	expect(calls.map(({ method }) => method)).toStrictEqual(writes);
});

it('asks for many keys in short leases, and tells of all', async () => {
	const { run, calls } = world();
	const many = Array.from({ length: 200 }, (_, index) => entry(`${1e6 + index}`));
	const first = run();
	await first.claim(many);
	await first.confirm(many);
	calls.length = 0;
	const claims = await run().claim(many);
	expect([...claims.values()].every((claim) => claim.kind === 'settled')).toBe(true);
	const records = calls.filter(({ method }) => method === 'record');
	expect(Math.max(...records.slice(1).map(({ marks }) => marks.length))).toBeLessThanOrEqual(252);
});
