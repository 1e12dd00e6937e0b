import * as fc from 'fast-check';
import type { Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { simulatedService, type Arrival } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { cases, law } from './cases';
import { NO_ACCIDENTS, startProcess, type Outside } from './process';
import { fates, settings } from './scenario';
import { countBy, expectOnceEach } from './turn';
import { entryTo } from '../../../fixtures/entries';

const PAIRS = ['22997000001', '22997000002', '33612345678'].flatMap((recipient) =>
	['one', 'two'].map((key) => ({ recipient, key })),
);

const entriesOf = (pairs: ReadonlyArray<{ recipient: string; key: string }>): Entry[] =>
	pairs.map(({ recipient, key }, item) =>
		entryTo(recipient, { item, message: `Order ${key}`, key }),
	);

const nameOf = ({ recipient, key }: Entry): string => `${recipient} ${key}`;

/** How often the service took each recipient's SMS per key. */
const takenOf = (log: readonly Arrival[]): Map<string, number> =>
	countBy(
		log
			.filter(({ took }) => took)
			.flatMap(({ recipients, message }) =>
				recipients.map((recipient) => `${recipient} ${message.slice('Order '.length)}`),
			),
		(name) => name,
	);

const executions = (killed: fc.Arbitrary<number>) =>
	fc.array(
		fc.record({
			pairs: fc.shuffledSubarray(PAIRS, { minLength: 1 }),
			batchSize: fc.constantFrom(undefined, 1, 2, 9),
			given: settings({ uncertain: 'doNotResend', stopOnFailure: false, requestsPerSecond: 0 }),
			startsAfter: fc.constantFrom<number>(0, 0, 3, 20, 500, 9_000, 40_000),
			crashAt: killed,
		}),
		{ minLength: 2, maxLength: 4 },
	);

type Story = ReturnType<typeof executions> extends fc.Arbitrary<infer T> ? T : never;

/** A database that takes some milliseconds for everything, in an order that chance decides. */
function outside(future: Parameters<typeof simulatedService>[1], chance: number[]): Outside {
	const clock = virtualClock(chance);
	const latencies = virtualClock(chance);
	const database = new MemoryDeduplicator(
		async () => await clock.wait(1 + Math.floor(latencies.random() * 4)),
	);
	return { clock, service: simulatedService(clock, future), database };
}

type Life = { entries: Entry[]; delivery?: Delivery; took?: number };

/** Each execution in a process of its own; those that were killed have no delivery. */
async function live(story: Story, world: Outside): Promise<Life[]> {
	const lives = story.map(({ pairs }): Life => ({ entries: entriesOf(pairs) }));
	const ended = story.map(async ({ batchSize, given, startsAfter, crashAt }, index) => {
		const life = lives[index]!;
		await world.clock.wait(startsAfter);
		const began = world.clock.now();
		const plan = planRequests(life.entries, { batchSize });
		const { delivery } = startProcess(plan, given, world, { ...NO_ACCIDENTS, crashAt });
		life.delivery = await delivery;
		life.took = world.clock.now() - began;
	});
	// Stuck where one was killed: the others have ended then.
	await world.clock.run(Promise.all(ended));
	return lives;
}

const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
	minLength: 1,
	maxLength: 20,
});
const killed = fc.oneof(
	{ weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }) },
	{ weight: 1, arbitrary: fc.constant(Infinity) },
);

law(
	'processes at the same time: nobody gets two SMS under one key, and each outcome is true',
	cases(200),
	[executions(fc.constant(Infinity)), fates, chances],
	async (story, future, chance) => {
		const world = outside(future, chance);
		const lives = await live(story, world);
		const taken = takenOf(world.service.log);
		expectOnceEach(taken);
		const uncertain = new Set<string>();
		for (const { entries, delivery } of lives) {
			expect(delivery).toBeDefined();
			delivery!.outcomes.forEach(({ status, request }, index) => {
				if (status === 'unknown' && request !== undefined) uncertain.add(nameOf(entries[index]!));
			});
		}
		for (const { entries, delivery } of lives) {
			delivery!.outcomes.forEach(({ status, reason }, index) => {
				const name = nameOf(entries[index]!);
				if (status === 'accepted' || reason === 'alreadySent') expect(taken.get(name)).toBe(1);
				// Nobody is in doubt but for an uncertain answer of the service.
				if (reason === 'interrupted') expect([...uncertain]).toContain(name);
			});
		}
	},
);

law(
	'whichever are killed at any moment: nobody gets two SMS, who is missing is named, and nobody waits for long',
	cases(200),
	[executions(killed), fates, chances],
	async (story, future, chance) => {
		const world = outside(future, chance);
		const lives = await live(story, world);
		const before = takenOf(world.service.log);
		expectOnceEach(before);
		lives.forEach(({ entries, delivery }, execution) => {
			if (story[execution]!.crashAt === Infinity) expect(delivery).toBeDefined();
			delivery?.outcomes.forEach(({ status, reason }, index) => {
				const name = nameOf(entries[index]!);
				if (status === 'accepted' || reason === 'alreadySent') expect(before.get(name)).toBe(1);
			});
		});

		const everybody = {
			...story[0]!,
			pairs: PAIRS,
			startsAfter: 0,
			crashAt: Infinity,
		};
		const callsLeft = () => Math.max(0, future.length - world.service.log.length);
		let last: Life | undefined;
		for (let runs = callsLeft(); runs >= 0; runs--) {
			const requests = world.service.log.length;
			[last] = await live([everybody], world);
			expect(last!.delivery).toBeDefined();
			// A recipient with two keys in doubt waits for one after the other.
			if (world.service.log.length === requests) expect(last!.took).toBeLessThan(2 * 90_000);
		}
		const taken = takenOf(world.service.log);
		expectOnceEach(taken);
		last!.delivery!.outcomes.forEach(({ status, reason }, index) => {
			const name = nameOf(last!.entries[index]!);
			if (status === 'accepted' || reason === 'alreadySent') expect(taken.get(name)).toBe(1);
			if (!taken.has(name)) expect(['unknown', 'rejected', 'notSent']).toContain(status);
		});
	},
);
