/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import {
	copyFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Problem, npm, tryRun } from './command';

/** The checkout. */
export const PROJECT = resolve(__dirname, '../..');

interface Gulpfile {
	build: Task;
	quick: Task;
	/** Why dist/ is not what these sources make of it; undefined where it is. */
	staleness: (project: string) => string | undefined;
}
type Task = (done: (error?: Error | null) => void) => void;

const gulpfile = async () => (await import(join(PROJECT, 'gulpfile.js'))) as Gulpfile;

/** Builds the package into dist/. */
export async function buildPackage(): Promise<void> {
	const gulp = join(PROJECT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const { code, stdout, stderr } = await tryRun(process.execPath, [gulp, 'build', '--silent'], {
		cwd: PROJECT,
	});
	if (code !== 0) throw new Problem(`The package does not build:\n${stdout}${stderr}`);
}

/** Builds over what is there, without a check of the types. In this process: later times are quick. */
export async function rebuild(): Promise<void> {
	await promisify((await gulpfile()).quick)();
}

const PAPERS = ['package.json', 'CHANGELOG.md', 'LICENSE.md', 'README.md'];

/**
 * Packs dist/ into a tarball, as it would be published; refuses one that these sources did not make.
 * Returns its path, in a temporary folder that lives as long as this process.
 *
 * @param readme instead of the one that is there
 */
export async function packPackage(project = PROJECT, readme?: string): Promise<string> {
	const stale = (await gulpfile()).staleness(project);
	if (stale !== undefined) throw new Problem(`${stale} Run npm run build.`);
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	for (const path of ['dist', ...PAPERS.filter((paper) => existsSync(join(project, paper)))]) {
		cpSync(join(project, path), join(folder, path), { recursive: true });
	}
	if (readme !== undefined) writeFileSync(join(folder, 'README.md'), readme);
	const packed: unknown = JSON.parse(
		await npm(['pack', '--json', '--ignore-scripts'], { cwd: folder }),
	);
	// npm 12 answers with an object keyed by package, earlier ones with an array.
	const [first] = Object.values(packed as Record<string, { filename: string }>);
	if (first === undefined) throw new Error(`npm pack named no file: ${JSON.stringify(packed)}`);
	return join(folder, first.filename);
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
	const copy = join(nodes, 'package-under-test.tgz');
	copyFileSync(tarball, copy);
	rmSync(join(nodes, 'node_modules', 'n8n-nodes-sms-gateway'), { recursive: true, force: true });
	// n8n lends its own n8n-workflow to community nodes, so the peer is not installed again.
	const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-package-lock'];
	await npm(['install', copy, ...flags], { cwd: nodes });
}
