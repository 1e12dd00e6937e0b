/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packTarball } from './tarball';
import type { Tarball } from './tarball';

let tarball: Tarball;
beforeAll(() => {
	tarball = packTarball();
});
afterAll(() => tarball.remove());

const text = (path: string) => readFileSync(join(tarball.folder, path), 'utf8');
const scripts = () => tarball.files.filter((path) => path.endsWith('.js'));

/** What n8n's rules let a node require; everything else has to be in the bundle. */
const ALLOWED = ['n8n-workflow', 'crypto', 'node:crypto'];

it('holds the built package, its papers, and nothing else', () => {
	const papers = tarball.files.filter((path) => !path.startsWith('dist/'));

	expect(papers).toEqual(['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json']);
});

it('holds only scripts, icons, codex files and licences under dist', () => {
	const others = tarball.files.filter(
		(path) =>
			path.startsWith('dist/') &&
			path !== 'dist/THIRD-PARTY-LICENSES.txt' &&
			!/\.(js|node\.json|svg)$/.test(path),
	);

	expect(others).toEqual([]);
});

it('holds the licence of every library that it bundles', () => {
	const licences = text('dist/THIRD-PARTY-LICENSES.txt');

	for (const library of ['jwt-decode', 'libphonenumber-js']) {
		expect(licences).toContain(`${library}\n`);
	}
});

it('is under 250 kB', () => {
	expect(tarball.size).toBeLessThan(250_000);
});

it('holds every file that its package.json names to n8n', () => {
	const { n8n } = JSON.parse(text('package.json')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const named = [...n8n.nodes, ...n8n.credentials];

	expect(named).toHaveLength(3);
	expect(named.filter((path) => !existsSync(join(tarball.folder, path)))).toEqual([]);
});

it('holds a codex file beside every node', () => {
	const nodes = tarball.files.filter((path) => path.endsWith('.node.js'));
	const missing = nodes.filter((path) => !tarball.files.includes(`${path}on`));

	expect(missing).toEqual([]);
});

it('holds every icon in a light and a dark form', () => {
	const icons = tarball.files.filter((path) => path.endsWith('.svg'));
	const light = icons.filter((path) => !path.endsWith('.dark.svg'));

	expect(light).not.toEqual([]);
	expect(icons).toHaveLength(light.length * 2);
	expect(icons).toEqual(
		expect.arrayContaining(light.map((path) => path.replace('.svg', '.dark.svg'))),
	);
});

it('requires nothing that neither n8n nor the package has', () => {
	const required = scripts().flatMap((path) =>
		[...text(path).matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
			([, name]) => (name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : name!),
		),
	);
	const foreign = required.filter(
		(name) => !ALLOWED.includes(name) && !tarball.files.includes(name),
	);

	expect(required).toContain('n8n-workflow');
	expect(foreign).toEqual([]);
});

it('loads little when n8n starts: the metadata of all phone numbers only when needed', () => {
	const { n8n } = JSON.parse(text('package.json')) as { n8n: { nodes: string[] } };
	const sizes = n8n.nodes.map((path) => text(path).length);

	expect(Math.max(...sizes)).toBeLessThan(15_000);
});
