// Runs the tests in the realm of the process itself, so that n8n is loaded once per worker instead of
// once per test file, and its errors, arrays and dates are those of the tests.
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const outside = Symbol.for('outside-of-jest');
globalThis[outside] = require;

// jest compiles each file for the context of its environment, and Node has no name for its own one.
const sameRealm = vm.createContext({});
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		parsingContext === sameRealm ? options : { ...options, parsingContext },
	);

/** What jest keeps on the global object for one test file, which the next must not find. */
const OF_ONE_FILE = /^Symbol\((JEST_STATE_SYMBOL|EVENT_HANDLERS|RETRY_TIMES)\)$/;

module.exports = class SameRealmEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { projectConfig } = config;
		this.context = sameRealm;
		this.global = Object.assign(globalThis, projectConfig.globals);
		this.moduleMocker = new this.moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new this.fakeTimersModern.constructor({
			config: projectConfig,
			global: globalThis,
		});
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		await super.teardown();
		const kept = Object.getOwnPropertySymbols(globalThis);
		for (const key of kept) if (OF_ONE_FILE.test(String(key))) delete globalThis[key];
	}
};
