/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { print, runMain } from './command-line';
import { HOST_VERSIONS, type HostVersion, Problem, ensureHost } from './host';

/** tsx scripts/install-host.ts [version …]: downloads n8n into the cache ahead of its first use. */
async function main(): Promise<void> {
	const versions = process.argv.length > 2 ? process.argv.slice(2) : HOST_VERSIONS.slice(0, 1);
	for (const version of versions as HostVersion[]) {
		if (!HOST_VERSIONS.includes(version)) {
			throw new Problem(`Known versions are ${HOST_VERSIONS.join(', ')}, not "${version}".`);
		}
		const { folder } = await ensureHost({ version, onProgress: print });
		print(`n8n ${version} is ready in ${folder}`);
	}
}

runMain(main);
