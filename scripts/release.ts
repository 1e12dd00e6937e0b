/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, runMain } from './command-line';
import { Problem } from './host';
import { notesOf, releaseProblems } from './release/check';
import { type Manifest, ownerOf } from './release/owner';
import { withAbsoluteAddresses } from './release/readme';

const USAGE = `npm run release -- --tag v<version>

Refuses what must not be published (a placeholder owner, a tag that isn't the version, a version
without a date in CHANGELOG.md). Then writes release/notes.md, and gives README.md the absolute
addresses that npm needs. The workflow that publishes runs it; it publishes nothing itself.`;

const FOLDER = 'release';

function main(): void {
	const { values } = parseArgs({
		options: { tag: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
	});
	if (values.help) return print(USAGE);
	const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
	const changelog = readFileSync('CHANGELOG.md', 'utf8');
	const problems = releaseProblems({ manifest, changelog, tag: values.tag });
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	const tag = `v${manifest.version}`;
	const { repository } = ownerOf(manifest);
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(join(FOLDER, 'notes.md'), `${notesOf(changelog, manifest.version)}\n`);
	const readme = readFileSync('README.md', 'utf8');
	writeFileSync('README.md', withAbsoluteAddresses(readme, repository, tag));
	print(`${tag} of ${repository} can be published.`);
}

runMain(async () => main());
