/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';
import { Problem } from './command';

const NAME = 'n8n-nodes-sms-gateway';

/** Where downloads live: outside the checkout, so that clones share them and `git clean` spares them. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	const folder =
		env.SMS_GATEWAY_CACHE ??
		(env.XDG_CACHE_HOME ? join(env.XDG_CACHE_HOME, NAME) : join(homedir(), '.cache', NAME));
	// It holds programs that are run: for this user alone, where it is not somebody's folder already.
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return folder;
}

export interface Progress {
	onProgress?: (sentence: string) => void;
}

interface Installation extends Progress {
	/** Bytes that must be free. */
	needed: number;
	works: (folder: string) => Promise<boolean>;
	install: (folder: string) => Promise<void>;
	manifest: object;
}

export const GIGABYTE = 1024 ** 3;
const COMPLETE = '.complete';

/** Whether `installOnce` has nothing left to do. */
export const isInstalled = (folder: string): boolean => existsSync(join(folder, COMPLETE));

/**
 * Installs into a folder of the cache, once for all processes and clones. What was interrupted
 * leaves nothing behind that a later call would trust.
 */
export async function installOnce(folder: string, installation: Installation): Promise<void> {
	if (isInstalled(folder)) return;
	const release = await hold(folder, installation);
	try {
		if (!isInstalled(folder)) await install(folder, installation);
	} finally {
		await release();
	}
}

async function hold(folder: string, { onProgress }: Progress): Promise<() => Promise<void>> {
	// The holder touches the lock all the time, so that one which a crash left behind is taken over.
	const options = { realpath: false, stale: 30_000 };
	try {
		return await lock(folder, options);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		onProgress?.('Waiting for another process that downloads the same');
		const retries = { forever: true, minTimeout: 1000, maxTimeout: 1000 };
		return await lock(folder, { ...options, retries });
	}
}

async function install(folder: string, installation: Installation): Promise<void> {
	const { manifest, needed, works } = installation;
	if (!(await works(folder))) {
		requireSpace(dirname(folder), needed);
		const place = `${folder}.partial`;
		rmSync(place, { recursive: true, force: true });
		if (existsSync(folder)) renameSync(folder, place);
		else mkdirSync(place);
		writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
		await installation.install(place);
		if (!(await works(place))) {
			throw new Problem(`What was downloaded into ${place} does not run; delete it and retry.`);
		}
		renameSync(place, folder);
	}
	writeFileSync(join(folder, COMPLETE), '');
}

function requireSpace(folder: string, needed: number): void {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize >= needed) return;
	const gigabytes = (bytes: number) => (bytes / GIGABYTE).toFixed(1);
	throw new Problem(
		`The disk of ${folder} has ${gigabytes(bavail * bsize)} GB free, and ${gigabytes(needed)} GB are needed; make room, or set SMS_GATEWAY_CACHE to a folder on another disk.`,
	);
}
