/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
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
