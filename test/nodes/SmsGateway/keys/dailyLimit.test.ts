import { withoutLock } from '../../../../nodes/SmsGateway/keys/lock';
import { DailyClaims, type DailyCount } from '../../../../nodes/SmsGateway/keys/dailyLimit';
import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/keys/deduplication';
import { createKeys } from '../../../../nodes/SmsGateway/keys/keys';
import { settle, virtualClock } from '../delivery/virtual-clock';
import { memoryMarkStore } from './memory-mark-store';
import { entryTo } from '../../../fixtures/entries';

const entryOf = (index: number, key = '') =>
	entryTo(`3361234${String(index).padStart(4, '0')}`, { key });

/** Runs of one node over a store that keeps so many marks. */
function nodeWith(most: number, kept = Infinity) {
	const clock = virtualClock();
	const store = memoryMarkStore(kept);
	let day = 'Monday';
	const inProcess = () => createKeys(store, withoutLock(), clock);
	const open = (keys = inProcess()) => keys.openRun(false, 0, { most, dayAt: () => day });
	return {
		store,
		inProcess,
		open,
		sleepUntil: (next: string) => void (day = next),
		/** How many of so many SMS a new run may send; it sends them. */
		async send(count: number, key = '', keys = inProcess()): Promise<number> {
			const run = open(keys);
			const entries = Array.from({ length: count }, (_, index) => entryOf(index, key));
			const claims = await run.claim(entries);
			const isAllowed = (entry: ReturnType<typeof entryOf>) =>
				(claims.get(entry)?.kind ?? 'claimed') === 'claimed';
			const allowed = entries.filter(isAllowed);
			await run.finish(allowed, 'sent');
			await run.end();
			return allowed.length;
		},
	};
}

it('is not pushed out of a full store by the marks of keys', async () => {
	// The greatest bit stays as it is while more marks of keys come than the store keeps.
	const { send, store } = nodeWith(300, 200);
	for (let round = 0; round < 25; round++) expect(await send(10, `round-${round}`)).toBe(10);
	expect(store.marks.size).toBeGreaterThan(150);
	expect(await send(60, 'last')).toBe(50);
	expect(await send(1, 'more')).toBe(0);
});

it('counts the day as used up where reading the count was cut off', async () => {
	const { send, store, sleepUntil } = nodeWith(100);
	await send(5);
	const { remove } = store;
	let calls = 0;
	// The process dies between the two writes.
	store.remove = async () => await new Promise(() => void calls++);
	void send(1);
	await settle();
	expect(calls).toBe(1);
	store.remove = remove;
	expect(await send(1)).toBe(0);
	expect(await send(1)).toBe(0);
	sleepUntil('Tuesday');
	expect(await send(1)).toBe(1);
});

it('repairs the count where it could be read and not written', async () => {
	const { inProcess, send, store } = nodeWith(100);
	await send(5);
	const { remove } = store;
	store.remove = async (marks) => {
		store.remove = remove;
		await Promise.reject(new Error(`busy: ${marks.length}`));
	};
	// Also where another execution counts meanwhile.
	const keys = inProcess();
	expect(await Promise.all([send(50, '', keys), send(10, '', keys)])).toStrictEqual([50, 10]);
	expect(await send(50)).toBe(35);
});

it('gives back at the end what was released, of the same day only', async () => {
	const { open, send, sleepUntil } = nodeWith(10);
	const run = open();
	const [one, other] = [entryOf(1), entryOf(2)];
	await run.claim([one, other]);
	await run.finish([one], 'free');
	await run.end();
	expect(await send(10)).toBe(9);
	const late = open();
	sleepUntil('Tuesday');
	await late.claim([one]);
	sleepUntil('Wednesday');
	await late.claim([other]);
	await late.finish([one], 'free');
	await late.end();
	expect(await send(10)).toBe(9);
});

it.each([
	['Monday', 0, 9],
	['Tuesday', 8, 9],
])('keeps the place of an entry for the rest of its day: %s', async (day, monday, tuesday) => {
	const { open, send, sleepUntil } = nodeWith(10);
	const run = open();
	const [one, other] = [entryOf(1), entryOf(2)];
	await run.claim([one, other]);
	await run.finish([one, other], 'free');
	sleepUntil(day);
	await run.claim([one]);
	await run.finish([one], 'sent');
	await run.end();
	expect(await send(10)).toBe(tuesday);
	sleepUntil('Monday');
	expect(await send(monday)).toBe(monday);
});

it('counts for the next day what was reserved for all before midnight and is sent after it', async () => {
	const { open, send, sleepUntil } = nodeWith(10);
	const run = open();
	await run.reserve!(6);
	sleepUntil('Tuesday');
	const entries = Array.from({ length: 6 }, (_, index) => entryOf(index));
	await run.claim(entries);
	await run.finish(entries, 'sent');
	await run.end();
	expect(await send(10)).toBe(4);
});

it.each([
	['before', 'taken'],
	['after', 'taken'],
	['before', 'given back'],
	['after', 'given back'],
])('counts once what is written twice, as n8n lost its answer %s the write: %s', async (...of) => {
	const [when, what] = of;
	const { open, send, store } = nodeWith(100);
	await send(5);
	const { remove } = store;
	const loseNext = () => {
		store.remove = async (marks) => {
			store.remove = remove;
			if (when === 'after') await remove(marks);
			await Promise.reject(new Error('lost'));
		};
	};
	const run = open();
	const entries = Array.from({ length: 50 }, (_, index) => entryOf(index));
	if (what === 'taken') loseNext();
	await run.claim(entries);
	await run.finish(entries.slice(0, 20), 'sent');
	await run.finish(entries.slice(20), 'free');
	if (what === 'given back') loseNext();
	await run.end();
	expect(await send(100)).toBe(75);
});

it('keeps what is in doubt so, where it may not be sent again', async () => {
	const { store } = nodeWith(1);
	const clock = virtualClock();
	const keys = createKeys(store, withoutLock(), clock);
	const limit = { most: 1, dayAt: () => 'Monday' };
	const entry = entryOf(1, 'order');
	const first = keys.openRun(false, 0, limit);
	await first.claim([entry]);
	await first.finish([entry], 'inDoubt');
	await first.end();
	const second = keys.openRun(true, 0, limit);
	expect((await second.claim([entry])).get(entry)).toMatchObject({
		kind: 'settled',
		outcome: {
			status: 'unknown',
			causes: [{ name: 'interrupted' }, { name: 'overDailyLimit', sms: 1 }],
		},
	});
	await second.end();
	const third = keys.openRun(false, 0);
	expect((await third.claim([entry])).get(entry)).toMatchObject({
		outcome: { status: 'unknown', reason: 'interrupted' },
	});
});

describe('a limit over a count', () => {
	/** @param used SMS of the day before */
	function limited(most: number, used = 0) {
		const asked: number[] = [];
		const count: DailyCount = async (_, change) => {
			asked.push((used = change(used)));
			return false;
		};
		const limit = { most, dayAt: () => 'Monday' };
		const run = new DailyClaims(NO_DEDUPLICATION, count, limit, virtualClock());
		return { run, asked };
	}
	const [one, other] = [entryOf(1), entryOf(2)];

	it('is asked for what is missing only, and told at the end what was not used', async () => {
		const { run, asked } = limited(10);
		await run.claim([one]);
		await run.finish([one], 'free');
		await run.claim([one]);
		await run.finish([one], 'free');
		await run.claim([one, other]);
		expect(asked).toStrictEqual([1, 2]);
		await run.finish([other], 'free');
		await run.end();
		expect(asked).toStrictEqual([1, 2, 1]);
	});

	it('says how much is left, which is nothing where more was used', async () => {
		const whyNot = async (used: number) => (await limited(3, used).run.reserve!(2))?.causes;
		const why = { name: 'overDailyLimit', sms: 2, most: 3 };
		expect(await whyNot(2)).toStrictEqual([{ ...why, left: 1 }]);
		expect(await whyNot(9)).toStrictEqual([{ ...why, left: 0 }]);
	});

	it('says that a count is lost, which raising the limit would not help', async () => {
		const count: DailyCount = async () => true;
		const limit = { most: 3, dayAt: () => 'Monday' };
		const run = new DailyClaims(NO_DEDUPLICATION, count, limit, virtualClock());
		const why = [{ name: 'overDailyLimit', sms: 2, most: 3, left: 0, isLost: true }];
		expect((await run.reserve!(2))?.causes).toStrictEqual(why);
	});

	it('gives what was released to others once all have ended, and asks those again who found no place beside one in progress', async () => {
		const { run } = limited(1);
		const first = await run.claim([one, other]);
		expect(first.get(one)).toBeUndefined();
		expect(first.get(other)?.kind).toBe('elsewhere');
		await run.finish([one], 'free');
		// An entry keeps its place for another attempt, or its part of a request that is divided.
		expect((await run.claim([other])).get(other)?.kind).toBe('elsewhere');
		expect((await run.claim([one])).get(one)).toBeUndefined();
		await run.finish([one], 'free');
		await run.othersEnded([one, other]);
		expect((await run.claim([other])).get(other)).toBeUndefined();
		await run.finish([other], 'sent');
		expect((await run.claim([one])).get(one)).toMatchObject({ kind: 'settled' });
	});
});
