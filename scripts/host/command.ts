/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Something the user can put right: its message is one clear sentence and is shown without a stack. */
export class Problem extends Error {
	override name = 'Problem';
}

export interface CommandResult {
	/** 'ENOENT' where there is no such program, null where it was killed. */
	code: number | string | null;
	stdout: string;
	stderr: string;
}

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Milliseconds after which the command is killed. */
	timeout?: number;
}

const execute = promisify(execFile);

/** Runs a command without a shell; rejects with Node's error, which has its code and output. */
export async function run(command: string, args: string[], options: CommandOptions = {}) {
	const running = execute(command, args, { maxBuffer: Infinity, ...options });
	running.child.stdin?.end();
	return await running;
}

/** Runs a command and returns its output, whatever its exit code. */
export async function tryRun(
	command: string,
	args: string[],
	options?: CommandOptions,
): Promise<CommandResult> {
	try {
		return { code: 0, ...(await run(command, args, options)) };
	} catch (error) {
		const { code, stdout, stderr } = error as CommandResult;
		return { code, stdout, stderr };
	}
}

/** What a program prints, trimmed; nothing when it fails or is not there. */
export async function answer(command: string, args: string[]): Promise<string> {
	const { code, stdout } = await tryRun(command, args);
	return code === 0 ? stdout.trim() : '';
}

const UNREACHABLE =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** npm as a script, to be run by a Node of our choice; Windows can only start it that way. */
function npmScript(): string {
	const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
	const places = [
		process.env.npm_execpath ?? '',
		...folders.map((folder) => join(folder, 'node_modules/npm/bin/npm-cli.js')),
		...folders.map((folder) => join(folder, 'npm')),
	];
	const scripts = places.filter((place) => existsSync(place)).map((place) => realpathSync(place));
	const found = scripts.find((script) => basename(script) === 'npm-cli.js');
	if (found === undefined)
		throw new Problem('npm was not found: it comes with Node, see nodejs.org.');
	return found;
}

/**
 * The environment for an npm that works in another folder. When we run under npm ourselves, its
 * settings for this checkout (such as ignore-scripts) would otherwise be inherited.
 */
function npmEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const ours =
		/^(npm_(package|lifecycle)_|npm_config_(ignore_scripts|local_prefix|prefix|global|omit|include|workspace)|INIT_CWD$|NODE_OPTIONS$)/i;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}

const NPM_FLAGS = [
	...['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
	...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
];

/** Runs npm in a folder and returns what it prints. A full disk and a registry out of reach are `Problem`s. */
export async function npm(
	args: string[],
	{ cwd, env = process.env, node = process.execPath }: CommandOptions & { node?: string },
): Promise<string> {
	try {
		const { stdout } = await run(node, [npmScript(), ...args, ...NPM_FLAGS], {
			cwd,
			env: npmEnv(env),
		});
		return stdout;
	} catch (error) {
		const { message } = error as Error;
		if (message.includes('ENOSPC')) throw new Problem(`The disk that holds ${cwd} is full.`);
		const code = UNREACHABLE.exec(message)?.[0];
		if (code === undefined) throw error;
		throw new Problem(
			`The npm registry cannot be reached (${code}); the first run has to download n8n, later ones work offline.`,
		);
	}
}
