import { deliver, type Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import {
	progressOf,
	type DeliverySettings,
	type DeliveryTools,
} from '../../../../nodes/SmsGateway/delivery/run';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/keys/deduplication';
import {
	emptyLedgerData,
	openLedger,
	type LedgerData,
} from '../../../../nodes/SmsGateway/history/ledger';
import { withoutKnown } from '../../../../nodes/SmsGateway/history/context';
import type { SimulatedService } from './simulated-service';
import { STUCK, type VirtualClock } from './virtual-clock';

/** What is outside a process of n8n: the time, and the SMS service. */
export type World = Readonly<{ clock: VirtualClock; service: SimulatedService }>;

export type Round = Delivery & { plan: Plan };

export const SETTINGS: DeliverySettings = {
	concurrency: 5,
	requestsPerSecond: 0,
	uncertain: 'doNotResend',
	stopOnFailure: false,
};

/**
 * Starts the node on a plan: the one place where the tests call deliver().
 *
 * @param saved what n8n has saved of the execution, for a retry
 */
export const start = async (
	{ clock, service }: World,
	plan: Plan,
	settings: Partial<DeliverySettings> = {},
	tools: Partial<DeliveryTools> = {},
	saved: LedgerData = emptyLedgerData(),
): Promise<Round> => {
	const ledger = tools.ledger ?? openLedger(saved);
	const chosen = { ...SETTINGS, ...settings };
	const left = withoutKnown(plan, ledger, chosen.uncertain, () => undefined);
	const delivery = await deliver(left, chosen, {
		send: service.send,
		clock,
		deduplication: NO_DEDUPLICATION,
		progress: progressOf(left),
		...tools,
		ledger,
	});
	return { ...delivery, plan };
};

/** Lets time pass until the work has ended. */
export async function untilEnded<T>({ clock }: World, work: Promise<T>): Promise<T> {
	const result = await clock.run(work);
	if (result === STUCK) throw new Error('It waits for something that never comes');
	return result;
}

/** Starts the node and lets time pass until it has ended. */
export const run = async (...given: Parameters<typeof start>): Promise<Round> =>
	await untilEnded(given[0], start(...given));
