import { createDeduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import { deliver, type Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import {
	emptyLedgerData,
	openLedger,
	type LedgerData,
} from '../../../../nodes/SmsGateway/history/ledger';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { MemoryDeduplicator } from '../../../support/deduplicator';
import { startProcess as startKeys } from '../history/processes';
import type { SimulatedService } from '../delivery/simulated-service';
import { STUCK, type VirtualClock } from '../delivery/virtual-clock';
import type { Round } from './turn';

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

export type Outside = Readonly<{
	clock: VirtualClock;
	service: SimulatedService;
	database: MemoryDeduplicator;
}>;

export type Ended = {
	/** Undefined where the process died. */
	round?: Round;
	/** What n8n has of the execution's data. */
	saved: LedgerData;
};

const copy = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T;

/** Starts the node in a process of its own, which may die between any two steps. */
export function startProcess(
	plan: Plan,
	settings: DeliverySettings,
	{ clock, service, database }: Outside,
	{ crashAt, saveAt, storeFailsAt, storeWorksAt }: Accidents = NO_ACCIDENTS,
	before: LedgerData = emptyLedgerData(),
): { delivery: Promise<Delivery>; saved(): LedgerData } {
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

	const { keys } = startKeys(database, clock, touchDatabase, isAlive);
	const delivery = deliver(plan, settings, {
		clock,
		ledger: openLedger(data),
		async send(message) {
			await step();
			const result = await service.send(message);
			await step();
			return result;
		},
		deduplication: createDeduplication(keys, settings.uncertain === 'resend'),
	}).then((result) => {
		saved = copy(data);
		return result;
	});
	return { delivery, saved: () => saved };
}

/** Runs it to its end, or to its death. */
export async function inProcess(...given: Parameters<typeof startProcess>): Promise<Ended> {
	const [plan, , { clock }] = given;
	const { delivery, saved } = startProcess(...given);
	const ended = await clock.run(delivery);
	return ended === STUCK ? { saved: saved() } : { round: { ...ended, plan }, saved: saved() };
}
