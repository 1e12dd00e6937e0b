/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { print, runMain } from './command-line';
import { Problem, run } from './host';
import { type Manifest, ownerOf, placeholdersIn, problemsOf, withOwner } from './release/owner';

const USAGE = `npm run owner -- --repository <owner/name> --author <name> --email <address>

Writes who publishes this package into every file that says so: package.json, the licence, the
documentation links of the nodes and the credential, and the issue templates. Without arguments
it prints what package.json says now.`;

/** It holds the placeholders themselves. */
const KEPT = ['scripts/release/owner.ts'];

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			repository: { type: 'string' },
			author: { type: 'string' },
			email: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return print(USAGE);
	const old = ownerOf(JSON.parse(readFileSync('package.json', 'utf8')) as Manifest);
	const { author = old.author, email = old.email, repository = old.repository } = values;
	const owner = { author, email, repository };
	const problems = problemsOf(owner);
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	const { stdout } = await run('git', ['grep', '-I', '--name-only', '-z', '']);
	for (const path of stdout.split('\0').filter((file) => file !== '' && !KEPT.includes(file))) {
		const text = readFileSync(path, 'utf8');
		const changed = withOwner(text, old, owner);
		if (changed === text) continue;
		writeFileSync(path, changed);
		print(`changed ${path}`);
	}
	print(`${owner.author} <${owner.email}>, https://github.com/${owner.repository}`);
	const left = placeholdersIn(owner);
	if (left.length > 0)
		print(`Still a placeholder: ${left.join(', ')}. See npm run owner -- --help`);
}

runMain(main);
