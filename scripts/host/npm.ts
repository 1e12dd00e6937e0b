/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { type CommandOptions, type CommandResult, CommandFailed, run } from './command';
import { Problem } from './problem';

const UNREACHABLE =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** npm as a script, to be run by a Node of our choice; Windows can only start it that way. */
function npmScript(): string {
	const nodeFolder = dirname(process.execPath);
	const folders = [nodeFolder, ...(process.env.PATH ?? '').split(delimiter)];
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

/** Runs npm in a folder. Where the registry cannot be reached, the error is a `Problem`. */
export async function npm(
	args: string[],
	{ cwd, env = process.env, node = process.execPath }: CommandOptions & { node?: string },
): Promise<CommandResult> {
	const quick = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'];
	try {
		return await run(node, [npmScript(), ...args, ...quick], { cwd, env: npmEnv(env) });
	} catch (error) {
		const output = error instanceof CommandFailed ? error.message : '';
		if (/ENOSPC/.test(output)) throw new Problem(`The disk that holds ${cwd} is full.`);
		const code = UNREACHABLE.exec(output)?.[0];
		if (code === undefined) throw error;
		throw new Problem(
			`The npm registry cannot be reached (${code}); the first run has to download n8n, later ones work offline.`,
		);
	}
}
