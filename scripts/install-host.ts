/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { gt, lte, prerelease, rcompare, valid } from 'semver';
import { print, runMain } from './command-line';
import { HOST_VERSIONS, Problem, PROJECT, ensureHost, npm } from './host';

/** Just published, n8n often can't be installed for some days: its own packages lag behind. */
const MOST_TRIED = 5;
/** Then it is not for some days any more. */
const PATIENCE_IN_DAYS = 14;

/**
 * tsx scripts/install-host.ts [version | newest]: downloads n8n into the cache ahead of its first
 * use, and prints the version. "newest" is the newest release that can be installed; where it is
 * far behind the latest, a second line says so.
 */
async function main(): Promise<void> {
	const [version = HOST_VERSIONS[0]] = process.argv.slice(2);
	if (version === 'newest') return await installNewest();
	await ensureHost({ version, onProgress });
	print(version);
}

async function installNewest(): Promise<void> {
	const published = await npm(['view', 'n8n', 'time', 'dist-tags.latest', '--json'], PROJECT);
	const { time, 'dist-tags.latest': latest } = JSON.parse(published) as {
		time: Record<string, string>;
		'dist-tags.latest': string;
	};
	const releases = releasesUpTo(latest, Object.keys(time));
	for (const version of releases.slice(0, MOST_TRIED)) {
		try {
			await ensureHost({ version, onProgress });
			print(version);
			return print(behind(version, latest, time, new Date()));
		} catch (error) {
			onProgress(`n8n ${version} can't be installed: ${(error as Error).message}`);
		}
	}
	throw new Problem(`None of the newest ${MOST_TRIED} versions of n8n can be installed.`);
}

/** The newest first, without pre-releases. */
const releasesUpTo = (latest: string, versions: string[]): string[] =>
	versions.filter((one) => valid(one) && !prerelease(one) && lte(one, latest)).sort(rcompare);

/**
 * What to say where a newer release than the one that could be installed has been out for too long.
 *
 * @param time when each version was published, in ISO 8601
 */
export function behind(
	version: string,
	latest: string,
	time: Readonly<Record<string, string>>,
	now: Date,
): string {
	const newer = releasesUpTo(latest, Object.keys(time)).filter((one) => gt(one, version));
	const first = newer.at(-1);
	if (first === undefined) return '';
	const days = Math.floor((now.getTime() - Date.parse(time[first]!)) / 86_400_000);
	return days < PATIENCE_IN_DAYS
		? ''
		: `The latest n8n is ${latest}, but ${version} was tested: none of the ${newer.length} newer releases can be installed, the first of which (${first}) has been out for ${days} days.`;
}

const onProgress = (line: string): void => void process.stderr.write(`${line}\n`);

if (require.main === module) runMain(main);
