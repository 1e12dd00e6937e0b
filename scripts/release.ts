/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { print, readFlags, runMain } from './command-line';
import { npm, packPackage, Problem, PROJECT } from './host';
import { notesOf, releaseProblems, withAbsoluteAddresses } from './release/check';
import { type Manifest, ownerOf } from './release/owner';

const USAGE = `npm run release -- --tag v<version>

Refuses what must not be published: a placeholder owner, a tag that isn't the version, a version
without a date in CHANGELOG.md, a dist/ that isn't built from these sources. Then packs the file
to publish into release/, with absolute addresses in its README, writes release/notes.md, and lets
npm go through the publication of that file. It publishes nothing: the workflow publish.yml does.`;

const FOLDER = join(PROJECT, 'release');

async function main(): Promise<void> {
	const { tag } = readFlags(USAGE, { tag: '' });
	const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
	const manifest = JSON.parse(read('package.json')) as Manifest;
	const changelog = read('CHANGELOG.md');
	const problems = releaseProblems({ manifest, changelog, tag });
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	const { repository } = ownerOf(manifest);
	const readme = withAbsoluteAddresses(read('README.md'), repository, tag);
	const packed = await packPackage(PROJECT, readme);
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER);
	const file = basename(packed);
	copyFileSync(packed, join(FOLDER, file));
	writeFileSync(join(FOLDER, 'notes.md'), `${notesOf(changelog, manifest.version)}\n`);
	print(await npm(['publish', `./${file}`, '--dry-run', '--ignore-scripts'], FOLDER));
	print(`${tag} of ${repository} can be published: release/${file}`);
}

runMain(main);
