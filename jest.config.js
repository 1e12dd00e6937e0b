const shared = {
	preset: 'ts-jest',
	testEnvironment: 'node',
	// Types are checked once by `npm run typecheck`, not again per test file.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};

/** @type {import('jest').Config} */
module.exports = {
	// jest reads it here or from the command line, not per project.
	testTimeout: 600_000,
	// Many tests wait for a socket: jest's own choice leaves a core idle, on two cores one of two.
	maxWorkers: '100%',
	projects: [
		{
			...shared,
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(e2e|package|queue)/'],
		},
		{
			...shared,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'queue',
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
		},
	],
};
