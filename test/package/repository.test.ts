/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { PLACEHOLDERS, ownerOf } from '../../scripts/owner';
import { root } from './command';
import { trackedFiles } from './files';

const texts = trackedFiles()
	.filter(
		(path) =>
			!/\.(png|jpg|gif|ico)$/.test(path) &&
			statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
	)
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const containing = (pattern: RegExp) =>
	texts.flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));

// The home in n8n's own Docker image is nobody's in particular.
const homeFolder =
	/\/home\/(?!node\/)[a-z][a-z0-9_-]*\/|\/Users\/[A-Za-z][\w.-]*\/|\/ro{2}t\/|C:\\Users\\\w/;
const webToken = /\bey[J][A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/;

it('tracks files', () => {
	expect(texts.length).toBeGreaterThan(20);
});

it('names no one’s home folder', () => {
	expect(containing(homeFolder)).toStrictEqual([]);
});

it('holds no token', () => {
	expect(containing(webToken)).toStrictEqual([]);
});

it('names the repository of package.json, and nowhere the one that it was before it had an owner', () => {
	const { repository } = ownerOf(manifest);
	const published = texts.filter(({ path }) => !/^(test|scripts)\//.test(path));
	const naming = (name: string) =>
		published.filter(({ text }) => text.includes(`github.com/${name}`)).map(({ path }) => path);

	expect(naming(repository).length).toBeGreaterThan(5);
	if (repository !== PLACEHOLDERS.repository)
		expect(naming(PLACEHOLDERS.repository)).toStrictEqual([]);
});

it('tracks nothing that is built, packed or private', () => {
	const unwanted = trackedFiles().filter((path) =>
		/^(dist|node_modules|coverage)\/|^\.reports\/(?!\.gitignore$)|\.(tgz|log)$|(^|\/)\.env/.test(
			path,
		),
	);

	expect(unwanted).toStrictEqual([]);
});

it('locks versions and hashes, and leaves the registry to the machine', () => {
	const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { resolved?: string; integrity?: string }>;
	};
	const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

	expect(installed.length).toBeGreaterThan(100);
	expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toStrictEqual([]);
	expect(installed.filter(([, { integrity }]) => !integrity)).toStrictEqual([]);
});
