// Runs the tests in the realm of the process itself, so that n8n is loaded once per worker instead of
// once per test file, and its errors, arrays and dates are those of the tests.
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const outside = Symbol.for('outside-of-jest');
globalThis[outside] = require;

// jest compiles each file for the context of its environment, and Node has no name for its own one.
const sameRealm = vm.createContext({});
const { compileFunction } = vm;
/** What was compiled in this process, by file: the next test file need not compile it again. */
const compiled = new Map();
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) => {
	if (parsingContext !== sameRealm) {
		return compileFunction(code, parameters, { ...options, parsingContext });
	}
	const known = compiled.get(options.filename);
	if (known?.code === code && known.parameters.join() === parameters.join()) return known.run;
	const run = compileFunction(code, parameters, options);
	compiled.set(options.filename, { code, parameters, run });
	return run;
};

/** Each test file brings one, and up to Node 22 each promise costs a bit more for every one in use. */
const inUse = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	inUse.add(this);
	return run.apply(this, given);
};

/**
 * What jest keeps on the global object for one test file, which the next must not find. It has no public
 * way to let go of it, since it throws away the whole object: so jest's version is pinned, and one that
 * keeps it elsewhere is refused.
 */
const OF_ONE_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES'].map(
	(name) => `Symbol(${name})`,
);

const { console } = globalThis;

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
		// jest itself speaks through it once the tests are over.
		globalThis.console = console;
		for (const storage of inUse) storage.disable();
		inUse.clear();
		const all = Object.getOwnPropertySymbols(globalThis);
		const kept = all.filter((key) => OF_ONE_FILE.includes(String(key)));
		if (kept.length < 2) throw new Error('This jest keeps its state elsewhere: see environment.js');
		for (const key of kept) delete globalThis[key];
	}
};
