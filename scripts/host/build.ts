/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { CommandFailed, run } from './command';
import { npm } from './npm';
import { PROJECT } from './pack';
import { Problem } from './problem';

/** Builds the package into dist/. */
export const buildPackage = (): Promise<void> =>
	explained(npm(['run', 'build', '--silent'], { cwd: PROJECT }));

/** The same over what is there, in a second or two: no clean, no check of the types. */
export const rebuild = (): Promise<void> =>
	explained(run(process.execPath, [GULP, 'quick'], { cwd: PROJECT }));

const GULP = join(PROJECT, 'node_modules', 'gulp', 'bin', 'gulp.js');

async function explained(build: Promise<unknown>): Promise<void> {
	try {
		await build;
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		throw new Problem(`The package does not build:\n${error.result.stdout}${error.result.stderr}`);
	}
}
