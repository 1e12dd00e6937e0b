/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../host/package';
import { run } from '../../host/machine';

const SOURCES = [
	...['credentials', 'icons', 'nodes'],
	...['gulpfile.js', 'package.json', 'tsconfig.build.json', 'tsconfig.json'],
];

export const git = (...args: string[]): string =>
	execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 1e9 }).trim();

/**
 * Builds a version by its own gulpfile, with the libraries that are installed here.
 *
 * @param source a folder with a package, or else a git ref
 * @param folder an absent one; then with `one` and `two`, each with the whole built package
 */
export async function buildVersion(source: string, folder: string): Promise<void> {
	const one = join(folder, 'one');
	mkdirSync(one, { recursive: true });
	if (existsSync(join(source, 'nodes'))) {
		for (const path of SOURCES) cpSync(join(source, path), join(one, path), { recursive: true });
	} else {
		const archive = join(folder, 'archive.tar');
		git('archive', '--output', archive, source, ...SOURCES);
		execFileSync('tar', ['-xf', archive, '-C', one]);
	}
	symlinkSync(join(PROJECT, 'node_modules'), join(one, 'node_modules'), 'dir');
	const gulp = join(PROJECT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'quick'], { cwd: one });
	cpSync(one, join(folder, 'two'), { recursive: true, verbatimSymlinks: true });
}

/** What commits since then say is wanted, in a last line "Compare: <text of the kinds> (why)". */
export function wantedSince(source: string): string[] {
	if (existsSync(join(source, 'nodes'))) return [];
	const format = '--format=%(trailers:key=Compare,valueonly,unfold)';
	return git('log', format, `${source}..HEAD`)
		.split('\n')
		.map((line) => line.replace(/\s*\([^()]*\)\s*$/, '').trim())
		.filter((text) => text !== '');
}
