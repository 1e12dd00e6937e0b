import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import { emptyLedgerData, type LedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import type { SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { startProcess as startKeys } from '../keys/processes';
import { start, type Round, type World } from '../delivery/harness';
import { STUCK } from '../delivery/virtual-clock';

/** When things go wrong, counted in steps: a step is anything that the world outside could notice. */
export type Accidents = Readonly<{
	/** The process dies at this step. */
	crashAt: number;
	/** The execution's data was saved at this step for the last time. */
	saveAt: number;
	/** The database fails from this step on. */
	storeFailsAt: number;
	/** ... and works again from this one on. */
	storeWorksAt: number;
}>;

export const NO_ACCIDENTS: Accidents = {
	crashAt: Infinity,
	saveAt: Infinity,
	storeFailsAt: Infinity,
	storeWorksAt: Infinity,
};

export type Outside = World & Readonly<{ database: MemoryDeduplicator }>;

export type Ended = {
	round?: Round;
	/** What n8n has of the execution's data. */
	saved: LedgerData;
};

const copy = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T;

/** Starts the node in a process of its own, which may die between any two steps. */
export function startProcess(
	plan: Plan,
	settings: DeliverySettings,
	{ database, ...world }: Outside,
	{ crashAt, saveAt, storeFailsAt, storeWorksAt }: Accidents = NO_ACCIDENTS,
	before: LedgerData = emptyLedgerData(),
): { delivery: Promise<Round>; saved(): LedgerData } {
	const data = copy(before);
	let saved = before;
	let steps = 0;

	async function isAlive(): Promise<void> {
		if (steps >= crashAt) await new Promise<never>(() => {});
	}
	async function step(): Promise<void> {
		steps++;
		if (steps === saveAt) saved = copy(data);
		await isAlive();
	}
	async function touchDatabase(): Promise<void> {
		await step();
		if (steps >= storeFailsAt && steps < storeWorksAt) throw new Error('the database is gone.');
	}

	const { keys } = startKeys(database, world.clock, touchDatabase, isAlive);
	const tools = {
		async send(message: SmsRequest) {
			await step();
			const result = await world.service.send(message);
			await step();
			return result;
		},
		deduplication: keys.openRun(settings.uncertain === 'resend', 30_000),
	};
	const delivery = start(world, plan, settings, tools, data).then((round) => {
		saved = copy(data);
		return round;
	});
	return { delivery, saved: () => saved };
}

export async function inProcess(...given: Parameters<typeof startProcess>): Promise<Ended> {
	const [, , { clock }] = given;
	const { delivery, saved } = startProcess(...given);
	const round = await clock.run(delivery);
	return round === STUCK ? { saved: saved() } : { round, saved: saved() };
}
