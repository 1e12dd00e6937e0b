// Stryker's runner for jest loads every test file for each change of the code. This one loads only
// those that hold a test which reaches the change.
import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

const BETWEEN = ' > ';
const idOf = ({ fileName, name }) => `${relative(process.cwd(), fileName)}${BETWEEN}${name}`;
const fileOf = (id) => id.slice(0, id.indexOf(BETWEEN));
const nameOf = (id) => id.slice(id.indexOf(BETWEEN) + BETWEEN.length);
const unique = (values) => [...new Set(values)];

const [{ factory: jestRunner }] = jestPlugins;

function byFile(injector) {
	const runner = jestRunner(injector);
	const { dryRun, mutantRun, processTestResults, run } = runner;
	let testFiles;

	return Object.assign(runner, {
		processTestResults: (suites) =>
			processTestResults.call(runner, suites).map((test) => ({ ...test, id: idOf(test) })),

		run: (settings) => run.call(runner, testFiles ? { ...settings, testFiles } : settings),

		async dryRun(options) {
			const result = await dryRun.call(runner, options);
			const reached = result.mutantCoverage?.perTest;
			if (!reached) return result;
			const perTest = result.tests.filter(({ name }) => name in reached);
			result.mutantCoverage.perTest = Object.fromEntries(
				perTest.map(({ id, name }) => [id, reached[name]]),
			);
			return result;
		},

		async mutantRun(options) {
			testFiles = options.testFilter && unique(options.testFilter.map(fileOf));
			const testFilter = options.testFilter && unique(options.testFilter.map(nameOf));
			return await mutantRun.call(runner, { ...options, testFilter });
		},
	});
}
byFile.inject = jestRunner.inject;

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'jest-by-file', byFile)];
