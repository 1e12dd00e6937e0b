/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const root = join(__dirname, '../..');

export interface CommandResult {
	status: number | null;
	/** Both streams, without colours. */
	output: string;
	stdout: string;
}

/** Runs a program in the repository's root; a failure is in the result, not thrown. */
export function command(program: string, args: string[], cwd = root): CommandResult {
	// Under jest's NODE_ENV=test the n8n lint takes every file for a node, as its own tests need it.
	const { error, status, stderr, stdout } = spawnSync(program, args, {
		cwd,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		env: { ...process.env, NODE_ENV: undefined, npm_config_loglevel: 'error' },
	});
	if (error) throw error;
	return { status, stdout, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}
