const compiled = { transform: { '\\.ts$': '<rootDir>/test/jest/transform.js' } };

// Loaded once per worker, see the environment; what a test file replaces or listens to stays its own.
const HEAVY =
	'/node_modules/(@n8n|express|fast-check|libphonenumber-js|n8n-core|n8n-workflow|nock)/.*\\.js$';

/** @type {import('jest').Config} */
module.exports = {
	// jest reads it here or from the command line, not per project.
	testTimeout: 600_000,
	// Many tests wait for a socket: jest's own choice leaves a core idle, on two cores one of two.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/jest/sequencer.js',
	projects: [
		{
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(e2e|package|queue)/'],
			testEnvironment: require.resolve('./test/jest/environment.js'),
			setupFiles: ['<rootDir>/test/jest/seed.js'],
			transform: { ...compiled.transform, [HEAVY]: '<rootDir>/test/jest/outside.js' },
			transformIgnorePatterns: [],
		},
		{
			...compiled,
			displayName: 'package',
			testMatch: ['<rootDir>/test/package/**/*.test.ts'],
		},
		{
			...compiled,
			displayName: 'e2e',
			testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
		},
		{
			...compiled,
			displayName: 'queue',
			testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
		},
	],
};
