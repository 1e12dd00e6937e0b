/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Problem, npm, run } from './machine';

/** The checkout. */
export const PROJECT = resolve(__dirname, '..');

/** Why dist/ is not what these sources make of it; undefined where it is. */
async function staleness(project: string): Promise<string | undefined> {
	const gulpfile = (await import(join(PROJECT, 'gulpfile.js'))) as {
		staleness: (folder: string) => string | undefined;
	};
	return gulpfile.staleness(project);
}

/** Builds the package into dist/, where the sources have changed since. */
export async function buildPackage(
	onProgress: (step: string) => void,
	project = PROJECT,
): Promise<void> {
	if ((await staleness(project)) === undefined) return;
	onProgress('Building the package');
	const gulp = join(PROJECT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'build'], { cwd: project });
}

const PAPERS = ['package.json', 'CHANGELOG.md', 'LICENSE.md', 'README.md'];

/**
 * Packs dist/ into a tarball, as it would be published; refuses one that these sources did not make.
 * Returns its path, in a temporary folder that lives as long as this process.
 *
 * @param readme instead of the one that is there
 */
export async function packPackage(project = PROJECT, readme?: string): Promise<string> {
	const stale = await staleness(project);
	if (stale !== undefined) throw new Problem(`${stale} Run npm run build.`);
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const path of ['dist', ...PAPERS.filter((paper) => existsSync(join(project, paper)))]) {
		cpSync(join(project, path), join(folder, path), { recursive: true });
	}
	if (readme !== undefined) writeFileSync(join(folder, 'README.md'), readme);
	await npm(['pack', '--ignore-scripts'], folder);
	return join(
		folder,
		readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
	);
}

/**
 * Puts a packed package where n8n looks for community nodes, the way its documentation tells users
 * to: `npm install` in `.n8n/nodes`. Replaces an earlier version. Needs no network.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const manifest = join(nodes, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, '{"name":"installed-nodes","private":true}');
	const copy = 'package-under-test.tgz';
	copyFileSync(tarball, join(nodes, copy));
	rmSync(join(nodes, 'node_modules', 'n8n-nodes-sms-gateway'), { recursive: true, force: true });
	// n8n lends its own n8n-workflow to community nodes, so the peer is not installed again.
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-package-lock'];
	await npm(['install', `./${copy}`, ...flags], nodes);
}
