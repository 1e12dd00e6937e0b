import { deliver } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import type { Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/keys/deduplication';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import type { LedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { withoutKnown } from '../../../../nodes/SmsGateway/history/context';
import type { SimulatedService } from './simulated-service';
import { STUCK, type VirtualClock } from './virtual-clock';

export type World = Readonly<{ clock: VirtualClock; service: SimulatedService }>;

export type Delivery = Readonly<{ outcomes: readonly Outcome[]; requests: number }>;

export type Round = Delivery & { plan: Plan };

export const entriesIn = ({ rows }: Plan): Entry[] => rows.map(({ entry }) => entry);
export const settledIn = ({ rows }: Plan) => rows.map(({ outcome }) => outcome);

/** Rows change while they are sent: each run has its own. */
function copyOf({ rows, requests }: Plan): Plan {
	const own = rows.map((row) => ({ ...row }));
	const asOwn = (one: Plan['requests'][number]) => ({
		...one,
		rows: one.rows.map(({ index }) => own[index]!),
	});
	return { rows: own, requests: requests.map(asOwn) };
}

export const SETTINGS: DeliverySettings = {
	concurrency: 5,
	requestsPerSecond: 0,
	uncertain: 'doNotResend',
	endsOnFailure: false,
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
	const own = copyOf(plan);
	const left = withoutKnown(own, ledger, chosen.uncertain, () => undefined);
	const requests = await deliver(left, chosen, {
		send: service.send,
		clock,
		deduplication: NO_DEDUPLICATION,
		...tools,
		ledger,
	});
	return { requests, outcomes: settledIn(own).map((outcome) => outcome!), plan };
};

/** Lets time pass until the work has ended. */
export async function untilEnded<T>({ clock }: World, work: Promise<T>): Promise<T> {
	const result = await clock.run(work);
	if (result === STUCK) throw new Error('It waits for something that never comes');
	return result;
}

export const run = async (...given: Parameters<typeof start>): Promise<Round> =>
	await untilEnded(given[0], start(...given));
