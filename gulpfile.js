const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

/** Returns nothing: of a child that it gets, gulp tells the exit code and not what it printed. */
function typescript(done, ...flags) {
	const compiler = require.resolve('typescript/bin/tsc');
	const command = [compiler, '--project', 'tsconfig.build.json', ...flags];
	execFile(process.execPath, command, (error, output) =>
		done(error && Object.assign(new Error(output), { showStack: false })),
	);
}

const unchecked = (done) => typescript(done, '--noCheck');

const LIBRARY = 'nodes/SmsGateway/domain/recipient/library';

/** n8n installs community nodes without dependencies: this one goes into the script that names it. */
async function library() {
	const { metafile } = await esbuild.build({
		entryPoints: [`${LIBRARY}.ts`],
		outfile: `dist/${LIBRARY}.js`,
		bundle: true,
		platform: 'node',
		target: 'node20',
		minifySyntax: true,
		minifyWhitespace: true,
		// No library of a community node may write to the console.
		define: { console: 'undefined' },
		metafile: true,
	});
	const known = /^nodes\/|node_modules\/libphonenumber-js\//;
	const others = Object.keys(metafile.inputs).filter((path) => !known.test(path));
	if (others.length > 0) throw new Error(`The licences miss those of ${others}`);
}

const ORIGIN = `libphonenumber-js
Contains metadata of https://github.com/google/libphonenumber, Copyright (C) The Libphonenumber Authors, converted, under the Apache License 2.0 below.
`;

/** The library asks that its licences go with every copy, and they do not say whose its data are. */
async function licences() {
	const folder = 'node_modules/libphonenumber-js';
	const texts = ['LICENSE', 'LICENSE.Apache'].map((name) => readFileSync(join(folder, name)));
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', [ORIGIN, ...texts].join('\n'));
}

// encoding: false keeps binary files as they are.
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

const INPUTS = 'credentials icons nodes gulpfile.js tsconfig.json tsconfig.build.json'.split(' ');
/** Not part of the package (see "files" in package.json). */
const STAMP = join('dist', '.sources');

/** A hash of everything that dist/ is made of. */
function hashOfSources(project) {
	const hash = createHash('sha256');
	const add = (path) =>
		statSync(join(project, path)).isDirectory()
			? readdirSync(join(project, path))
					.sort()
					.forEach((name) => add(join(path, name)))
			: hash.update(path).update(readFileSync(join(project, path)));
	INPUTS.forEach(add);
	return hash.digest('hex');
}

const stamp = () => writeFile(STAMP, hashOfSources('.'));

/** Why dist/ is not what the sources make of it; undefined where it is. */
exports.staleness = (project) => {
	const file = join(project, STAMP);
	if (!existsSync(file)) return 'The package is not built.';
	const isFresh = readFileSync(file, 'utf8') === hashOfSources(project);
	return isFresh ? undefined : 'The build is older than its sources.';
};

const rest = [parallel(library, licences, assets), stamp];
exports.quick = series(clean, unchecked, ...rest);
exports.build = series(clean, typescript, ...rest);
