import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders of nodes/SmsGateway. ROOM=delivery is for one of them; ROOM=nodes is for what is in none.
 * For one file: ROOM=input TESTS='input/|sms/send\.' npm run test:mutation -- --mutate <file>
 */
const ALL = [
	'domain',
	'domain/plan',
	'domain/question',
	'domain/recipient',
	'domain/service',
	'domain/text',
	'delivery',
	'history',
	'transport',
	'n8n',
	'words',
	'input',
	'output',
	'actions',
	'trigger',
	'nodes',
];
const ROOMS = process.env.ROOM ? [process.env.ROOM] : ALL;
const TESTS = new RegExp(process.env.TESTS ?? '');

/** Tests elsewhere that also reach a room's code. More would take many seconds per change. */
const ALSO = {
	domain: /^.(delivery|output|words).|sms.safeguards\.|input.sendWindow\./,
	'domain/plan': /delivery.divide\.|sms.(limits|preview|repeats|sample)\./,
	'domain/question': /sms.(sendAndWait|receiveAnswer)\.|input.question\./,
	'domain/recipient': /^.(input|words)./,
	'domain/service': /^.(output|transport)./,
	transport: /^.actions./,
	delivery: /sms.(divided|maxSmsPerDay|retries)\./,
	nodes: /sms.(requests|sendAndWait)\./,
	history: /delivery.(claims|replay)\.|sms.(limits|maxSmsPerDay|retries|repeats|turns)\./,
	input: /^.(actions|output).|(shown|SmsGateway\.node)\.test/,
	output: /^.actions./,
	n8n: /^.(actions|output).|transport.readCredential\./,
	words: /^.(actions|input|output|domain.(recipient|service|safeguards))./,
	actions: /^.output.|transport.gateway\.|(shown|SmsGateway\.node)\.test/,
};

/** Rooms whose subfolders are rooms of their own. */
const hasRooms = (room) => ALL.some((other) => other.startsWith(`${room}/`));

// Laws are tried on few cases for each mutant.
process.env.LAW_CASES_FACTOR ??= '0.1';

/** Looks at imports. */
const NOT_ABOUT_CODE = /rooms\.test\.ts$/;

const testsIn = (folder, recursive = true) =>
	readdirSync(folder, { recursive })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => join(folder, name))
		.filter((file) => !NOT_ABOUT_CODE.test(file));

function testsOf(room) {
	const rooms = join('test', 'nodes', 'SmsGateway');
	const own =
		room === 'nodes'
			? [...testsIn(rooms, false), ...testsIn(join('test', 'credentials'))]
			: testsIn(join(rooms, room), !hasRooms(room));
	return [...own, ...testsIn(rooms).filter((file) => ALSO[room]?.test(file.slice(rooms.length)))];
}

function filesOf(room) {
	if (room === 'nodes') return ['nodes/SmsGateway/*.ts', 'credentials/*.ts'];
	return [`nodes/SmsGateway/${room}/${hasRooms(room) ? '*.ts' : '**/*.ts'}`];
}

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest-in-process',
	plugins: ['./test/mutation/runner.mjs'],
	mutate: ROOMS.flatMap(filesOf),
	thresholds: { high: 95, low: 95, break: 95 },
	coverageAnalysis: 'perTest',
	// Each room has its own unit tests; the laws would notice most changes, but take seconds for each.
	jestInProcess: {
		testFiles: [...new Set(ROOMS.flatMap(testsOf))].filter((file) => TESTS.test(file)),
		// The node is loaded before any test, as what runs while it loads would seem to be the first test's.
		setupFiles: ['test/support/first-failure.ts', 'nodes/SmsGateway/SmsGateway.node.ts'],
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
	ignorePatterns: ['dist', 'examples'],
};
