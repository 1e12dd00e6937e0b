/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './tree';

/** Every file below a folder, as absolute paths in a stable order. */
export const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();

/** Every file of the repository, as paths from its root; there has to be one, or a test is about nothing. */
export function trackedFiles(): string[] {
	const files = projectFiles();
	if (files.length === 0) throw new Error('There are no files to look at');
	return files;
}
