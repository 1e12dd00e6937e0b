/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { command, root } from './command';
import { trackedFiles } from './files';
import { packTarball } from './tarball';
import type { Tarball } from './tarball';

let tarball: Tarball;
beforeAll(async () => {
	tarball = await packTarball();
	mkdirSync(join(tarball.folder, 'node_modules'));
	for (const given of ['luxon', 'n8n-workflow']) {
		symlinkSync(join(root, 'node_modules', given), join(tarball.folder, 'node_modules', given));
	}
});
afterAll(() => tarball.remove());

const text = (path: string) => readFileSync(join(tarball.folder, path), 'utf8');
const scripts = () => tarball.files.filter((path) => path.endsWith('.js'));
const isLibrary = (path: string) => path.startsWith('dist/libraries/');
const ownScripts = () => scripts().filter((path) => !isLibrary(path));
const sources = trackedFiles().filter((path) => /^(nodes|credentials)\/.+\.ts$/.test(path));

const entryPoints = () => {
	const { n8n } = JSON.parse(text('package.json')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	return [...n8n.nodes, ...n8n.credentials];
};

/** The scripts of the package that a fresh process has loaded, each as often as it is loaded. */
function loadedAfter(paths: string[]): string[] {
	// As n8n lends its own modules to community nodes.
	const script = `
		process.env.NODE_PATH = require('node:path').resolve('node_modules');
		require('node:module').Module._initPaths();
		const [root, ...paths] = process.argv.slice(1).map((path) => require('node:fs').realpathSync(path));
		for (const path of paths) require(path);
		const own = Object.keys(require.cache).filter((path) => path.startsWith(root + '/dist/'));
		console.log(JSON.stringify(own.map((path) => path.slice(root.length + 1)).sort()));
	`;
	const files = paths.map((path) => join(tarball.folder, path));
	const { output, status, stdout } = command('node', ['--eval', script, tarball.folder, ...files]);
	if (status !== 0) throw new Error(output);
	return JSON.parse(stdout) as string[];
}

/** The module state in a file, such as "queues": what several executions share. */
const stateIn = (script: string) =>
	[...script.matchAll(/^(?:const|let) (\w+)(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)\b/gm)].map(
		([, name]) => name!,
	);

/** What n8n's rules let a node require; everything else has to be in the bundle. */
const ALLOWED = ['luxon', 'n8n-workflow', 'crypto', 'node:crypto'];

it('holds the built package, its papers, and nothing else', () => {
	const papers = tarball.files.filter((path) => !path.startsWith('dist/'));

	expect(papers).toStrictEqual(['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json']);
});

it('holds only scripts, icons, codex files, output schemas and licences under dist', () => {
	const others = tarball.files.filter(
		(path) =>
			path.startsWith('dist/') &&
			path !== 'dist/THIRD-PARTY-LICENSES.txt' &&
			!/\.(js|node\.json|svg)$/.test(path) &&
			!/\/__schema__\/v[\d.]+(\/\w+\/\w+)?\.json$/.test(path),
	);

	expect(others).toStrictEqual([]);
});

it('holds the licence of every library that it bundles', () => {
	const licences = text('dist/THIRD-PARTY-LICENSES.txt');

	for (const library of ['libphonenumber-js']) {
		expect(licences).toContain(`${library}\n`);
	}
	expect(licences).toContain('Copyright (C) The Libphonenumber Authors');
	expect(licences).toContain('Apache License');
});

it('is under 300 kB', () => {
	expect(tarball.size).toBeLessThan(300_000);
});

it('holds every file that its package.json names to n8n', () => {
	const named = entryPoints();

	expect(named).toHaveLength(3);
	expect(named.filter((path) => !existsSync(join(tarball.folder, path)))).toStrictEqual([]);
});

it('holds one script for each source file', () => {
	expect(ownScripts()).toStrictEqual(
		sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`).sort(),
	);
});

it('holds module state once, whatever loads it', () => {
	const inSources = sources.flatMap((path) => stateIn(readFileSync(join(root, path), 'utf8')));
	const inScripts = ownScripts().flatMap((path) => stateIn(text(path)));
	const loaded = loadedAfter([...entryPoints(), ...scripts()]);

	expect(inSources).not.toStrictEqual([]);
	expect(inScripts.sort()).toStrictEqual(inSources.sort());
	expect(loaded).toStrictEqual(scripts());
});

it('requires nothing that neither n8n nor the package has', () => {
	const required = scripts().flatMap((path) =>
		[...text(path).matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
			([, name]) => (name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : name!),
		),
	);
	const foreign = required.filter(
		(name) =>
			!ALLOWED.includes(name) &&
			![name, `${name}.js`, `${name}/index.js`].some((path) => tarball.files.includes(path)),
	);

	expect(required).toContain('n8n-workflow');
	expect(foreign).toStrictEqual([]);
});

it('loads what an operation does, and the metadata of phone numbers, only when needed', () => {
	const atStart = loadedAfter(entryPoints());

	expect(atStart).toStrictEqual(expect.arrayContaining(entryPoints()));
	expect(atStart.length).toBeLessThanOrEqual(25);
	expect(
		atStart.filter((path) => /\/(delivery|history|output|transport)\//.test(path)),
	).toStrictEqual([]);
	expect(atStart.filter(isLibrary)).toStrictEqual([]);
});
