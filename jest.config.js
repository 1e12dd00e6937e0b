const shared = {
	preset: 'ts-jest',
	testEnvironment: 'node',
	// Types are checked once by `npm run typecheck`, not again per test file.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		{
			...shared,
			displayName: 'unit',
			testTimeout: 60_000,
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(e2e|package|queue)/'],
		},
		{
			...shared,
			displayName: 'package',
			testTimeout: 600_000,
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'e2e',
			testTimeout: 600_000,
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
		},
		{
			...shared,
			displayName: 'queue',
			testTimeout: 600_000,
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
		},
	],
};
