const compiled = { transform: { '\\.ts$': '<rootDir>/test/jest/transform.js' } };

/** What starts n8n, or other programs, takes longer than a test may otherwise. */
const heavy = { ...compiled, setupFilesAfterEnv: ['<rootDir>/test/jest/patience.js'] };

// Loaded once per worker, see the environment; what a test file replaces or listens to stays its own.
const HEAVY =
	'/node_modules/(@n8n|express|fast-check|libphonenumber-js|n8n-core|n8n-workflow|nock)/.*\\.js$';

/** What `npm run test:all` adds to the unit tests: stores of 40,000 SMS, and the like. */
const LONG = process.env.LAW_CASES_FACTOR > 1 ? [] : ['/laws/strain\\.test'];

/** @type {import('jest').Config} */
module.exports = {
	// jest reads it here or from the command line, not per project.
	testTimeout: 60_000,
	// Many tests wait for a socket: jest's own choice leaves a core idle, on two cores one of two.
	maxWorkers: '100%',
	testSequencer: '<rootDir>/test/jest/sequencer.js',
	projects: [
		{
			displayName: 'unit',
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: ['<rootDir>/test/(e2e|package|queue)/', ...LONG],
			testEnvironment: require.resolve('./test/jest/environment.js'),
			setupFiles: ['<rootDir>/test/jest/seed.js'],
			transform: { ...compiled.transform, [HEAVY]: '<rootDir>/test/jest/outside.js' },
			transformIgnorePatterns: [],
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
