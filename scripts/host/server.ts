/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem';

export interface ServerOptions {
	/** A Node, and the script and arguments that it runs. */
	command: string;
	args: string[];
	env: Record<string, string>;
	/** Everything it prints is appended here. */
	logFile: string;
	/** Printed when it is ready to work. */
	ready: RegExp;
	/** Milliseconds it may take to become ready. */
	timeout?: number;
}

export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

const END_WITH_PARENT = join(__dirname, 'end-with-parent.cjs');

/** A long-running process with all its children; it ends with the process that started it. */
export interface Server {
	pid: number;
	/** Resolves when it has ended, however it came to that. */
	exited: Promise<Exit>;
	/** Sends the signal to it and to its children, and waits until it has ended. */
	kill: (signal: NodeJS.Signals) => Promise<Exit>;
	/** Lets it finish what is in progress; kills it after `grace` milliseconds. */
	stop: (grace?: number) => Promise<Exit>;
}

/** Starts a process and resolves once it has printed that it is ready. */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { command, args, env, logFile, ready, timeout = 180_000 } = options;
	// In a group of its own, so that a signal reaches its children (n8n's task runner) too.
	const child = spawn(command, ['--require', END_WITH_PARENT, ...args], {
		env,
		detached: true,
		stdio: 'pipe',
	});
	const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
	const exited = new Promise<Exit>((resolve) =>
		child.once('exit', (code, signal) => resolve({ code, signal })),
	);
	const server: Server = {
		pid: child.pid ?? -1,
		exited,
		kill: (signal) => {
			signalGroup(child, signal);
			return exited;
		},
		stop: async (grace = 20_000) => {
			const late = setTimeout(() => signalGroup(child, 'SIGKILL'), grace);
			child.kill('SIGTERM');
			const exit = await exited;
			clearTimeout(late);
			signalGroup(child, 'SIGKILL');
			return exit;
		},
	};
	await new Promise<void>((resolve, reject) => {
		let printed = '';
		const tail = () => printed.trim().split('\n').slice(-20).join('\n');
		const late = setTimeout(() => {
			signalGroup(child, 'SIGKILL');
			reject(new Error(`n8n was not ready after ${timeout / 1000} s (${logFile}):\n${tail()}`));
		}, timeout);
		const read = (chunk: Buffer) => {
			log.write(chunk);
			if (printed.length < 1_000_000) printed += chunk.toString();
			if (!ready.test(printed)) return;
			clearTimeout(late);
			resolve();
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('error', reject);
		void exited.then(({ code, signal }) => {
			clearTimeout(late);
			const port = /port (\d+) is already in use/i.exec(printed)?.[1];
			if (port) reject(new Problem(`Port ${port} is in use: end the program that uses it.`));
			reject(
				new Error(`n8n ended (${signal ?? code}) before it was ready (${logFile}):\n${tail()}`),
			);
		});
	});
	return server;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (process.platform === 'win32') child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// It has ended already.
	}
}
