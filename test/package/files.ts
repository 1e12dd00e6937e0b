/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../host';

/** A line of .gitignore, of the kinds that are used here: `name/`, `/name/`, `*.extension`. */
function ignoring(line: string): (path: string) => boolean {
	if (line.startsWith('*')) return (path) => path.endsWith(line.slice(1));
	if (line.startsWith('/')) return (path) => `/${path}/` === line;
	return (path) => `/${path}/`.endsWith(`/${line}`);
}

/** Every file of a folder that its .gitignore leaves in, as a path from it. */
function filesInTree(project: string): string[] {
	const lines = readFileSync(join(project, '.gitignore'), 'utf8').split('\n').filter(Boolean);
	const rules = ['.git/', '.reports/', ...lines].map(ignoring);
	const filesIn = (folder: string): string[] =>
		readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
			const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
			if (rules.some((isIgnored) => isIgnored(path))) return [];
			return entry.isDirectory() ? filesIn(path) : [path];
		});
	return filesIn('').sort();
}

/**
 * Every file of the repository, as paths from its root: what git tracks, or all there is in one that was
 * downloaded without git's own folder. There has to be one, or a test is about nothing.
 */
export function trackedFiles(): string[] {
	if (!existsSync(join(PROJECT, '.git'))) return filesInTree(PROJECT);
	const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT, encoding: 'utf8' });
	const files = tracked
		.split('\0')
		.filter((path) => path !== '' && existsSync(join(PROJECT, path)));
	if (files.length === 0) throw new Error('There are no files to look at');
	return files;
}

/** Every file below a folder, as absolute paths in a stable order. */
export const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
