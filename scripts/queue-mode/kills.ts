/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostVersion, tryRun } from '../host';
import type { Recipient } from './campaign';
import { listWorkflow, outcomesOf, startFleet, type Fleet } from './fleet';
import { newPeople } from './lockstep';

export interface KillOptions {
	kills: number;
	version?: HostVersion;
	onKill?: (kill: Kill) => void;
}

/** What became of a campaign that was killed and run again. */
export interface Kill {
	/** Whether it was killed while it held the lock. */
	inLock: boolean;
	/** Recipients with an SMS when it was killed. */
	sentBefore: number;
	twice: number;
	/** Without an SMS, although the rerun does not name them. */
	forgotten: number;
	/** Named by the rerun as interrupted ... */
	named: number;
	/** ... although nothing of them was in flight: claimed and not sent, or sent and not confirmed. */
	reasons: Record<string, number>;
	/** Of the rerun, by n8n's clock. */
	seconds: number;
}

/** Milliseconds. */
const LATENCY = 100;
const RECIPIENTS = 600;
const SETTINGS = { batchSize: 20, concurrency: 3 };
/** How long the campaign takes. */
const DURATION = (RECIPIENTS / SETTINGS.batchSize / SETTINGS.concurrency) * LATENCY;

/** Two windows of requests: one in flight, and one that is claimed already. */
export const MOST_NAMED = 2 * SETTINGS.batchSize * SETTINGS.concurrency;

const workflowOf = (index: number) => `campaign-${index % 10}`;

/** Each second kill waits for the lock, the others come at random. */
async function killOnce({ judge, instance }: Fleet, index: number): Promise<boolean> {
	const { pid, kill, done } = await instance.launch(workflowOf(index));
	await judge.arrived(1);
	await sleep(Math.random() * DURATION);
	let inLock = false;
	if (index % 2 === 1) {
		const file = join(instance.userFolder, '.n8n', 'database.sqlite');
		const script = join(__dirname, 'kill-in-lock.cjs');
		const { code } = await tryRun(instance.host.nodeBinary, [script, file, String(pid)]);
		inLock = code === 0;
	} else {
		kill();
	}
	await done;
	return inLock;
}

function judged(fleet: Fleet, list: Recipient[], outcomes: Array<Record<string, unknown>>) {
	const { sms } = fleet.judge;
	const named = new Set(
		outcomes.filter(({ reason }) => reason === 'interrupted').map(({ recipient }) => recipient),
	);
	const reasons: Record<string, number> = {};
	for (const { reason } of outcomes) reasons[String(reason)] = (reasons[String(reason)] ?? 0) + 1;
	return {
		twice: [...sms.values()].filter((count) => count > 1).length,
		forgotten: list.filter(({ phone }) => !sms.has(phone) && !named.has(phone)).length,
		named: named.size,
		reasons,
	};
}

/** Runs campaigns in processes of n8n that are killed with SIGKILL, and each again in a new one. */
export async function killAndRunAgain({ kills, version, onKill }: KillOptions): Promise<Kill[]> {
	const fleet = await startFleet({
		database: 'sqlite',
		version,
		workflows: (judge) =>
			Array.from({ length: 10 }, (_, index) => listWorkflow(workflowOf(index), judge, SETTINGS)),
	});
	const results: Kill[] = [];
	try {
		for (let index = 0; index < kills; index++) {
			const list = newPeople(RECIPIENTS);
			fleet.judge.set(list, { latency: LATENCY });
			const inLock = await killOnce(fleet, index);
			const sentBefore = fleet.judge.sms.size;
			const again = await (await fleet.instance.launch(workflowOf(index))).done;
			const { executionTime } = again!.data.resultData.runData['Text Everyone']![0]!;
			const kill = {
				inLock,
				sentBefore,
				...judged(fleet, list, outcomesOf(again!)),
				seconds: executionTime! / 1000,
			};
			results.push(kill);
			onKill?.(kill);
		}
		return results;
	} finally {
		await fleet.close();
	}
}
