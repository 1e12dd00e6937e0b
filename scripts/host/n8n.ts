/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { answer, npm } from './command';
import { ensureNode } from './node';
import { GIGABYTE, type Progress, cacheFolder, installOnce, isInstalled } from './cache';

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

export interface EnsureHostOptions extends Progress {
	version?: HostVersion;
	/** Run n8n on this Node instead of Node 24. n8n 2 needs 24; n8n 1 runs on 20 too. */
	nodeBinary?: string;
}

/** Some dependencies of these versions stopped resolving later; this date still does. */
const REGISTRY_DATE = '--before=2026-09-25';
const DATED: HostVersion[] = ['2.41.1', '1.123.81'];

/** n8n 1 takes xlsx from an address outside the npm registry. */
const OVERRIDES: Partial<Record<HostVersion, object>> = {
	'1.123.81': { xlsx: 'npm:@e965/xlsx@0.20.3' },
};

/**
 * Returns a real n8n, downloaded once (about 5 minutes, 2.7 GB) into the cache folder and shared
 * by every clone. Interrupted downloads leave nothing behind that a later call would trust.
 */
export async function ensureHost({
	version = HOST_VERSIONS[0],
	nodeBinary,
	onProgress = () => {},
}: EnsureHostOptions = {}): Promise<Host> {
	const node24 = await ensureNode({ onProgress });
	const folder = folderOf(version);
	await installOnce(folder, {
		onProgress,
		needed: 3.5 * GIGABYTE,
		works: (place) => hostWorks(place, version, node24),
		install: async (place) => {
			if (!(await hasVersion(place, version, node24))) {
				onProgress(`Downloading n8n ${version} (2.7 GB on disk, about 5 minutes, once)`);
				const date = DATED.includes(version) ? [REGISTRY_DATE] : [];
				await npm(['install', `n8n@${version}`, ...date, '--ignore-scripts'], { cwd: place });
			}
			onProgress(`Preparing the database driver of n8n ${version} (about 1 minute, once)`);
			await rebuildSqlite(place, node24);
		},
		manifest: { private: true, overrides: OVERRIDES[version] },
	});
	const node = nodeBinary ?? node24;
	return { version, nodeBinary: node, n8nBin: binOf(folder), folder, env: await envFor(node) };
}

const folderOf = (version: HostVersion) => join(cacheFolder(), `n8n-${version}`);

/** Whether `ensureHost` has nothing left to download. */
export const isDownloaded = (version: HostVersion): boolean => isInstalled(folderOf(version));

const binOf = (folder: string) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

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
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false'], {
		cwd: folder,
		env,
		node,
	});
}

/** isolated-vm is prebuilt for Node 24 and up; below, n8n can do without it. */
async function envFor(node: string): Promise<Record<string, string>> {
	const major = Number(/^v(\d+)/.exec(await answer(node, ['--version']))?.[1] ?? 24);
	return major < 24 ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
}
