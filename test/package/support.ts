/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packPackage, PROJECT as root } from '../../host';

export { root };

export const read = (path: string) => readFileSync(join(root, path), 'utf8');

const temporary: string[] = [];
afterAll(() => temporary.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A new folder, which lives as long as the tests of a file. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-test-'));
	temporary.push(folder);
	return folder;
}

/** Runs a program in the repository's root; a failure is in the result, not thrown. */
export function command(program: string, args: string[], cwd = root) {
	// Under jest's NODE_ENV=test the n8n lint takes every file for a node, as its own tests need it.
	const { error, status, stderr, stdout } = spawnSync(program, args, {
		cwd,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		env: { ...process.env, NODE_ENV: undefined, npm_config_loglevel: 'error' },
	});
	if (error) throw error;
	return { status, stdout, output: stripVTControlCharacters(`${stdout}${stderr}`) };
}

/**
 * Every file that git tracks or would, as paths from the root. A checkout that was downloaded has no folder
 * of git's own. There has to be a file, or a test is about nothing.
 */
export function trackedFiles(): string[] {
	const git: string[] = [];
	if (!existsSync(join(root, '.git'))) {
		git.push('--git-dir', temporaryFolder(), '--work-tree', root);
		command('git', ['init', '--quiet', '--bare', git[1]!]);
	}
	const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const files = command('git', [...git, ...list])
		.stdout.split('\0')
		.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile());
	if (files.length === 0) throw new Error('There are no files to look at');
	return files;
}

export const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();

/** Packs what would be published (the built tree, as it is now) and unpacks it. */
export async function packTarball() {
	const packed = await packPackage();
	const unpacked = temporaryFolder();
	const extracted = command('tar', ['-xzf', packed, '-C', unpacked]);
	if (extracted.status !== 0) throw new Error(extracted.output);
	const folder = join(unpacked, 'package');
	const files = listFiles(folder).map((path) => relative(folder, path).replaceAll('\\', '/'));
	return { folder, files, bytes: statSync(packed).size };
}
