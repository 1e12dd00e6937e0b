const { execFile } = require('node:child_process');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join, relative } = require('node:path');
const { dest, parallel, series, src } = require('gulp');
const esbuild = require('esbuild');
const { n8n } = require('./package.json');

const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

const clean = () => rm('dist', { recursive: true, force: true });

const types = (done) =>
	execFile(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.build.json'],
		(error, output) => done(error && new Error(output)),
	);

/** The bundled libraries ask that their licence goes with every copy of them. */
async function writeLicences({ inputs }) {
	const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
	const used = new Set(Object.keys(inputs).flatMap((path) => library.exec(path)?.[1] ?? []));
	const licences = [...used].sort().map(async (name) => {
		const folder = join('node_modules', name);
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
		if (file === undefined) throw new Error(`${name} is bundled, but has no licence file`);
		return `${name}\n\n${await readFile(join(folder, file), 'utf8')}`;
	});
	const separator = `\n${'-'.repeat(72)}\n\n`;
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', (await Promise.all(licences)).join(separator));
}

/**
 * What is imported only when needed becomes a file of its own: n8n loads every node at its start,
 * and the phone metadata alone takes longer than all the rest.
 */
const keepApart = (parts) => ({
	name: 'keep-apart',
	setup({ initialOptions, onResolve }) {
		const folder = dirname(initialOptions.entryPoints[0]);
		onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
			if (kind !== 'dynamic-import') return undefined;
			const part = relative('.', join(resolveDir, `${path}.ts`));
			parts.push(part);
			const file = relative(folder, part).replaceAll('\\', '/').replace(/ts$/, 'js');
			return { external: true, path: file.startsWith('.') ? file : `./${file}` };
		});
	},
});

/** Bundles one file, and tells which others it imports when needed. */
async function bundleFile(entry) {
	const parts = [];
	const { metafile, warnings } = await esbuild.build({
		entryPoints: [entry],
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		plugins: [keepApart(parts)],
		// As a require, which also works where code runs in a context of its own.
		supported: { 'dynamic-import': false },
		legalComments: 'inline',
		minifySyntax: true,
		minifyWhitespace: true,
		metafile: true,
		logLevel: 'warning',
	});
	if (warnings.length > 0) throw new Error(`esbuild reported ${warnings.length} warning(s)`);
	return { inputs: metafile.inputs, parts };
}

/** n8n installs community nodes without their dependencies, so each file carries its libraries. */
async function bundle() {
	const files = new Set([...n8n.nodes, ...n8n.credentials].map(sourceOf));
	const inputs = {};
	// A set that grows while it is read: the parts are bundled too.
	for (const file of files) {
		const bundled = await bundleFile(file);
		Object.assign(inputs, bundled.inputs);
		for (const part of bundled.parts) files.add(part);
	}
	await writeLicences({ inputs });
}

// encoding: false keeps binary files as they are.
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(types, clean, parallel(bundle, assets));
exports.default = exports.build;
