// Types are checked once by `npm run typecheck`, not again per test file.
const { transformSync } = require('esbuild');

exports.process = (source, sourcefile, { transformerConfig }) =>
	transformSync(source, { ...transformerConfig, sourcefile });
