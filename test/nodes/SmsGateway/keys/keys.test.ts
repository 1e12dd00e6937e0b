import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Claim, Deduplication } from '../../../../nodes/SmsGateway/keys/deduplication';
import { STUCK, virtualClock } from '../delivery/virtual-clock';
import { claimed, doubt, sent } from './marks';
import { keysOver, memoryMarkStore } from './memory-mark-store';
import { memoryDatabase, mortalProcess, startProcess, told } from './processes';
import { entryTo } from '../../../fixtures/entries';

const SECOND = 1000;
const TIMEOUT = 30 * SECOND;
const entry = (recipient: string, key = 'order-1') => entryTo(recipient, { key });
const ANNA = entry('33612345678');
const BEN = entry('33612345679');
const A = '33612345678 order-1';

/** Time, and how long a run asks until it knows. */
function time() {
	const clock = virtualClock();
	const ended = async <T>(work: Promise<T>): Promise<T> => {
		const result = await clock.run(work);
		if (result === STUCK) throw new Error('It never ended');
		return result;
	};
	return {
		clock,
		ended,
		pass: async (milliseconds: number) => await ended(clock.wait(milliseconds)),
		/** The reason that settles an entry, once it has one, or 'claimed'; and the seconds that took. */
		async ask(run: Deduplication, of = ANNA): Promise<[reason: string, seconds: number]> {
			const began = clock.now();
			for (let asked = 0; asked < 1_000; asked++) {
				const claim = (await ended(run.claim([of]))).get(of)!;
				const took = (clock.now() - began) / SECOND;
				if (claim.kind !== 'elsewhere') return [told(claim), took];
				await ended(run.othersEnded([of]));
			}
			throw new Error('It asks for ever');
		},
	};
}

/** Runs of processes over one store, which nobody has to lock. */
function overStore() {
	const world = time();
	const store = memoryMarkStore();
	const { record, remove } = store;
	const calls: Array<{ method: 'record' | 'remove'; marks: readonly string[] }> = [];
	store.record = async (marks) => {
		calls.push({ method: 'record', marks });
		return await record(marks);
	};
	store.remove = async (marks) => {
		calls.push({ method: 'remove', marks });
		await remove(marks);
	};
	return {
		...world,
		store,
		calls,
		run: (resend = false) => keysOver(store, world.clock).openRun(resend, TIMEOUT),
		has: (...marks: string[]) => expect([...store.marks].sort()).toStrictEqual([...marks].sort()),
	};
}

/** Runs over n8n's database, in one process or in others. */
function overDatabase() {
	const world = time();
	const database = memoryDatabase();
	const process = () => {
		const { keys } = mortalProcess(database, world.clock);
		return () => keys.openRun(false, TIMEOUT);
	};
	return {
		...world,
		database,
		process,
		run: () => process()(),
		/** In a process whose calls of the database go through this. */
		runWith: (step: () => Promise<void>) =>
			startProcess(database, world.clock, step).keys.openRun(false, TIMEOUT),
	};
}

describe('who finds the claim of another process', () => {
	it('asks for the timeout and 10 s, once for all, then puts it in doubt and says so', async () => {
		const { run, ask, has } = overStore();
		await run().claim([ANNA, BEN]);
		const second = run();
		await second.claim([ANNA, BEN]);
		expect(await ask(second)).toStrictEqual(['interrupted', 40]);
		expect(await ask(second, BEN)).toStrictEqual(['interrupted', 0]);
		const names = [ANNA, BEN].map(({ recipient }) => `${recipient} order-1`);
		has(...names.flatMap((name) => [claimed(name), sent(name), doubt(name)]));
		expect(await ask(run())).toStrictEqual(['interrupted', 0]);
	});

	it('puts one that it finds after that in doubt no sooner than 10 s later', async () => {
		const { run, ask } = overStore();
		await run().claim([ANNA]);
		const second = run();
		expect(await ask(second)).toStrictEqual(['interrupted', 40]);
		await run().claim([BEN]);
		expect(await ask(second, BEN)).toStrictEqual(['interrupted', 10]);
	});

	it('goes on asking where the database fails for a while', async () => {
		const { run, ask, store, clock, ended } = overStore();
		const first = run();
		await first.claim([ANNA]);
		const second = run();
		await second.claim([ANNA]);
		store.broken = true;
		void clock.wait(10 * SECOND).then(async () => {
			store.broken = false;
			await first.finish([ANNA], 'sent');
		});
		await ended(second.othersEnded([ANNA]));
		expect(await ask(second)).toStrictEqual(['alreadySent', 0]);
	});

	it('asks for one key at a time, each second in the end', async () => {
		const { run, ended, calls } = overStore();
		const many = Array.from({ length: 50 }, (_, index) => entry(`${index}`));
		await run().claim(many);
		const second = run();
		await second.claim(many);
		calls.length = 0;
		await ended(second.othersEnded(many));
		const asked = calls.filter(({ method }) => method === 'record');
		expect(new Set(asked.map(({ marks }) => marks.length))).toStrictEqual(new Set([3]));
		expect(asked.length).toBeLessThan(50);
	});

	it('waits no longer than until it is cancelled', async () => {
		const { run, clock, ended, pass, calls } = overStore();
		await run().claim([ANNA]);
		const second = run();
		await second.claim([ANNA]);
		const cancel = new AbortController();
		void clock.wait(200).then(() => cancel.abort());
		await ended(second.othersEnded([ANNA], cancel.signal));
		calls.length = 0;
		await pass(60 * SECOND);
		expect(calls).toStrictEqual([]);
	});
});

describe('of two executions in one process the second', () => {
	it('waits no longer than for one in another', async () => {
		const { process, ask } = overDatabase();
		const open = process();
		const [first, second] = [open(), open()];
		await first.claim([ANNA]);
		expect(await ask(second)).toStrictEqual(['interrupted', 40]);
		await first.finish([ANNA], 'sent');
		expect(await ask(open())).toStrictEqual(['alreadySent', 0]);
	});
});

it('leaves a key alone that another execution of the process claims while it is to be asked for', async () => {
	const { store, clock, run, ended, pass } = overStore();
	const holder = run();
	await holder.claim([ANNA]);
	const here = keysOver(store, clock);
	const [busy, asking, claiming] = [1, 2, 3].map(() => here.openRun(false, TIMEOUT));
	await asking!.claim([ANNA]);
	await holder.finish([ANNA], 'free');
	const { record } = store;
	store.record = async (marks) => {
		await clock.wait(SECOND);
		return await record(marks);
	};
	const work = [busy!.claim([BEN])];
	await pass(1);
	const claim = claiming!.claim([ANNA]);
	const asked = asking!.othersEnded([ANNA]);
	const claims = await ended(claim);
	expect(claims.get(ANNA)).toStrictEqual({ kind: 'claimed' });
	expect(store.marks).toContain(claimed(A));
	await ended(claiming!.finish([ANNA], 'sent'));
	await ended(Promise.all([...work, asked]));
});

describe('writes', () => {
	it.each([
		['sent', ['record']],
		['free', ['record', 'remove']],
		['inDoubt', ['record']],
	] as const)('are one for a %s, under the lock, none for what is not claimed', async (...of) => {
		const [how, writes] = of;
		const { run, calls } = overStore();
		const one = run();
		await one.claim([ANNA, BEN]);
		calls.length = 0;
		await one.finish([ANNA, BEN], how);
		await one.finish([ANNA, BEN], how);
		await one.end();
		expect(calls.map(({ method }) => method)).toStrictEqual(writes);
	});

	it('leave in doubt what was in progress when a run broke off', async () => {
		const { run, ask, ended } = overDatabase();
		const first = run();
		await first.claim([ANNA]);
		await ended(first.end());
		expect((await ask(run()))[0]).toBe('interrupted');
	});

	it('are made again where they are lost on the way: confirm', async () => {
		const { run, runWith, ask, ended } = overDatabase();
		let losses = 0;
		const first = runWith(async () => {
			if (losses-- > 0) throw new Error('connection lost');
		});
		await first.claim([ANNA]);
		losses = 1;
		await ended(first.finish([ANNA], 'sent'));
		expect((await ask(run()))[0]).toBe('alreadySent');
	});

	it('that fail while it is found out about a key tell why, and leave the others', async () => {
		const { run, store, ended } = overStore();
		store.marks.add(claimed(A));
		const { record } = store;
		store.record = async (marks) => {
			const known = await record(marks);
			store.broken = known.size > 0;
			return known;
		};
		const claims = (await ended(run().claim([ANNA, BEN]))) as Map<Entry, Claim>;
		expect(claims.get(BEN)).toStrictEqual({ kind: 'claimed' });
		expect(claims.get(ANNA)).toMatchObject({
			kind: 'settled',
			outcome: {
				status: 'notSent',
				reason: 'deduplicationUnavailable',
				causes: [{ name: 'notSaved', error: 'the database is gone.' }],
			},
		});
	});

	it('that were made and reported as lost free nothing that another has claimed since', async () => {
		const { run, runWith, clock, database, ask, ended } = overDatabase();
		let state: 'usual' | 'releasing' | 'lost' = 'usual';
		const first = runWith(async () => {
			// The others are quicker from then on.
			if (state === 'lost') await clock.wait(SECOND);
			if (state !== 'releasing' || database.size > 0) return;
			state = 'lost';
			throw new Error('connection lost');
		});
		await first.claim([ANNA]);
		state = 'releasing';
		const releasing = first.finish([ANNA], 'free');
		const second = run();
		expect((await ask(second))[0]).toBe('claimed');
		await ended(releasing);
		await second.finish([ANNA], 'inDoubt');
		expect((await ask(run()))[0]).toBe('interrupted');
	});

	it('that a slow database leaves no time for put nothing in doubt that was sent', async () => {
		const { run, runWith, clock, ask } = overDatabase();
		const first = run();
		await first.claim([ANNA]);
		await first.finish([ANNA], 'sent');
		const slow = runWith(async () => await clock.wait(1.2 * SECOND));
		expect((await ask(slow))[0]).toBe('alreadySent');
		expect((await ask(run()))[0]).toBe('alreadySent');
	});
});

it('asks for many keys in short leases, and tells of all', async () => {
	const { run, calls } = overStore();
	const many = Array.from({ length: 200 }, (_, index) => entry(`${1e6 + index}`));
	const first = run();
	await first.claim(many);
	await first.finish(many, 'sent');
	calls.length = 0;
	const claims = await run().claim(many);
	expect([...claims.values()].every((claim) => claim.kind === 'settled')).toBe(true);
	const records = calls.filter(({ method }) => method === 'record');
	expect(Math.max(...records.slice(1).map(({ marks }) => marks.length))).toBeLessThanOrEqual(252);
});
