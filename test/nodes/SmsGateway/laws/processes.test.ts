import * as fc from 'fast-check';
import type { Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
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

const crashAt = fc.oneof(
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
	{ weight: 1, arbitrary: fc.constant(Infinity) },
);

const executions = fc.array(
	fc.record({
		pairs: fc.shuffledSubarray(PAIRS, { minLength: 1 }),
		batchSize: fc.constantFrom(undefined, 1, 2, 9),
		given: settings({ uncertain: 'doNotResend', stopOnFailure: false, requestsPerSecond: 0 }),
		startsAfter: fc.constantFrom<number>(0, 0, 3, 20, 500, 9_000, 40_000),
		crashAt,
	}),
	{ minLength: 2, maxLength: 4 },
);

type Story = typeof executions extends fc.Arbitrary<infer T> ? T : never;

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

/** What an execution calls sent was sent, once. */
function expectTruth({ entries, delivery }: Life, taken: ReadonlyMap<string, number>): void {
	delivery?.outcomes.forEach(({ status, reason }, index) => {
		if (status === 'accepted' || reason === 'alreadySent') {
			expect(taken.get(nameOf(entries[index]!))).toBe(1);
		}
	});
}

/** Those that ended so. */
const namesWith = (lives: readonly Life[], isSo: (outcome: Outcome) => boolean): string[] =>
	lives.flatMap(({ entries, delivery }) =>
		entries.filter((_, index) => delivery && isSo(delivery.outcomes[index]!)).map(nameOf),
	);

const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
	minLength: 1,
	maxLength: 20,
});

law(
	'whichever are killed at any moment: nobody gets two SMS under one key, each outcome is true, who is missing is named, and nobody waits for long',
	cases(350),
	[executions, fates, chances],
	async (story, future, chance) => {
		const world = outside(future, chance);
		const lives = await live(story, world);
		const before = takenOf(world.service.log);
		expectOnceEach(before);
		for (const life of lives) expectTruth(life, before);
		lives.forEach(({ delivery }, index) => {
			if (story[index]!.crashAt === Infinity) expect(delivery).toBeDefined();
		});
		if (lives.every(({ delivery }) => delivery)) {
			// Nobody is in doubt but for an uncertain answer of the service.
			const inDoubt = namesWith(lives, ({ reason }) => reason === 'interrupted');
			const asked = ({ status, request }: Outcome) => status === 'unknown' && request !== undefined;
			expect(namesWith(lives, asked)).toStrictEqual(expect.arrayContaining(inDoubt));
		}

		const everybody = { ...story[0]!, pairs: PAIRS, startsAfter: 0, crashAt: Infinity };
		let last: Life;
		for (let seen = -1; world.service.log.length > seen;) {
			seen = world.service.log.length;
			[last] = (await live([everybody], world)) as [Life];
			expect(last.delivery).toBeDefined();
		}
		// A recipient with two keys in doubt waits for one after the other.
		expect(last!.took).toBeLessThan(2 * 90_000);
		const taken = takenOf(world.service.log);
		expectOnceEach(taken);
		expectTruth(last!, taken);
		const settled = namesWith([last!], ({ status }) => ['accepted', 'skipped'].includes(status));
		expect([...taken.keys()]).toStrictEqual(expect.arrayContaining(settled));
	},
);
