/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { HOST_VERSIONS, Problem, PROJECT, ensureHost, npm } from '../host';
import { print, runMain } from './command-line';

/** Just published, n8n often can't be installed for some days: its own packages lag behind. */
const MOST_TRIED = 5;

/**
 * tsx scripts/install-host.ts [version | newest]: downloads n8n into the cache ahead of its first
 * use, and prints the version. "newest" is the newest release that can be installed.
 */
async function main(): Promise<void> {
	const [version = HOST_VERSIONS[0]] = process.argv.slice(2);
	for (const one of version === 'newest' ? await newest() : [version]) {
		try {
			await ensureHost({ version: one, onProgress });
			return print(one);
		} catch (error) {
			if (version !== 'newest') throw error;
			onProgress(`n8n ${one} can't be installed: ${(error as Error).message}`);
		}
	}
	throw new Problem(`None of the newest ${MOST_TRIED} versions of n8n can be installed.`);
}

/** The newest releases up to the latest one, the newest first. */
async function newest(): Promise<string[]> {
	const published = await npm(['view', 'n8n', 'versions', 'dist-tags.latest', '--json'], PROJECT);
	const { versions, 'dist-tags.latest': latest } = JSON.parse(published) as {
		versions: string[];
		'dist-tags.latest': string;
	};
	const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
	return versions
		.filter((one) => /^[\d.]+$/.test(one) && compare(one, latest) <= 0)
		.sort((one, other) => compare(other, one))
		.slice(0, MOST_TRIED);
}

const onProgress = (line: string): void => void process.stderr.write(`${line}\n`);

runMain(main);
