/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json';
import { UNRELEASED } from '../../scripts/release';
import { read, root, trackedFiles } from './support';

const files = trackedFiles();
const pages = files.filter((path) => path.endsWith('.md'));
const withoutCode = (markdown: string) => markdown.replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, '');

const headings = (path: string) =>
	[...withoutCode(read(path)).matchAll(/^(#{1,6})\s+(.+?)\s*#*$/gm)].map(([, , title]) => title!);

const anchor = (title: string) =>
	title
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

/** What a pattern finds in the pages, and is refused there. */
const foundIn = (pattern: RegExp, isRefused: (found: string, path: string) => boolean) =>
	pages.flatMap((path) =>
		[...withoutCode(read(path)).matchAll(pattern)]
			.map(([, one, other]) => (one ?? other)!)
			.filter((found) => isRefused(found, path))
			.map((found) => `${path}: ${found}`),
	);

it.each([
	...['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'],
	'Version history',
])('README.md has the section %s, which n8n asks for', (asked) => {
	expect(headings('README.md').map((title) => title.toLowerCase())).toContain(asked.toLowerCase());
});

it('no page has a link to a file or heading that is not there', () => {
	const link = /\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|href)="([^"]+)"/g;
	const broken = foundIn(link, (found, path) => {
		if (/^[a-z]+:/i.test(found)) return false;
		const [file = '', fragment] = decodeURI(found).split('#');
		const target = file === '' ? path : join(dirname(path), file);
		if (!existsSync(join(root, target))) return true;
		if (!fragment || !target.endsWith('.md')) return false;
		return !headings(target).map(anchor).includes(fragment);
	});

	expect(broken).toStrictEqual([]);
});

/** An operation that somebody may add, and a file of n8n. */
const ELSEWHERE = ['actions/deliveryReport/get.operation.ts', 'routing-node.js'];

it('no page names a file of the code that is not there', () => {
	const there = [...files, ...ELSEWHERE].map((path) => `/${path}`);
	const file = /`([\w./-]+\.(?:[cm]?[jt]s|json|yml|yaml))`/g;

	expect(foundIn(file, (name) => !there.some((path) => path.endsWith(`/${name}`)))).toStrictEqual(
		[],
	);
});

it('CHANGELOG.md lists the version of the package', () => {
	expect(headings('CHANGELOG.md').join('\n')).toContain(manifest.version);
});

it('README.md says that nothing is released yet as long as CHANGELOG.md does', () => {
	const isReleased = !read('CHANGELOG.md').includes(UNRELEASED.toLowerCase());
	expect(read('README.md').includes(UNRELEASED)).toBe(!isReleased);
});
