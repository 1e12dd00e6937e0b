/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, root } from './command';
import { trackedFiles } from './files';

// Tests that are switched off, never found or gone are as green as those that pass.

const scripts = trackedFiles()
	.filter((path) => /^test\/.*\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('hygiene.test.ts'))
	.map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));

/** Where a platform lacks something, a test may be chosen: `const onUnix = isWindows ? it.skip : it`. */
const SWITCHED_OFF =
	/\b(it|test|describe)(\.concurrent|\.each(\([^)]*\))?)*\.(only|skip|todo|failing)\b(?! : (it|test|describe)\b)|^\s*[fx](it|test|describe)\b/m;

it('switches no test off, and runs none alone', () => {
	const found = scripts.filter(({ code }) => SWITCHED_OFF.test(code)).map(({ path }) => path);

	expect(found).toStrictEqual([]);
});

/** What makes a test red where others keep the machine busy: it waits for time, or measures it. */
const IMPATIENT: ReadonlyArray<[mark: RegExp, where: RegExp, instead: string]> = [
	[/\bfetch\(/, /^test\/(e2e|queue)\//, 'fetchUnpooled, on a connection of its own'],
	[/\bsleep\(|waitForTimeout\(|\bsetTimeout\(/, /^test\/(e2e|queue)\//, 'until'],
	[/jest\.setTimeout|^\s*\}, [\d_]+\);/m, /^test\/(e2e|queue)\//, 'the limit of jest.config.js'],
	[
		/toBeLess\w+\([^)]*\).*\b(performance\.now|Date\.now)|(performance\.now|Date\.now)\(\) - .*toBeLess/,
		/^test\//,
		'processorTime',
	],
];

it.each(IMPATIENT)('no test has %s in %s, but %s', (mark, where) => {
	const found = scripts.filter(({ path, code }) => where.test(path) && mark.test(code));

	expect(found.map(({ path }) => path)).toStrictEqual([]);
});

it('imports a command nowhere but in its own test: what others need is in host and sandbox', () => {
	const found = scripts.filter(({ code }) => /from '(\.\.\/)+scripts\//.test(code));

	expect(found.filter(({ path }) => !path.startsWith('test/scripts/'))).toStrictEqual([]);
});

it('names no test so that Jest would not find it', () => {
	const named = trackedFiles().filter((path) => /[._-](tests?|spec)\.[cm]?[jt]sx?$/i.test(path));

	expect(named.filter((path) => !/^test\/.*\.test\.ts$/.test(path))).toStrictEqual([]);
});

describe('the count of all suites', () => {
	const reportOf = (test: object) => ({
		testResults: [{ assertionResults: [{ status: 'passed', ...test }] }],
	});
	const count = (report: object, code = 0) => {
		const folder = mkdtempSync(join(tmpdir(), 'count-'));
		try {
			copyFileSync(join(root, '.ci/count.mjs'), join(folder, 'count.mjs'));
			const reports = mkdtempSync(join(folder, 'reports-'));
			const none = { numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
			const given = { ...none, numRuntimeErrorTestSuites: 0, numPassedTests: 3, ...report };
			writeFileSync(join(reports, 'unit.json'), JSON.stringify(given));
			const all = [join(folder, 'count.mjs'), reports, `unit=${code}`];
			return command(process.execPath, all);
		} finally {
			rmSync(folder, { recursive: true });
		}
	};

	it.each([
		['all', {}, 0, '3 passed, 0 failed'],
		[
			'a file in which no test ran',
			{ testResults: [{ assertionResults: [] }] },
			1,
			'3 passed, 1 failed',
		],
		['one that was skipped', { numPendingTests: 1 }, 1, '3 passed, 1 failed'],
		['one to be written', { numTodoTests: 1 }, 1, '3 passed, 1 failed'],
		['one that failed', { numPassedTests: 2, numFailedTests: 1 }, 1, '2 passed, 1 failed'],
		['one that should fail', reportOf({ failing: true }), 1, '3 passed, 1 failed'],
		['one that passed when repeated', reportOf({ invocations: 2 }), 1, '3 passed, 1 failed'],
		['a file without tests', { numRuntimeErrorTestSuites: 1 }, 1, '3 passed, 1 failed'],
	])('of %s', (_, report, status, last) => {
		const { stdout, status: code } = count(report);

		expect([code, stdout.trim().split('\n').at(-1)]).toStrictEqual([status, last]);
	});

	it('of a suite that crashed after its last test', () => {
		expect(count({}, 137).status).toBe(1);
	});
});
