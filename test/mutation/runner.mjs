// Stryker's own runner starts jest anew for each change of the code, which takes longer than the tests.
// This one stays, with what is in node_modules. For each change it loads the sources and the tests
// anew, and runs, with the parts of jest, those tests that reach the change: the quick ones first,
// until one fails.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	DryRunStatus,
	TestStatus,
	determineHitLimitReached,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const { NAMESPACE, ACTIVE_MUTANT_ENV_VARIABLE } = INSTRUMENTER_CONSTANTS;

/** Milliseconds. Slower tests wait until no quick one, of any file, has noticed the change. */
const QUICK = 30;

/** What the first run told, in a file: a runner that hangs because of a change is replaced. */
const FIRST_RUN = 'first-run.json';

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

const { setImmediate } = globalThis;
const nextTurn = () => new Promise((done) => setImmediate(done));

/** Loads TypeScript of this repository anew for each file of tests, and all else once. */
class Sources {
	compiled = new Map();
	resolved = new Map();

	constructor(compile, jest) {
		this.compile = compile;
		this.jest = jest;
	}

	forget() {
		this.modules = new Map();
	}

	load(path) {
		const known = this.modules.get(path);
		if (known) return known.exports;
		if (!this.compiled.has(path)) {
			const { code } = this.compile(readFileSync(path, 'utf8'), path);
			const outside = createRequire(path);
			const require = (id) => {
				const source = this.resolve(dirname(path), id);
				return source ? this.load(source) : outside(id);
			};
			this.compiled.set(path, {
				run: compileFunction(code, PARAMETERS, { filename: path }),
				require: Object.assign(require, { resolve: outside.resolve }),
			});
		}
		const { run, require } = this.compiled.get(path);
		const module = { exports: {}, require };
		this.modules.set(path, module);
		run(module.exports, require, module, path, dirname(path), this.jest);
		return module.exports;
	}

	resolve(folder, id) {
		if (!/^[./]/.test(id)) return undefined;
		const path = resolve(folder, id);
		if (!this.resolved.has(path)) {
			const candidates = [path, `${path}.ts`, join(path, 'index.ts')];
			const found = candidates.find((name) => name.endsWith('.ts') && existsSync(name));
			this.resolved.set(path, found);
		}
		return this.resolved.get(path);
	}
}

function* testsIn(block, ancestors = []) {
	for (const child of block.children) {
		const names = [...ancestors, child.name];
		if (child.type === 'test') yield [names.join(' '), child];
		else yield* testsIn(child, names);
	}
}

class Runner {
	root = process.cwd();
	stryker = (globalThis[NAMESPACE] ??= {});
	stray = new Map();

	constructor({ testFiles, setupFiles }) {
		this.testFiles = testFiles.map((file) => resolve(file));
		this.setupFiles = setupFiles.map((file) => resolve(file));
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		process.env.NODE_ENV = 'test';
		const outside = createRequire(join(this.root, 'package.json'));
		const { ModuleMocker } = outside('jest-mock');
		const { ModernFakeTimers } = outside('@jest/fake-timers');
		const { process: compile } = outside('./test/jest/transform.js');
		this.circus = outside('jest-circus');
		this.circus.addEventHandler((event) => this.onEvent(event));
		this.mocker = new ModuleMocker(globalThis);
		this.timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
		this.sources = new Sources(compile, {
			fn: this.mocker.fn.bind(this.mocker),
			spyOn: this.mocker.spyOn.bind(this.mocker),
			mocked: (one) => one,
			restoreAllMocks: () => this.mocker.restoreAllMocks(),
			setSystemTime: (now) => this.timers.setSystemTime(now),
			setTimeout: () => undefined,
			useFakeTimers: (settings) => this.timers.useFakeTimers(settings),
			useRealTimers: () => this.timers.useRealTimers(),
		});
		const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = this.circus;
		const { expect } = outside('expect');
		Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach });
		Object.assign(globalThis, { describe, it, test, expect });
		// Stryker ends the runner when a test takes too long.
		globalThis[TEST_TIMEOUT] = 2 ** 31 - 1;

		process.on('uncaughtException', (error) => this.stray.set(error, error));
		process.on('unhandledRejection', (error, promise) => this.stray.set(promise, error));
		process.on('rejectionHandled', (promise) => this.stray.delete(promise));

		if (existsSync(FIRST_RUN)) this.remember(JSON.parse(readFileSync(FIRST_RUN, 'utf8')));
		// The time that libraries take to load is not that of the first change.
		for (const file of this.testFiles) this.load(file);
	}

	load(file) {
		this.circus.resetState();
		this.sources.forget();
		for (const path of [...this.setupFiles, file]) this.sources.load(path);
	}

	async onEvent({ name, test }) {
		if (name === 'test_start') this.stryker.currentTestId = this.idOf.get(test);
		if (name === 'test_done' || name === 'test_skip') {
			await nextTurn();
			this.stryker.currentTestId = undefined;
			test.errors.push(...this.stray.values());
			this.stray.clear();
			if (this.isTrial && test.errors.length > 0)
				for (const one of this.idOf.keys()) one.mode = 'skip';
		}
	}

	/**
	 * @param isWanted by the id of a test, which is its file and its name
	 */
	async runFile(file, isWanted = () => true) {
		const path = relative(this.root, file);
		this.stryker.activeMutant = this.activeMutant?.id;
		try {
			this.load(file);
		} catch (error) {
			if (!this.activeMutant) throw error;
			const id = [...this.costs.keys()].find((one) => one.startsWith(`${path} > `));
			return [{ id, status: TestStatus.Failed, failureMessage: String(error) }];
		}
		const tests = [...testsIn(this.circus.getState().rootDescribeBlock)];
		this.idOf = new Map(tests.map(([name, test]) => [test, `${path} > ${name}`]));
		for (const [test, id] of this.idOf) if (!isWanted(id)) test.mode = 'skip';
		await this.circus.run();
		this.stryker.activeMutant = undefined;
		this.timers.useRealTimers();
		this.mocker.restoreAllMocks();

		const [atTheEnd] = this.circus.getState().unhandledErrors;
		return tests.map(([name, test]) => {
			const [error = atTheEnd] = test.errors;
			const [reason] = [error].flat();
			const about = { id: this.idOf.get(test), name, fileName: file };
			const result = { ...about, timeSpentMs: test.duration ?? 0 };
			if (error) {
				const failureMessage = String(reason?.stack ?? reason);
				return { ...result, status: TestStatus.Failed, failureMessage };
			}
			return {
				...result,
				status: test.status === 'done' ? TestStatus.Success : TestStatus.Skipped,
			};
		});
	}

	remember({ costs, whileLoading }) {
		this.costs = new Map(costs);
		this.whileLoading = whileLoading;
	}

	async dryRun() {
		const tests = [];
		const whileLoading = [];
		const mutantCoverage = { static: {}, perTest: {} };
		for (const file of this.testFiles) {
			this.stryker.mutantCoverage = { static: {}, perTest: {} };
			const results = await this.runFile(file);
			const { static: loaded, perTest } = this.stryker.mutantCoverage;
			tests.push(...results);
			whileLoading.push([results.map(({ id }) => id), Object.keys(loaded)]);
			for (const [id, hits] of Object.entries(loaded))
				mutantCoverage.static[id] = (mutantCoverage.static[id] ?? 0) + hits;
			Object.assign(mutantCoverage.perTest, perTest);
		}
		const costs = tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]);
		writeFileSync(FIRST_RUN, JSON.stringify({ costs, whileLoading }));
		this.remember({ costs, whileLoading });
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	/** Those that reach the change, and those of a file that reaches it before its first test. */
	idsFor({ id }, testFilter = []) {
		const files = this.whileLoading.filter(([, loaded]) => loaded.includes(id));
		return [...new Set([...testFilter, ...files.flatMap(([ids]) => ids)])];
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
		const ids = this.idsFor(activeMutant, testFilter);
		const slow = (id) => this.costs.get(id) >= QUICK;
		this.isTrial = !disableBail;
		this.activeMutant = activeMutant;
		this.stryker.hitCount = hitLimit ? 0 : undefined;
		this.stryker.hitLimit = hitLimit;
		// For processes that a test starts.
		process.env[ACTIVE_MUTANT_ENV_VARIABLE] = activeMutant.id;
		const tests = [];
		try {
			for (const pass of [ids.filter((id) => !slow(id)), ids.filter(slow)])
				for (const [file, wanted] of this.byCost(pass)) {
					tests.push(...(await this.runFile(file, (id) => wanted.has(id))));
					const timeout = determineHitLimitReached(this.stryker.hitCount, hitLimit);
					if (timeout) return toMutantRunResult(timeout);
					if (this.isTrial && tests.some(({ status }) => status === TestStatus.Failed))
						return toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail);
				}
		} finally {
			delete process.env[ACTIVE_MUTANT_ENV_VARIABLE];
			this.activeMutant = undefined;
			this.stryker.activeMutant = undefined;
			this.isTrial = false;
		}
		return toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail);
	}

	/** The ids of each file, and first the file whose tests take the least time. */
	byCost(ids) {
		const files = this.testFiles.map((file) => {
			const start = `${relative(this.root, file)} > `;
			const wanted = new Set(ids.filter((id) => id.startsWith(start)));
			const cost = [...wanted].reduce((sum, id) => sum + this.costs.get(id), 0);
			return { file, wanted, cost };
		});
		return files
			.filter(({ wanted }) => wanted.size > 0)
			.sort((a, b) => a.cost - b.cost)
			.map(({ file, wanted }) => [file, wanted]);
	}

	dispose() {}
}

const create = (options) => new Runner(options.jestInProcess);
create.inject = [commonTokens.options];

export const strykerValidationSchema = {
	properties: {
		jestInProcess: {
			description: 'Files of tests, and files that are loaded before each of them.',
			type: 'object',
		},
	},
};

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'jest-in-process', create),
];
