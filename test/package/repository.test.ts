/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
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

it('names one repository, that of package.json', () => {
	const [, own] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)!;
	const named = texts
		.filter(({ path }) => !/^(test|scripts|host)\//.test(path))
		.flatMap(({ text }) => [...text.matchAll(/github\.com\/([\w-]+\/n8n-nodes-sms-gateway)\b/g)]);

	expect(named.length).toBeGreaterThan(5);
	expect(new Set(named.map(([, name]) => name))).toStrictEqual(new Set([own]));
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
