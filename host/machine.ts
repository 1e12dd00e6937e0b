/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Something the user can put right: its message is one clear sentence and is shown without a stack. */
export class Problem extends Error {
	override name = 'Problem';
}

const execute = promisify(execFile);

/** Makes a Node.js program that loads it end when the process `ENDS_WITH_PARENT` ends. Its stdin has to be a pipe that stays open. */
export const END_WITH_PARENT = join(__dirname, 'end-with-parent.cjs');

/**
 * Runs a command to its end; rejects with Node's error, whose message has all that it printed. What is a
 * Node.js program, such as npm, ends when this process does.
 */
export async function run(command: string, args: string[], options: ExecFileOptions = {}) {
	const { NODE_OPTIONS = '', ...given } = options.env ?? process.env;
	const env = {
		...given,
		NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(END_WITH_PARENT)}`.trim(),
		ENDS_WITH_PARENT: String(process.pid),
	};
	const settings = { maxBuffer: Infinity, ...options, env, encoding: 'utf8' } as const;
	const running = execute(command, args, settings);
	try {
		return await running;
	} catch (error) {
		const failed = error as Error & { stdout: string; stderr: string };
		failed.message += `\n${failed.stdout}`;
		throw failed;
	}
}

export const fullDisk = (folder: string): string =>
	`The disk of ${folder} is full: make room, or set SMS_GATEWAY_CACHE to a folder on another one.`;

const NPM_FLAGS = [
	...['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
	...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
];
/** What npm tells the scripts of this checkout, and what would mislead one that works in another folder. */
const OURS =
	/^(npm_(package|lifecycle)_|npm_config_(ignore_scripts|local_prefix|prefix|global|omit|include|workspace)|INIT_CWD$|NODE_OPTIONS$)/i;
const UNREACHABLE =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/**
 * Runs npm in a folder and returns what it prints. No argument may contain a space: on Windows npm is
 * a script of the shell. A full disk and a registry out of reach are `Problem`s.
 */
export async function npm(args: string[], cwd: string, env = process.env): Promise<string> {
	const kept = Object.entries(env).filter(([name]) => !OURS.test(name));
	const options = { cwd, env: Object.fromEntries(kept), shell: process.platform === 'win32' };
	try {
		return (await run('npm', [...args, ...NPM_FLAGS], options)).stdout;
	} catch (error) {
		const { message } = error as Error;
		if (message.includes('ENOSPC')) throw new Problem(fullDisk(cwd));
		const code = UNREACHABLE.exec(message)?.[0];
		if (code === undefined) throw error;
		throw new Problem(
			`The npm registry cannot be reached (${code}); the first run has to download n8n, later ones work offline.`,
		);
	}
}

/**
 * `fetch` on a connection of its own. One that is kept for the next request may be closed by the server
 * in the moment in which that request is sent, which then fails.
 */
export const fetchUnpooled = async (
	url: string | URL,
	{ headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> => await fetch(url, { ...init, headers: { ...headers, connection: 'close' } });

/** Milliseconds. Longer than anything takes on a busy machine: what is waited for will never come. */
const PATIENCE = 300_000;

/** Looks again and again until there is something, which it resolves to. `awaited` is for the error. */
export async function until<T>(
	awaited: string,
	look: () => T | undefined | Promise<T | undefined>,
	patience = PATIENCE,
): Promise<T> {
	const deadline = Date.now() + patience;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${awaited}`);
		await sleep(50);
	}
}

async function listen(port: number): Promise<number> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	const { port: found } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return found;
}

/**
 * A port of this machine that nothing listens on at the moment. Below those that the system gives to
 * connections, or one of them may have it before n8n has started.
 */
export const freePort = async (): Promise<number> =>
	await listen(11_000 + Math.floor(Math.random() * 20_000)).catch(freePort);

/** Rejects with a `Problem` that names the port and the command with `another`, when the port is taken. */
export async function requirePort(port: number, another: string): Promise<void> {
	await listen(port).catch(({ code }: NodeJS.ErrnoException) => {
		const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`;
		throw new Problem(
			`Port ${port} ${problem}: end the program that uses it, or choose another with ${another}.`,
		);
	});
}
