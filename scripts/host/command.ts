/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type SpawnOptions, spawn } from 'node:child_process';

export interface CommandResult {
	code: number | null;
	stdout: string;
	stderr: string;
}

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Milliseconds after which the command is killed. */
	timeout?: number;
}

/** A command ended with another code than 0; its whole output is in `result`. */
export class CommandFailed extends Error {
	override name = 'CommandFailed';

	constructor(
		command: string,
		readonly result: CommandResult,
	) {
		const output = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-40).join('\n');
		super(`"${command}" ended with code ${result.code}:\n${output}`);
	}
}

/** Runs a command without a shell and gives its output back, whatever its exit code. */
export function tryRun(
	command: string,
	args: string[],
	{ cwd, env, timeout }: CommandOptions = {},
): Promise<CommandResult> {
	const options: SpawnOptions = { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] };
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, options);
		const stdout: Buffer[] = [];
		const stderr: Buffer[] = [];
		child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
		child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
		child.once('error', reject);
		child.once('close', (code) =>
			resolve({
				code,
				stdout: Buffer.concat(stdout).toString(),
				stderr: Buffer.concat(stderr).toString(),
			}),
		);
	});
}

/** As `tryRun`, but a code other than 0 is a `CommandFailed`. */
export async function run(
	command: string,
	args: string[],
	options?: CommandOptions,
): Promise<CommandResult> {
	const result = await tryRun(command, args, options);
	if (result.code !== 0) throw new CommandFailed([command, ...args].join(' '), result);
	return result;
}

/** What a program prints, trimmed; nothing when it fails or is not there. */
export async function answer(command: string, args: string[]): Promise<string> {
	const result = await tryRun(command, args).catch(() => undefined);
	return result?.code === 0 ? result.stdout.trim() : '';
}
