/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT = 5_000;
const STALE = 30_000;

/**
 * Runs the task while no other process holds the lock file. The holder touches the file all the
 * time, so a lock left behind by a crash is taken over after 30 s (a process id would not do:
 * containers that share the folder do not share process ids).
 */
export async function withLock<T>(
	file: string,
	onWait: () => void,
	task: () => Promise<T>,
): Promise<T> {
	for (let waited = false; !acquire(file); waited = true) {
		if (!waited) onWait();
		await sleep(1_000);
	}
	const heartbeat = setInterval(() => touch(file), HEARTBEAT);
	const release = () => rmSync(file, { force: true });
	process.once('exit', release);
	try {
		return await task();
	} finally {
		clearInterval(heartbeat);
		process.off('exit', release);
		release();
	}
}

function acquire(file: string): boolean {
	try {
		closeSync(openSync(file, 'wx'));
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
	if (touched !== undefined && Date.now() - touched > STALE) rmSync(file, { force: true });
	return false;
}

function touch(file: string): void {
	const now = new Date();
	utimesSync(file, now, now);
}
