// Types are checked once by `npm run typecheck`, not again per test file.
const { createHash } = require('node:crypto');
const esbuild = require('esbuild');

module.exports = {
	getCacheKey: (source, path) =>
		createHash('sha1').update([esbuild.version, path, source].join('\0')).digest('hex'),
	process: (source, path) =>
		esbuild.transformSync(source, {
			loader: 'ts',
			format: 'cjs',
			target: 'node20',
			// As a require, which finds the sources.
			supported: { 'dynamic-import': false },
			sourcemap: 'inline',
			sourcefile: path,
		}),
};
