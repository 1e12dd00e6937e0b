/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './lock';
import { Problem } from './problem';

export const GIGABYTE = 1024 ** 3;
const COMPLETE = '.complete';

/** For each `npm install` in the cache. */
export const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

export interface Progress {
	onProgress?: (sentence: string) => void;
}

interface Installation extends Progress {
	works: (folder: string) => Promise<boolean>;
	install: (folder: string) => Promise<void>;
	manifest: object;
}

/** Whether `installOnce` has nothing left to do. */
export const isInstalled = (folder: string): boolean => existsSync(join(folder, COMPLETE));

/**
 * Installs into a folder of the cache, once for all processes and clones; `needed` bytes must be
 * free. What was interrupted leaves nothing behind that a later call would trust.
 */
export async function installOnce(folder: string, needed: number, installation: Installation) {
	const { works, install, manifest, onProgress = () => {} } = installation;
	if (isInstalled(folder)) return;
	const waiting = () => onProgress('Waiting for another process that downloads the same');
	await withLock(`${folder}.lock`, waiting, async () => {
		if (isInstalled(folder)) return;
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
		writeFileSync(join(folder, COMPLETE), '');
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
