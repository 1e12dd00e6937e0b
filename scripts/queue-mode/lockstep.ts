import { listWorkflow, outcomesOf, startFleet, type Database } from './fleet';
import type { Recipient } from './campaign';
import type { HostVersion } from '../host';

export interface LockstepOptions {
	database: Database;
	version?: HostVersion;
	processes: number;
	recipients: number;
}

export interface LockstepResult {
	recipients: number;
	twice: number;
	missing: number;
	/** Outcomes by reason, over all processes. */
	reasons: Record<string, number>;
	seconds: number;
}

/** Milliseconds. */
const LATENCY = 50;
const SETTINGS = { batchSize: 50, concurrency: 5 };

let people = 0;
export const newPeople = (count: number): Recipient[] =>
	Array.from({ length: count }, () => ({
		phone: String(22_997_000_000 + people),
		order: `order-${people++}`,
	}));

/** Several processes of n8n run the same campaign, with the same keys, from the same moment on. */
export async function runInLockstep(options: LockstepOptions): Promise<LockstepResult> {
	const { database, version, processes, recipients } = options;
	const fleet = await startFleet({
		database,
		version,
		workflows: (judge) => [listWorkflow('campaign', judge, SETTINGS)],
	});
	const { judge, instance } = fleet;
	try {
		const list = newPeople(recipients);
		judge.set(list, { together: processes, latency: LATENCY });
		const launched = await Promise.all(
			Array.from({ length: processes }, () => instance.launch('campaign')),
		);
		await judge.arrived(1);
		const began = Date.now();
		const runs = await Promise.all(launched.map(({ done }) => done));
		const reasons: Record<string, number> = {};
		for (const { reason } of runs.flatMap((run) => outcomesOf(run!))) {
			reasons[String(reason)] = (reasons[String(reason)] ?? 0) + 1;
		}
		return {
			recipients,
			twice: [...judge.sms.values()].filter((count) => count > 1).length,
			missing: list.filter(({ phone }) => !judge.sms.has(phone)).length,
			reasons,
			seconds: (Date.now() - began) / 1000,
		};
	} finally {
		await fleet.close();
	}
}
