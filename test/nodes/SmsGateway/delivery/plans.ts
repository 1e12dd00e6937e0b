import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/keys/deduplication';
import type { Deduplication } from '../../../../nodes/SmsGateway/keys/deduplication';
import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { emptyLedgerData, type LedgerData } from '../../../../nodes/SmsGateway/history/ledger';
import { recipientSafeguards } from '../../../../nodes/SmsGateway/domain/safeguards';
import { planRequests, type PlanRules } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { keysOver, memoryMarkStore, type MemoryMarkStore } from '../keys/memory-mark-store';
import { claimed, keysIn, sent } from '../keys/marks';
import { entryTo } from '../../../fixtures/entries';
import { run, type Delivery, type World } from './harness';
import { simulatedService } from './simulated-service';
import type { Fate, Refuses, SimulatedService } from './simulated-service';
import { virtualClock } from './virtual-clock';

/** An entry per item: a number, with the text "Hi" where none is given. */
export const entriesOf = (...given: Array<string | [string, string, string?]>): Entry[] =>
	given.map((one, item) => {
		const [recipient, message, key = ''] = typeof one === 'string' ? [one, 'Hi'] : one;
		return entryTo(recipient, { item, message, key });
	});

export const people = (count: number): Entry[] =>
	entriesOf(
		...Array.from({ length: count }, (_, at): [string, string, string] => [`${at}`, 'Hi', 'order']),
	);

/** The safeguard Excluded Recipients. */
export const excluding = (...recipients: string[]): NonNullable<PlanRules['refusalOf']> =>
	recipientSafeguards({ excluded: new Set(recipients) });

export type Bench = World & {
	readonly store: MemoryMarkStore;
	/** What the execution has saved so far. */
	readonly ledger: LedgerData;
	elsewhere(): Deduplication;
	/** Runs the node; later runs are retries, with what the execution saved. */
	run(
		entries: readonly Entry[],
		given?: Partial<DeliverySettings> & Partial<PlanRules> & Partial<DeliveryTools>,
	): Promise<Delivery>;
};

/** An execution of the node with its service, its time, and a store of keys. */
export function bench(...given: Array<Fate | Refuses>): Bench {
	const clock = virtualClock();
	const fates = given.filter((one) => typeof one === 'object');
	const refuses = given.find((one) => typeof one === 'function');
	const world = { clock, service: simulatedService(clock, fates, refuses) };
	const store = memoryMarkStore();
	const ledger = emptyLedgerData();
	const keys = keysOver(store, clock);
	const elsewhere = (resend = false) => keys.openRun(resend, 30_000);
	return {
		...world,
		store,
		ledger,
		elsewhere,
		async run(entries, { batchSize, refusalOf, ...given } = {}) {
			const hasKeys = entries.some(({ key }) => key !== '');
			const deduplication = hasKeys ? elsewhere(given.uncertain === 'resend') : NO_DEDUPLICATION;
			const plan = planRequests(entries, { batchSize, refusalOf });
			return await run(world, plan, given, { deduplication, ...given }, ledger);
		},
	};
}

export const statuses = ({ outcomes }: Delivery) => outcomes.map(({ status }) => status);
export const reasons = ({ outcomes }: Delivery) => outcomes.map(({ reason }) => reason);
export const texts = ({ log }: SimulatedService) =>
	log.map(({ recipients, message }) => `${message}: ${recipients.join('|')}`);

export type KeyClaim = { numbers: string[]; sent: number; at: number };

export function claimsOf({ store, clock, service }: Bench): KeyClaim[] {
	const claims: KeyClaim[] = [];
	const record = store.record.bind(store);
	store.record = async (marks) => {
		// To confirm is to record both.
		const confirmed = keysIn(marks, sent);
		const numbers = keysIn(marks, claimed)
			.filter((key) => !confirmed.includes(key))
			.map((one) => one.split(' ')[0]!);
		if (numbers.length > 0) claims.push({ numbers, sent: service.log.length, at: clock.now() });
		await clock.wait(3);
		return await record(marks);
	};
	return claims;
}
