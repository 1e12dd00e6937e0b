import type { Entry, SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { Clock } from '../../../../nodes/SmsGateway/clock';
import type { KeyEnd } from '../../../../nodes/SmsGateway/keys/deduplication';
import { MARKS_KEPT } from '../../../../nodes/SmsGateway/keys/n8nStore';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { SETTINGS } from '../delivery/harness';
import { ACCEPTED, answer, fate, REFUSED, type Fate } from '../delivery/simulated-service';
import { START, STUCK, virtualClock } from '../delivery/virtual-clock';
import { keysOver, memoryMarkStore } from '../keys/memory-mark-store';
import { told } from '../keys/processes';
import './cases';
import { startProcess, type Outside } from './process';
import { entryTo } from '../../../fixtures/entries';

const SECOND = 1000;

const campaign = (name: string, count: number): Entry[] =>
	Array.from({ length: count }, (_, item) => entryTo(`${name}${item}`, { item, key: 'sale' }));

/** A world whose service answers as `fateAt` says; how many requests it took for each recipient. */
function world(
	fateAt: (seconds: number, message: SmsRequest) => Fate,
	work?: ConstructorParameters<typeof MemoryDeduplicator>[1],
) {
	const clock = virtualClock([0.5, 0.1, 0.9, 0.3]);
	const taken = new Map<string, number>();
	const database = new MemoryDeduplicator(async () => await clock.wait(2), work);
	const service = {
		log: [],
		async send(message: SmsRequest) {
			const { reply, took, after } = fateAt((clock.now() - START) / SECOND, message);
			await clock.wait(after);
			if (took) for (const one of message.recipients) taken.set(one, (taken.get(one) ?? 0) + 1);
			return reply;
		},
	};
	const outside: Outside = { clock, service, database };
	const run = async (
		entries: readonly Entry[],
		{
			batchSize = 100,
			startsAt = 0,
			...given
		}: Partial<typeof SETTINGS> & { batchSize?: number; startsAt?: number } = {},
	) => {
		await clock.wait(startsAt * SECOND);
		const settings = { ...SETTINGS, ...given };
		const plan = planRequests(entries, { batchSize });
		return await startProcess(plan, settings, outside).delivery;
	};
	const all = async <T>(work: Promise<T>): Promise<T> => {
		const result = await clock.run(work);
		if (result === STUCK) throw new Error('It waits for something that never comes');
		return result;
	};
	const twice = () => [...taken.values()].filter((times) => times > 1).length;
	return { clock, database, taken, run, all, twice };
}

describe('nobody gets two SMS under one key', () => {
	it('as long as it is one of the last 40,000, also where all are in doubt and asked for', async () => {
		const keys = keysOver(memoryMarkStore(MARKS_KEPT), virtualClock());
		const list = campaign('22', 40_000);
		async function claimAll(end: KeyEnd): Promise<Set<string>> {
			const run = keys.openRun(false, 0);
			const found = new Set<string>();
			for (let from = 0; from < list.length; from += 500) {
				const some = list.slice(from, from + 500);
				for (const claim of (await run.claim(some)).values()) found.add(told(claim));
				await run.finish(some, end);
			}
			return found;
		}
		await claimAll('inDoubt');
		await claimAll('sent');
		expect(await claimAll('sent')).toStrictEqual(new Set(['interrupted']));
	});

	it('where many are released from a full store, which takes n8n long, and another process sends', async () => {
		const clocks: Clock[] = [];
		const one = world(
			(_, { recipients }) => fate(recipients[0]!.startsWith('44') ? REFUSED : ACCEPTED),
			async ({ method, values, rowLength }) => {
				if (method === 'remove') await clocks[0]!.wait((values * rowLength) / 1e5);
			},
		);
		clocks.push(one.clock);
		await one.all(one.run(campaign('11', 30_000), { batchSize: 2000 }));
		const list = campaign('22', 40);
		const slow = one.run(campaign('44', 20_000), { batchSize: 4000 });
		const both = [
			one.run(list, { batchSize: 1, startsAt: 1, concurrency: 2 }),
			one.run(list, { batchSize: 1, startsAt: 16, concurrency: 2 }),
			one.run(list, { batchSize: 1, startsAt: 25, concurrency: 2 }),
		];
		await one.all(Promise.all([slow, ...both]));
		expect(one.twice()).toBe(0);
	});

	it('as long as it is one of the last 40,000, with a store that keeps what n8n keeps', async () => {
		const busy = fate(answer(429, '', { 'retry-after': '7' }));
		let requests = 0;
		const { run, all, twice, database } = world(() =>
			++requests % 11 === 0 ? busy : fate(ACCEPTED, { after: 400 }),
		);
		const first = campaign('22', 20_000);
		await all(Promise.all([run(first, { batchSize: 500 }), run(campaign('33', 5000))]));
		await all(Promise.all([run(campaign('44', 10_000)), run(campaign('55', 5000))]));
		await all(run(first.slice(0, 300)));
		expect(twice()).toBe(0);
		expect(database.size).toBeLessThanOrEqual(80_000 + 1);
	});

	it('where one request is slow and the others of its run would push its claim out', async () => {
		let isFirst = true;
		const { run, all, taken, twice, clock } = world(() => {
			const isSlow = isFirst;
			isFirst = false;
			return fate(ACCEPTED, { after: isSlow ? 59 * SECOND : 10 });
		});
		const list = campaign('22', 40_000);
		const began = clock.now();
		const slow = run(list, { batchSize: 2000 });
		const rerun = await all(
			Promise.all([slow, run(list.slice(0, 100), { batchSize: 100, startsAt: 50 })]),
		);
		expect(new Set(rerun[1].outcomes.map(({ reason }) => reason))).toStrictEqual(
			new Set(['alreadySent']),
		);
		expect(twice()).toBe(0);
		expect(taken.size).toBe(40_000);
		expect(clock.now() - began).toBeGreaterThan(59 * SECOND);
	});
});
