/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { print, runMain } from './command-line';
import { Problem, ensureHost, tryRun } from './host';
import { newestFirst } from './host/versions';

/** Just published, n8n often can't be installed for some days: its own packages lag behind. */
const MOST_TRIED = 5;

/** tsx scripts/newest-n8n.ts: downloads the newest n8n that can be installed, and prints its version. */
async function main(): Promise<void> {
	const { stdout } = await tryRun('npm', ['view', 'n8n', 'versions', 'dist-tags.latest', '--json']);
	const { versions, 'dist-tags.latest': latest } = JSON.parse(stdout) as {
		versions: string[];
		'dist-tags.latest': string;
	};
	for (const version of newestFirst(versions, latest).slice(0, MOST_TRIED)) {
		try {
			await ensureHost({ version, onProgress: (line) => process.stderr.write(`${line}\n`) });
			return print(version);
		} catch (error) {
			process.stderr.write(`n8n ${version} can't be installed: ${(error as Error).message}\n`);
		}
	}
	throw new Problem(`None of the newest ${MOST_TRIED} versions of n8n can be installed.`);
}

runMain(main);
