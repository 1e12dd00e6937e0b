import type { Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { STUCK, virtualClock } from '../delivery/virtual-clock';
import { keysOver, memoryMarkStore } from './memory-mark-store';
import { memoryDatabase, mortalProcess, startProcess } from './processes';
import { entryTo } from '../../../fixtures/entries';

const SECOND = 1000;

const entry = (recipient: string, key = 'order-1') => entryTo(recipient, { key });
const ANNA = entry('2290197000001');
const BEN = entry('33612345678');

/** n8n's database, and processes that share it. */
function world() {
	const clock = virtualClock();
	const database = memoryDatabase();

	function process() {
		const { keys, kill } = mortalProcess(database, clock);
		return { kill, execution: (resend = false) => keys.openRun(resend, 30 * SECOND) };
	}

	/** The outcome that settles an entry, undefined where it is claimed, and how long that took. */
	async function ask(deduplication: Deduplication, one = ANNA) {
		const asked = clock.now();
		const work = (async (): Promise<Outcome | undefined> => {
			for (;;) {
				const claim = (await deduplication.claim([one])).get(one)!;
				if (claim.kind === 'claimed') return undefined;
				if (claim.kind === 'settled') return claim.outcome;
				await deduplication.othersEnded([one]);
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
	it('is kept apart per recipient, and the recipient per key', async () => {
		const { process, reason } = world();
		const execution = process().execution();
		await execution.claim([entry('1', 'a'), entry('11', 'b')]);
		for (const other of [entry('1', 'b'), entry('11', 'a'), entry('1', '1 a')]) {
			expect(await reason(execution, other)).toBeUndefined();
		}
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
			expect(took).toBeLessThan(50 * SECOND);
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
		const execution = keysOver(store, clock).openRun(false, 30 * SECOND);
		const claims = (await clock.run(execution.claim([ANNA, BEN]))) as Map<Entry, unknown>;
		expect(claims.get(ANNA)).toStrictEqual({ kind: 'claimed' });
		expect(claims.get(BEN)).toMatchObject({
			kind: 'settled',
			outcome: {
				status: 'notSent',
				reason: 'deduplicationUnavailable',
				explanation: [{ name: 'notSaved', what: 'key', error: 'the database is gone.' }],
			},
		});
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
		const first = startProcess(database, clock, step).keys.openRun(false, 30 * SECOND);
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
		expect(await reason(keys.openRun(false, 30 * SECOND))).toBe('alreadySent');
		expect(await reason(process().execution())).toBe('alreadySent');
	});

	it('are not made for an entry that is not claimed', async () => {
		const { process, database } = world();
		const execution = process().execution();
		await execution.confirm([ANNA]);
		await execution.release([BEN]);
		await execution.end();
		expect(database.calls).toStrictEqual([]);
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
		expect(methods(database)).toStrictEqual(LOCKED);
		await execution.confirm([ANNA, BEN]);
		expect(methods(database)).toStrictEqual([...LOCKED, ...LOCKED]);
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
		expect(await one.execution().claim([])).toStrictEqual(new Map());
		expect(database.calls).toStrictEqual([]);
	});
});

it.each([
	['confirm', 'alreadySent'],
	['release', undefined],
	['putInDoubt', 'interrupted'],
	['end', 'interrupted'],
] as const)(
	'of two executions in one process the second waits until the %s of the first',
	async (end, reason) => {
		const { process, ask, clock } = world();
		const one = process();
		const [first, second] = [one.execution(), one.execution()];
		await first.claim([ANNA]);
		const found = await second.claim([ANNA, BEN]);
		expect(found.get(BEN)).toStrictEqual({ kind: 'claimed' });
		expect(found.get(ANNA)).toStrictEqual({ kind: 'elsewhere' });
		void clock.wait(5 * SECOND).then(async () => await first[end]([ANNA]));
		const told = await ask(second);
		expect(told.reason).toBe(reason);
		expect(told.took).toBeLessThan(6.5 * SECOND);
	},
);

it('of two executions in one process the second waits no longer than for one in another', async () => {
	const { process, ask } = world();
	const one = process();
	const [first, second] = [one.execution(), one.execution()];
	await first.claim([ANNA]);
	expect(await ask(second)).toMatchObject({ reason: 'interrupted', took: 40 * SECOND });
	await first.confirm([ANNA]);
	expect(await ask(one.execution())).toMatchObject({ reason: 'alreadySent', took: 0 });
});

describe('of two processes', () => {
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

	it.each(['confirm', 'putInDoubt'] as const)(
		'what is lost of a write is written again: %s',
		async (how) => {
			const { process, clock, database, reason } = world();
			let losses = 0;
			const step = async () => {
				if (losses-- > 0) throw new Error('connection lost');
			};
			const first = startProcess(database, clock, step).keys.openRun(false, 30 * SECOND);
			await first.claim([ANNA]);
			losses = 1;
			await clock.run(first[how]([ANNA]));
			const ends = { confirm: 'alreadySent', putInDoubt: 'interrupted' };
			expect(await reason(process().execution())).toBe(ends[how]);
		},
	);
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
