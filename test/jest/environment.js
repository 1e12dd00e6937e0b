// jest's own, with n8n and other libraries in `libraries`: thousands of files as one, which a worker
// compiles once. Each test file starts them anew.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync } = require('node:fs');
const { Script } = require('node:vm');
const { buildSync } = require('esbuild');
const { TestEnvironment } = require('jest-environment-node');

function compile(options) {
	const lock = readFileSync(`${options.stdin.resolveDir}/package-lock.json`);
	const key = createHash('sha1').update(lock).update(JSON.stringify(options)).digest('hex');
	const file = `${options.stdin.resolveDir}/node_modules/.cache/libraries-${key}.js`;
	if (!existsSync(file)) {
		buildSync({ ...options, outfile: `${file}.${process.pid}` });
		renameSync(`${file}.${process.pid}`, file);
	}
	// Not its path: jest would read it at each error, to look for a source map.
	const filename = 'libraries:/node_modules/libraries.js';
	return new Script(`((exports, require, __dirname) => {${readFileSync(file)}\n})`, { filename });
}

let script;
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		script ??= compile(config.projectConfig.testEnvironmentOptions);
		script.runInContext(this.context)((this.global.libraries = {}), require, __dirname);
	}
};
