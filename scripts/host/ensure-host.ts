/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder } from './cache';
import { tryRun } from './command';
import { withLock } from './lock';
import { npm } from './npm';
import { Problem } from './problem';

/** The versions of n8n that are tested. SMS_GATEWAY_N8N tries another in place of the first. */
export const HOST_VERSIONS = [process.env.SMS_GATEWAY_N8N || '2.41.1', '1.123.81'] as const;
export type HostVersion = string;

/** An n8n that is ready to run. */
export interface Host {
	version: HostVersion;
	/** Absolute path of the Node that runs it. */
	nodeBinary: string;
	/** Absolute path of n8n's script: `nodeBinary n8nBin <command>`. */
	n8nBin: string;
	folder: string;
	/** What this n8n needs in its environment on this Node. */
	env: Record<string, string>;
}

interface Progress {
	onProgress?: (sentence: string) => void;
}

export interface EnsureHostOptions extends Progress {
	version?: HostVersion;
	/** Run n8n on this Node instead of Node 24. n8n 2 needs 24; n8n 1 runs on 20 too. */
	nodeBinary?: string;
}

const GIGABYTE = 1024 ** 3;
const NEEDED = { node: 0.4 * GIGABYTE, n8n: 3.5 * GIGABYTE };

/** Some dependencies of these versions stopped resolving later; this date still does. */
const REGISTRY_DATE = '--before=2026-09-25';
const DATED: HostVersion[] = ['2.41.1', '1.123.81'];

/** n8n 1 takes xlsx from an address outside the npm registry. */
const OVERRIDES: Partial<Record<HostVersion, object>> = {
	'1.123.81': { xlsx: 'npm:@e965/xlsx@0.20.3' },
};

const COMPLETE = '.complete';

/**
 * Gives back a real n8n, downloaded once (about 5 minutes, 2.7 GB) into the cache folder and shared
 * by every clone. Interrupted downloads leave nothing behind that a later call would trust.
 */
export async function ensureHost({
	version = HOST_VERSIONS[0],
	nodeBinary,
	onProgress = () => {},
}: EnsureHostOptions = {}): Promise<Host> {
	const node24 = await ensureNode({ onProgress });
	const folder = join(cacheFolder(), `n8n-${version}`);
	await installOnce(folder, NEEDED.n8n, {
		onProgress,
		works: (place) => hostWorks(place, version, node24),
		install: async (place) => {
			if (!(await hasVersion(place, version, node24))) {
				onProgress(`Downloading n8n ${version} (2.7 GB on disk, about 5 minutes, once)`);
				const date = DATED.includes(version) ? [REGISTRY_DATE] : [];
				await npm(['install', `n8n@${version}`, ...date, '--ignore-scripts', ...QUIET], {
					cwd: place,
				});
			}
			onProgress(`Preparing the database driver of n8n ${version} (about 1 minute, once)`);
			await rebuildSqlite(place, node24);
		},
		manifest: { private: true, overrides: OVERRIDES[version] },
	});
	const node = nodeBinary ?? node24;
	return { version, nodeBinary: node, n8nBin: binOf(folder), folder, env: await envFor(node) };
}

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

const binOf = (folder: string) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Node 24 from the npm registry: the one that n8n 2 needs, whatever Node runs this. */
async function ensureNode({ onProgress = () => {} }: Progress): Promise<string> {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const file = process.platform === 'win32' ? 'node.exe' : 'node';
	const binary = (place: string) => join(place, 'node_modules', name, 'bin', file);
	const folder = join(cacheFolder(), 'node-24');
	await installOnce(folder, NEEDED.node, {
		onProgress,
		works: async (place) => (await answer(binary(place), ['--version'])).startsWith('v24.'),
		install: async (place) => {
			onProgress('Downloading Node 24 (once)');
			await npm(['install', `${name}@24`, '--ignore-scripts', ...QUIET], { cwd: place });
		},
		manifest: { private: true },
	});
	return binary(folder);
}

interface Installation extends Progress {
	works: (folder: string) => Promise<boolean>;
	install: (folder: string) => Promise<void>;
	manifest: object;
}

async function installOnce(folder: string, needed: number, installation: Installation) {
	const { works, install, manifest, onProgress = () => {} } = installation;
	const complete = (place: string) => join(place, COMPLETE);
	if (existsSync(complete(folder))) return;
	const waiting = () => onProgress('Waiting for another process that downloads the same');
	await withLock(`${folder}.lock`, waiting, async () => {
		if (existsSync(complete(folder))) return;
		if (!(await works(folder))) {
			requireSpace(dirname(folder), needed);
			const place = `${folder}.partial`;
			rmSync(place, { recursive: true, force: true });
			if (existsSync(folder)) renameSync(folder, place);
			else mkdirSync(place);
			writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
			await install(place);
			if (!(await works(place))) {
				throw new Problem(`What was downloaded into ${place} does not run; delete it and retry.`);
			}
			renameSync(place, folder);
		}
		writeFileSync(complete(folder), '');
	});
}

function requireSpace(folder: string, needed: number): void {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize >= needed) return;
	const gigabytes = (bytes: number) => (bytes / GIGABYTE).toFixed(1);
	throw new Problem(
		`The disk of ${folder} has ${gigabytes(bavail * bsize)} GB free, and ${gigabytes(needed)} GB are needed; make room, or set SMS_GATEWAY_CACHE to a folder on another disk.`,
	);
}

async function hasVersion(folder: string, version: string, node: string): Promise<boolean> {
	return (await answer(node, [binOf(folder), '--version'])) === version;
}

/** n8n answers --version without opening its database, so the driver is tried as well. */
async function hostWorks(folder: string, version: string, node: string): Promise<boolean> {
	if (!(await hasVersion(folder, version, node))) return false;
	const driver = join(folder, 'node_modules', 'sqlite3');
	return (
		(await answer(node, ['-p', `typeof require(${JSON.stringify(driver)}).Database`])) ===
		'function'
	);
}

async function rebuildSqlite(folder: string, node: string): Promise<void> {
	const env: NodeJS.ProcessEnv = {
		...process.env,
		PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
		// The Node-API that its published builds use too; one compiled for a newer crashes older Nodes.
		npm_config_napi_build_version: '6',
	};
	// Where no prebuilt driver can be had it is compiled, with the headers that came with this Node.
	const headers = dirname(dirname(node));
	if (existsSync(join(headers, 'include', 'node'))) env.npm_config_nodedir = headers;
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error'], {
		cwd: folder,
		env,
		node,
	});
}

async function answer(command: string, args: string[]): Promise<string> {
	const result = await tryRun(command, args).catch(() => undefined);
	return result?.code === 0 ? result.stdout.trim() : '';
}

/** isolated-vm is prebuilt for Node 24 and up; below, n8n can do without it. */
async function envFor(node: string): Promise<Record<string, string>> {
	const major = Number(/^v(\d+)/.exec(await answer(node, ['--version']))?.[1] ?? 24);
	return major < 24 ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
}
