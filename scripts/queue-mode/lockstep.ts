import type { Recipient } from './campaign';
import { outcomesOf, type Fleet } from './fleet';

export interface LockstepOptions {
	/** A workflow of the fleet. */
	workflow: string;
	processes: number;
	recipients: number;
}

export interface LockstepResult {
	recipients: number;
	/** Recipients with more than one SMS, and with none. */
	twice: number;
	missing: number;
	/** Outcomes by reason, over all processes. */
	reasons: Record<string, number>;
	seconds: number;
}

/** Milliseconds. */
const LATENCY = 50;

let people = 0;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: String(2_290_197_000_000 + people),
		order: `order-${people++}`,
	}));

export function countReasons(outcomes: Array<Record<string, unknown>>): Record<string, number> {
	const reasons: Record<string, number> = {};
	for (const { reason } of outcomes) reasons[String(reason)] = (reasons[String(reason)] ?? 0) + 1;
	return reasons;
}

/** Several processes of n8n run the same campaign, with the same keys, from the same moment on. */
export async function runInLockstep(
	{ judge, instance }: Fleet,
	{ workflow, processes, recipients }: LockstepOptions,
): Promise<LockstepResult> {
	const list = newPeople(recipients);
	judge.set(list, { together: processes, latency: LATENCY });
	const launched = await Promise.all(
		Array.from({ length: processes }, () => instance.launch(workflow)),
	);
	await judge.arrived(1);
	const began = Date.now();
	const runs = await Promise.all(launched.map(({ done }) => done));
	return {
		recipients,
		twice: [...judge.sms.values()].filter((count) => count > 1).length,
		missing: list.filter(({ phone }) => !judge.sms.has(phone)).length,
		reasons: countReasons(runs.flatMap((run) => outcomesOf(run!))),
		seconds: (Date.now() - began) / 1000,
	};
}
