const esbuild = {
	loader: 'ts',
	format: 'cjs',
	target: 'node20',
	// As a require, which finds the sources.
	supported: { 'dynamic-import': false },
	sourcemap: 'external',
};
const compiled = { transform: { '\\.ts$': ['<rootDir>/test/jest/transform.js', esbuild] } };

/** Loaded from one file instead of thousands: see the environment. */
const LIBRARIES = [
	'express',
	'fast-check',
	'libphonenumber-js/core',
	'libphonenumber-js/max',
	'luxon',
	'n8n-core',
	'n8n-workflow',
	'nock',
	'reflect-metadata',
];

const libraries = {
	stdin: {
		contents: LIBRARIES.map((name) => `exports['${name}'] = () => require('${name}');`).join('\n'),
		resolveDir: __dirname,
	},
	bundle: true,
	platform: 'node',
	keepNames: true,
	// What n8n can do without, or loads compiled code of.
	external: ['@sentry/*', 'ssh2'],
	loader: { '.node': 'empty' },
	logLevel: 'error',
};

/** What starts n8n, or other programs, takes longer than a test may otherwise. */
const heavy = { ...compiled, setupFilesAfterEnv: ['<rootDir>/test/jest/patience.js'] };

/** @type {import('jest').Config} */
module.exports = {
	// jest reads it here or from the command line, not per project.
	testTimeout: 60_000,
	// Many tests wait for a socket: jest's own choice leaves a core idle, on two cores one of two.
	maxWorkers: '100%',
	// What a test file leaves behind is never let go of: a worker of a gigabyte takes twice the time.
	workerIdleMemoryLimit: '400MB',
	projects: [
		{
			...compiled,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: [
				'<rootDir>/test/(e2e|package|queue)/',
				// Stores of 40,000 SMS, and the like: `npm run test:all` alone.
				...(process.env.LAW_CASES_FACTOR > 1 ? [] : ['/laws/strain\\.test']),
			],
			testEnvironment: '<rootDir>/test/jest/environment.js',
			testEnvironmentOptions: libraries,
			setupFiles: ['<rootDir>/test/jest/setup.js'],
			// Which are slow to find from within a vm.
			sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String'],
		},
		{
			...heavy,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
		{
			...heavy,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
		},
		{
			...heavy,
			displayName: 'queue',
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
		},
	],
};
