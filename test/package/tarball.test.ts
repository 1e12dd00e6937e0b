/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { command, packTarball, read, root, trackedFiles } from './support';

let tarball: Awaited<ReturnType<typeof packTarball>>;
let entryPoints: string[];
beforeAll(async () => {
	tarball = await packTarball();
	mkdirSync(join(tarball.folder, 'node_modules'));
	for (const given of ['luxon', 'n8n-workflow']) {
		symlinkSync(join(root, 'node_modules', given), join(tarball.folder, 'node_modules', given));
	}
	const { n8n } = JSON.parse(text('package.json')) as { n8n: Record<string, string[]> };
	entryPoints = [...n8n.nodes!, ...n8n.credentials!];
});

const text = (path: string) => readFileSync(join(tarball.folder, path), 'utf8');
const scripts = () => tarball.files.filter((path) => path.endsWith('.js'));
const sources = trackedFiles().filter((path) => /^(nodes|credentials)\/.+\.ts$/.test(path));

/** The scripts of the package that a fresh process has loaded, each as often as it is loaded. */
function loadedAfter(paths: string[]): string[] {
	// As n8n lends its own modules to community nodes.
	const script = `
		process.env.NODE_PATH = require('node:path').resolve('node_modules');
		require('node:module').Module._initPaths();
		const [root, ...paths] = process.argv.slice(1).map((path) => require('node:fs').realpathSync(path));
		for (const path of paths) require(path);
		const own = Object.keys(require.cache).filter((path) => path.startsWith(root + '/dist/') && path.endsWith('.js'));
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

it('holds its papers, and scripts, icons, codex files, output schemas and licences', () => {
	const belongs =
		/^((CHANGELOG|LICENSE|README)\.md|package\.json|dist\/(THIRD-PARTY-LICENSES\.txt|.+\.(js|node\.json|svg)|.+\/(countries|labels|otherNames|page|plain|settings)\.json|.+\/__schema__\/v[\d.]+(\/\w+\/\w+)?\.json))$/;

	expect(tarball.files.filter((path) => !belongs.test(path))).toStrictEqual([]);
	expect(tarball.files).toStrictEqual(expect.arrayContaining(['LICENSE.md', 'README.md']));
	expect(tarball.bytes).toBeLessThan(300_000);
});

it('holds the licence of the library that it bundles', () => {
	const licences = text('dist/THIRD-PARTY-LICENSES.txt');

	expect(licences).toContain('libphonenumber-js\n');
	expect(licences).toContain('Copyright (C) The Libphonenumber Authors');
	expect(licences).toContain('Apache License');
});

it('holds one script for each source file', () => {
	expect(scripts()).toStrictEqual(
		sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`).sort(),
	);
});

it('holds module state once, whatever loads it', () => {
	const inSources = sources.flatMap((path) => stateIn(read(path)));

	expect(inSources).not.toStrictEqual([]);
	expect(
		scripts()
			.flatMap((path) => stateIn(text(path)))
			.sort(),
	).toStrictEqual(inSources.sort());
	expect(loadedAfter([...entryPoints, ...scripts()])).toStrictEqual(scripts());
});

/** What n8n's rules let a node require; everything else has to be in the bundle. */
const ALLOWED = ['luxon', 'n8n-workflow', 'crypto', 'node:crypto'];

it('requires nothing that neither n8n nor the package has', () => {
	const required = scripts().flatMap((path) =>
		[...text(path).matchAll(/\b(?:require|import)\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(
			([, name]) => (name!.startsWith('.') ? posix.join(posix.dirname(path), name!) : name!),
		),
	);
	const known = [
		...ALLOWED,
		...tarball.files,
		...scripts().map((path) => path.replace(/(\/index)?\.js$/, '')),
	];

	expect(required).toContain('n8n-workflow');
	expect(required.filter((name) => !known.includes(name))).toStrictEqual([]);
});

it('loads what an operation does, and the metadata of phone numbers, only when needed', () => {
	const atStart = loadedAfter(entryPoints);
	const later = /\/(delivery|history|output|transport)\/|\/recipient\/library\.js$/;

	expect(entryPoints).toHaveLength(3);
	expect(atStart).toStrictEqual(expect.arrayContaining(entryPoints));
	expect(atStart.length).toBeLessThanOrEqual(25);
	expect(atStart.filter((path) => later.test(path))).toStrictEqual([]);
});
