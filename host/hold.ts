/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Whether a process of this machine is there. */
function lives(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's is there, too.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/**
 * Holds a folder, which need not exist, for this process; `undefined` while another one holds it.
 * One that a crash left behind is taken over.
 *
 * @returns what gives it back; it is given back when this process ends, too
 */
export function hold(folder: string): (() => void) | undefined {
	const file = `${folder}.lock`;
	const release = () => rmSync(file, { force: true });
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		if (lives(holderOf(file))) return undefined;
		release();
		return hold(folder);
	}
	process.once('exit', release);
	return () => {
		process.off('exit', release);
		release();
	};
}

/** The process that holds it; this one while another is just writing its own number. */
function holderOf(file: string): number {
	try {
		return Number(readFileSync(file, 'utf8')) || process.pid;
	} catch {
		return process.pid;
	}
}
