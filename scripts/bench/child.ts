/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ChildOptions {
	nodeBinary: string;
	args?: string[];
	env?: Record<string, string>;
	/** For Node itself, such as --cpu-prof. */
	nodeArgs?: string[];
}

/** Starts a script of this folder in a process of its own, so that its memory is its own. */
export function startChild(script: string, options: ChildOptions): ChildProcess {
	const { nodeBinary, args = [], env = {}, nodeArgs = [] } = options;
	return fork(join(__dirname, script), args, {
		execPath: nodeBinary,
		execArgv: ['--import', require.resolve('tsx'), ...nodeArgs],
		env: { ...process.env, ...env },
	});
}

/** The next message from it; rejects when it ends instead. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
	const done = new AbortController();
	const { signal } = done;
	try {
		const message = once(child, 'message', { signal }) as Promise<[T]>;
		const ended = once(child, 'exit', { signal }).then(([code]) => {
			throw new Error(`A measurement ended with code ${code}, without a result.`);
		});
		return (await Promise.race([message, ended]))[0];
	} finally {
		done.abort();
	}
}
