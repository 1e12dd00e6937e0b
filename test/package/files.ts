/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command, root } from './command';

/** Every file below a folder, as absolute paths in a stable order. */
export const listFiles = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();

/** Every file that git tracks, as paths from the repository's root. */
export const trackedFiles = (): string[] =>
	command('git', ['ls-files', '-z'], root).stdout.split('\0').filter(Boolean);
