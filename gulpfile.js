const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { builtinModules } = require('node:module');
const { join, posix } = require('node:path');
const { Transform } = require('node:stream');
const { finished } = require('node:stream/promises');
const { transformSync } = require('@babel/core');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const ts = require('typescript');
const { compilerOptions } = require('./tsconfig.json');

const SCRIPTS = ['credentials/**/*.ts', 'nodes/**/*.ts'];
/** What n8n gives a community node; every other package has to be in the tarball. */
const PROVIDED = new Set(['luxon', 'n8n-workflow', ...builtinModules]);

const clean = () => rm('dist', { recursive: true, force: true });

/** Returns nothing: of a child that it gets, gulp tells the exit code and not what it printed. */
function types(done) {
	const compiler = require.resolve('typescript/bin/tsc');
	execFile(process.execPath, [compiler, '--project', 'tsconfig.build.json'], (error, output) =>
		done(error && Object.assign(new Error(output), { showStack: false })),
	);
}

const bundleOf = (library) => `libraries/${library.replace('@', '').replaceAll('/', '-')}.js`;

/** `export`s and `import`s as Node.js and n8n load them: a file of ours when it is first used. */
const asCommonJs = (code) =>
	transformSync(code, {
		babelrc: false,
		configFile: false,
		plugins: [
			[
				'@babel/plugin-transform-modules-commonjs',
				{ lazy: (path) => path.startsWith('.'), noInterop: true },
			],
		],
	}).code;

/** One script per source file; the addresses of the libraries change. Notes what is used of each library. */
function compile(file, libraries) {
	const { outputText } = ts.transpileModule(file.contents.toString(), {
		compilerOptions: { ...compilerOptions, noEmit: false, module: ts.ModuleKind.ESNext },
		fileName: file.path,
	});
	const code = asCommonJs(outputText);
	const folder = posix.dirname(file.relative.replaceAll('\\', '/'));
	const imported = /\bvar (\w+) = require\("([^."][^"]*)"\)/g;
	return code.replace(imported, (asWritten, variable, library) => {
		if (PROVIDED.has(library)) return asWritten;
		const names = libraries.get(library) ?? libraries.set(library, new Set()).get(library);
		const uses = code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'));
		for (const [, name] of uses) names.add(name);
		return `var ${variable} = require("${posix.relative(folder, bundleOf(library))}")`;
	});
}

const scripts = (libraries) =>
	src(SCRIPTS, { base: '.' })
		.pipe(
			new Transform({
				objectMode: true,
				transform(file, _encoding, done) {
					file.contents = Buffer.from(compile(file, libraries));
					file.extname = '.js';
					done(null, file);
				},
			}),
		)
		.pipe(dest('dist'));

/** n8n installs community nodes without their dependencies: each library becomes one file. */
async function bundle([library, names]) {
	const { metafile, warnings } = await esbuild.build({
		stdin: {
			contents: `export { ${[...names].sort()} } from '${library}'`,
			resolveDir: __dirname,
		},
		outfile: join('dist', bundleOf(library)),
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		legalComments: 'inline',
		minifySyntax: true,
		minifyWhitespace: true,
		// No library of a community node may write to the console.
		define: { console: 'undefined' },
		metafile: true,
		logLevel: 'warning',
	});
	if (warnings.length > 0) throw new Error(`esbuild reported ${warnings.length} warning(s)`);
	return Object.keys(metafile.inputs);
}

/** What a library contains of others, and its own licence files do not say. */
const ORIGINS = {
	'libphonenumber-js':
		'Contains metadata of https://github.com/google/libphonenumber, Copyright (C) The Libphonenumber Authors, converted, under the Apache License 2.0 below.\n',
};

/** The bundled libraries ask that their licences go with every copy of them. */
async function writeLicences(inputs) {
	const library = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
	const used = new Set(inputs.flatMap((path) => library.exec(path)?.[1] ?? []));
	const licences = [...used].sort().map(async (name) => {
		const folder = join('node_modules', name);
		const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)\b/i.test(file));
		if (files.length === 0) throw new Error(`${name} is bundled, but has no licence file`);
		const texts = files.sort().map((file) => readFile(join(folder, file), 'utf8'));
		return [name, ORIGINS[name] ?? '', ...(await Promise.all(texts))].join('\n');
	});
	const separator = `\n${'-'.repeat(72)}\n\n`;
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', (await Promise.all(licences)).join(separator));
}

// encoding: false keeps binary files as they are.
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

/** Their names are computed here, as n8n's start need not wait for that. */
async function writeOutCountries() {
	const path = join(__dirname, 'dist/nodes/SmsGateway/settings/countries.js');
	const rows = require(path).COUNTRIES.map((country) => `\t${JSON.stringify(country)},\n`);
	await writeFile(path, `exports.COUNTRIES = [\n${rows.join('')}];\n`);
}

async function code() {
	const libraries = new Map();
	await finished(scripts(libraries).resume());
	const inputs = await Promise.all([...libraries].map(bundle));
	await writeLicences(inputs.flat());
	await writeOutCountries();
}

const INPUTS = ['credentials', 'icons', 'nodes', 'gulpfile.js', 'tsconfig.json'];
/** Not part of the package (see "files" in package.json). */
const STAMP = join('dist', '.sources');

/** A hash of everything that dist/ is made of. */
function hashOfSources(project) {
	const filesOf = (path) =>
		statSync(join(project, path)).isDirectory()
			? readdirSync(join(project, path))
					.sort()
					.flatMap((name) => filesOf(join(path, name)))
			: [path];
	const hash = createHash('sha256');
	for (const file of INPUTS.flatMap(filesOf)) {
		hash.update(file).update(readFileSync(join(project, file)));
	}
	return hash.digest('hex');
}

const stamp = () => writeFile(STAMP, hashOfSources('.'));

/** Why dist/ is not what the sources make of it; undefined where it is. */
exports.staleness = (project) => {
	const file = join(project, STAMP);
	if (!existsSync(file)) return 'The package is not built.';
	if (readFileSync(file, 'utf8') !== hashOfSources(project))
		return 'The build is older than its sources.';
	return undefined;
};

// Without a check of the types.
exports.quick = series(clean, parallel(code, assets), stamp);
exports.build = series(clean, parallel(types, code, assets), stamp);
exports.default = exports.build;
