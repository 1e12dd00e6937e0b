/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryRun } from '../host';
import { outcomesOf, secondsOf, type Fleet } from './fleet';
import { countReasons, newPeople } from './lockstep';

export interface KillOptions {
	/** A workflow of the fleet, with `SETTINGS`. */
	workflow: string;
	/** Whether to wait until it holds the lock, instead of a random moment only. SQLite only. */
	inLock: boolean;
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
	/** Named by the rerun as interrupted. */
	named: number;
	/** Outcomes of the rerun. */
	reasons: Record<string, number>;
	/** Of the rerun, by n8n's clock. */
	seconds: number;
}

/** Milliseconds. */
const LATENCY = 100;
const RECIPIENTS = 600;
export const SETTINGS = { batchSize: 20, concurrency: 3 };
/** How long the campaign takes. */
const DURATION = (RECIPIENTS / SETTINGS.batchSize / SETTINGS.concurrency) * LATENCY;

/** Two windows of requests: one in flight, and one that is claimed already. */
export const MOST_NAMED = 2 * SETTINGS.batchSize * SETTINGS.concurrency;

async function killOnce(
	{ judge, instance }: Fleet,
	{ workflow, inLock }: KillOptions,
): Promise<boolean> {
	const { pid, kill, done } = await instance.launch(workflow);
	await judge.arrived(1);
	await sleep(Math.random() * DURATION * 0.9);
	let wasInLock = false;
	if (inLock) {
		const file = join(instance.userFolder, '.n8n', 'database.sqlite');
		const script = join(__dirname, 'kill-in-lock.cjs');
		const { code } = await tryRun(instance.host.nodeBinary, [script, file, String(pid)]);
		wasInLock = code === 0;
	} else {
		kill();
	}
	await done;
	return wasInLock;
}

/** Runs a campaign in a process of n8n that is killed with SIGKILL, and again in a new one. */
export async function killAndRunAgain(fleet: Fleet, options: KillOptions): Promise<Kill> {
	const { judge, instance } = fleet;
	const list = newPeople(RECIPIENTS);
	judge.set(list, { latency: LATENCY });
	const inLock = await killOnce(fleet, options);
	const sentBefore = judge.sms.size;
	const again = (await (await instance.launch(options.workflow)).done)!;
	const outcomes = outcomesOf(again);
	const named = new Set(
		outcomes.filter(({ reason }) => reason === 'interrupted').map(({ recipient }) => recipient),
	);
	return {
		inLock,
		sentBefore,
		twice: [...judge.sms.values()].filter((count) => count > 1).length,
		forgotten: list.filter(({ phone }) => !judge.sms.has(phone) && !named.has(phone)).length,
		named: named.size,
		reasons: countReasons(outcomes),
		seconds: secondsOf(again),
	};
}
