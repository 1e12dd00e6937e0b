const { execFile } = require('node:child_process');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
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

/** n8n installs community nodes without their dependencies, so each entry carries its libraries. */
async function bundle() {
	const { metafile, warnings } = await esbuild.build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map(sourceOf),
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		// The bundle names its modules by path: the same wherever node_modules really is.
		preserveSymlinks: true,
		legalComments: 'inline',
		minifySyntax: true,
		minifyWhitespace: true,
		metafile: true,
		logLevel: 'warning',
	});
	if (warnings.length > 0) throw new Error(`esbuild reported ${warnings.length} warning(s)`);
	await writeLicences(metafile);
}

// encoding: false keeps binary files as they are.
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(types, clean, parallel(bundle, assets));
exports.default = exports.build;
