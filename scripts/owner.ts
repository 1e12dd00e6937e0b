/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { print, readFlags, runMain } from './command-line';
import { Problem, PROJECT, run } from './host';
import { type Manifest, ownerOf, placeholdersIn, problemsOf, withOwner } from './release/owner';

const USAGE = `npm run owner -- --repository <owner/name> --author <name> --email <address>

Writes who publishes this package into every file that says so: package.json, the licence, the
documentation links of the nodes and the credential, and the issue templates. Without arguments
it prints what package.json says now.`;

/** What a file with these words looks like, as the rest of the project is formatted. */
async function formatted(file: string, text: string): Promise<string> {
	const ignorePath = join(PROJECT, '.prettierignore');
	const { ignored, inferredParser } = await getFileInfo(file, { ignorePath });
	if (ignored || !inferredParser) return text;
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { repository: '', author: '', email: '' });
	const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
	const old = ownerOf(JSON.parse(read('package.json')) as Manifest);
	const owner = {
		repository: flags.repository || old.repository,
		author: flags.author || old.author,
		email: flags.email || old.email,
	};
	const problems = problemsOf(owner);
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	// scripts/ and test/ hold the placeholders themselves.
	const { stdout } = await run(
		'git',
		['grep', '-I', '--name-only', '-z', '', '--', ':!scripts', ':!test', ':!package-lock.json'],
		{ cwd: PROJECT },
	);
	for (const path of stdout.split('\0').filter(Boolean)) {
		const text = read(path);
		const changed = withOwner(path, text, old, owner);
		if (changed === text) continue;
		const file = join(PROJECT, path);
		writeFileSync(file, await formatted(file, changed));
		print(`changed ${path}`);
	}
	print(`${owner.author} <${owner.email}>, https://github.com/${owner.repository}`);
	const left = placeholdersIn(owner);
	if (left.length > 0)
		print(`Still a placeholder: ${left.join(', ')}. See npm run owner -- --help`);
}

runMain(main);
