/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { compare, lte, prerelease } from 'semver';
import { print, runMain } from './command-line';
import { HOST_VERSIONS, Problem, PROJECT, ensureHost, npm } from './host';

/** Just published, n8n often can't be installed for some days: its own packages lag behind. */
const MOST_TRIED = 5;

/**
 * tsx scripts/install-host.ts [version | newest]: downloads n8n into the cache ahead of its first
 * use, and prints the version. "newest" is the newest release that can be installed.
 */
async function main(): Promise<void> {
	const [version = HOST_VERSIONS[0]] = process.argv.slice(2);
	if (version === 'newest') return await installNewest();
	await ensureHost({ version, onProgress });
	print(version);
}

async function installNewest(): Promise<void> {
	const published = await npm(['view', 'n8n', 'versions', 'dist-tags.latest', '--json'], PROJECT);
	const { versions, 'dist-tags.latest': latest } = JSON.parse(published) as {
		versions: string[];
		'dist-tags.latest': string;
	};
	const releases = versions.filter((one) => !prerelease(one) && lte(one, latest)).sort(compare);
	for (const version of releases.reverse().slice(0, MOST_TRIED)) {
		try {
			await ensureHost({ version, onProgress });
			return print(version);
		} catch (error) {
			onProgress(`n8n ${version} can't be installed: ${(error as Error).message}`);
		}
	}
	throw new Problem(`None of the newest ${MOST_TRIED} versions of n8n can be installed.`);
}

const onProgress = (line: string): void => void process.stderr.write(`${line}\n`);

runMain(main);
