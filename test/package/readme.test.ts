/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './command';
import { trackedFiles } from './files';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const withoutCode = (markdown: string) => markdown.replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, '');

const headings = (markdown: string) =>
	[...withoutCode(markdown).matchAll(/^(#{1,6})\s+(.+?)\s*#*$/gm)].map(([, , title]) => title!);

/** As GitHub names the anchor of a heading. */
const anchor = (title: string) =>
	title
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

const links = (markdown: string) =>
	[...withoutCode(markdown).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|href)="([^"]+)"/g)].map(
		([, inline, html]) => (inline ?? html)!,
	);

it('has the sections that n8n asks for, in order', () => {
	const asked = [
		'Installation',
		'Operations',
		'Credentials',
		'Compatibility',
		'Usage',
		'Resources',
		'Version history',
	];
	const found = headings(read('README.md')).map((title) => title.toLowerCase());

	expect(asked.filter((title) => !found.includes(title.toLowerCase()))).toStrictEqual([]);
});

it('has no link to a file or heading that is not there', () => {
	const broken = trackedFiles()
		.filter((path) => path.endsWith('.md'))
		.flatMap((path) =>
			links(read(path))
				.filter((link) => !/^[a-z]+:/i.test(link))
				.filter((link) => {
					const [file = '', fragment] = decodeURI(link).split('#');
					const target = file === '' ? path : join(dirname(path), file);
					if (!existsSync(join(root, target))) return true;
					if (!fragment || !target.endsWith('.md')) return false;
					return !headings(read(target)).map(anchor).includes(fragment);
				})
				.map((link) => `${path}: ${link}`),
		);

	expect(broken).toStrictEqual([]);
});

/** An operation that somebody may add, and a file of n8n. */
const ELSEWHERE = ['actions/deliveryReport/get.operation.ts', 'routing-node.js'];

it('names no file of the code that is not there', () => {
	const files = trackedFiles();
	const isThere = (name: string) =>
		[...files, ...ELSEWHERE].some((path) => `/${path}`.endsWith(`/${name}`));
	const missing = files
		.filter((path) => path.endsWith('.md'))
		.flatMap((path) =>
			[...withoutCode(read(path)).matchAll(/`([\w./-]+\.(?:[cm]?[jt]s|json|yml|yaml))`/g)]
				.map(([, name]) => name!)
				.filter((name) => !isThere(name))
				.map((name) => `${path}: ${name}`),
		);

	expect(missing).toStrictEqual([]);
});

it('lists the version of the package in its changelog', () => {
	const { version } = JSON.parse(read('package.json')) as { version: string };

	expect(headings(read('CHANGELOG.md')).join('\n')).toContain(version);
});
