/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandFailed } from './command';
import { npm } from './npm';
import { PROJECT } from './pack';
import { Problem } from './problem';

/** Builds the package into dist/. */
export async function buildPackage(): Promise<void> {
	try {
		await npm(['run', 'build', '--silent'], { cwd: PROJECT });
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		throw new Problem(`The package does not build:\n${error.result.stdout}${error.result.stderr}`);
	}
}

/** Builds over what is there, without a check of the types. In this process: later times are quick. */
export async function rebuild(): Promise<void> {
	const { quick } = (await import(GULPFILE)) as { quick: (done: Done) => void };
	await promisify(quick)();
}

const GULPFILE = join(PROJECT, 'gulpfile.js');
type Done = (error?: Error | null) => void;
