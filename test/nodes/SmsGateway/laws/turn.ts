import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/history/deduplication';
import { deliver, type Delivery } from '../../../../nodes/SmsGateway/delivery/deliver';
import type { DeliverySettings, DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { isFailure, STATUSES, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { simulatedService, type Fate, type SimulatedService } from '../delivery/simulated-service';
import { STUCK, virtualClock, type VirtualClock } from '../delivery/virtual-clock';
import { planOf, type Campaign } from './scenario';

export type Round = Delivery & { plan: Plan };

export type Turn = {
	readonly clock: VirtualClock;
	readonly service: SimulatedService;
	/** Runs the node once; a second time as n8n's retries do, with what the execution saved. */
	run(): Promise<Round>;
};

/** One turn of the node: what it is given, and the service that it meets. */
export function turnOf(
	campaign: Campaign,
	settings: DeliverySettings,
	fates: readonly Fate[],
	tools: Partial<DeliveryTools> = {},
): Turn {
	const clock = virtualClock([0.9, 0, 0.4]);
	const service = simulatedService(clock, fates);
	let saved = emptyLedgerData();
	let runs = 0;
	return {
		clock,
		service,
		async run() {
			const data = JSON.parse(JSON.stringify(saved)) as typeof saved;
			const plan = planOf(campaign, runs++);
			const ledger = openLedger(data);
			const given = {
				send: service.send,
				clock,
				ledger,
				deduplication: NO_DEDUPLICATION,
				...tools,
			};
			const delivery = await clock.run(deliver(plan, settings, given));
			if (delivery === STUCK) throw new Error('The run never ended');
			saved = data;
			return { ...delivery, plan };
		},
	};
}

/** Conservation: each entry has one outcome of the known kinds, complete and unambiguous. */
export function expectOneOutcomeEach({ plan, outcomes }: Round): void {
	expect(outcomes).toHaveLength(plan.entries.length);
	for (const outcome of outcomes) {
		expect(STATUSES).toContain(outcome?.status);
		expect(outcome.explanation).not.toBe('');
	}
}

/** How many of something each has. */
export function countBy<T>(things: Iterable<T>, nameOf: (thing: T) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const thing of things) {
		const name = nameOf(thing);
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
}

export const withStatus = ({ outcomes }: Round, status: Outcome['status']): number[] =>
	[...outcomes.keys()].filter((index) => outcomes[index]!.status === status);

/** Runs again and again, as a patient user would, until nothing has failed or nothing changes. */
export async function runUntilSettled(turn: Turn, most: number): Promise<Round> {
	for (let runs = 1; ; runs++) {
		const round = await turn.run();
		if (runs >= most || !round.outcomes.some(isFailure)) return round;
	}
}
