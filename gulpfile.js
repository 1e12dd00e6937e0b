const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const esbuild = require('esbuild');
const { n8n } = require('./package.json');

const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

const clean = () => rm('dist', { recursive: true, force: true });

/** n8n installs community nodes without their dependencies, so each entry carries its libraries. */
async function bundle() {
	const { warnings } = await esbuild.build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map(sourceOf),
		outbase: '.',
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		legalComments: 'inline',
		minifySyntax: true,
		minifyWhitespace: true,
		logLevel: 'warning',
	});
	if (warnings.length > 0) throw new Error(`esbuild reported ${warnings.length} warning(s)`);
}

// encoding: false keeps binary files as they are.
const assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, assets));
exports.default = exports.build;
