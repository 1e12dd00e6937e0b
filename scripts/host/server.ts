/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { Problem } from './problem';

export interface ServerOptions {
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

/** A long-running process with all its children. */
export interface Server {
	pid: number;
	/** Resolves when it has ended, however it came to that. */
	exited: Promise<Exit>;
	/** Sends the signal to it and to its children, and waits until it has ended. */
	kill: (signal: NodeJS.Signals) => Promise<Exit>;
	/** Lets it finish what is under way; kills it after `grace` milliseconds. */
	stop: (grace?: number) => Promise<Exit>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')));

/** Starts a process and resolves once it has printed that it is ready. */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { command, args, env, logFile, ready, timeout = 180_000 } = options;
	// In a group of its own, so that its children (n8n's task runner) end with it.
	const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	alive.add(child);
	const log = createWriteStream(logFile, { flags: 'a' });
	const exited = new Promise<Exit>((resolve) =>
		child.once('exit', (code, signal) => {
			alive.delete(child);
			resolve({ code, signal });
		}),
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
