import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms whose rules decide who gets an SMS. ROOM=delivery for one of them. */
const ROOMS = process.env.ROOM ? [process.env.ROOM] : ['domain', 'delivery', 'history'];

// Laws are tried on few cases for each mutant.
process.env.LAW_CASES_FACTOR ??= '0.1';

/** It counts how many of many thousands are read right: a few say nothing, and all take seconds. */
const COUNTS = /strangers\.test\.ts$/;

/** Tests in the engine run what is built in dist, where no mutant lives. */
const runsTheBuild = (file) => /(support\/engine|\.\.\/run)'/.test(readFileSync(file, 'utf8'));

const testsOf = (room) => {
	const folder = join('test', 'nodes', 'SmsGateway', room);
	return readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => join(folder, name))
		.filter((file) => !COUNTS.test(file) && !runsTheBuild(file));
};

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest',
	mutate: ROOMS.map((room) => `nodes/SmsGateway/${room}/**/*.ts`),
	coverageAnalysis: 'perTest',
	// Each room has its own unit tests; the laws would kill most mutants, but take seconds for each.
	jest: {
		projectType: 'custom',
		config: {
			testEnvironment: 'node',
			transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
			roots: ['<rootDir>/test', '<rootDir>/nodes'],
			setupFiles: ['<rootDir>/test/support/first-failure.ts'],
			testMatch: ROOMS.flatMap(testsOf).map((file) => `<rootDir>/${file}`),
			watchman: false,
		},
	},
	concurrency: 2,
	// A runner that has timed out starts anew, which is slow: on a busy machine the next mutant would
	// time out too, and count as killed.
	timeoutMS: 20_000,
	ignoreStatic: true,
	tempDirName: '.stryker-tmp',
	reporters: ['clear-text', 'progress-append-only', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: `.reports/mutation-${ROOMS.join('-').replaceAll('/', '-')}.json` },
	ignorePatterns: ['docs', 'dist', 'examples', 'sandbox', 'icons'],
};
