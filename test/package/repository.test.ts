/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json';
import { command, read, root, temporaryFolder, trackedFiles } from './support';

const files = trackedFiles();
const texts = files
	.filter((path) => !/\.(png|jpg|gif|ico)$/.test(path))
	.map((path) => ({ path, text: read(path) }));

/** Tests that are switched off are as green as those that pass; some are red where a machine is busy. */
const REFUSED: ReadonlyArray<[what: string, pattern: RegExp, where: RegExp]> = [
	// The home in n8n's own Docker image is nobody's in particular.
	[
		'the home folder of somebody',
		/\/home\/(?!node\/)[a-z][a-z0-9_-]*\/|\/Users\/[A-Za-z][\w.-]*\/|\/ro{2}t\/|C:\\Users\\\w/,
		/^/,
	],
	['a token', /\bey[J][A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/, /^/],
	[
		'a test that is switched off, or runs alone',
		// Where a platform lacks something, a test may be chosen: `const onUnix = isWindows ? it.skip : it`.
		/\b(it|test|describe)(\.concurrent|\.each(\([^)]*\))?)*\.(only|ski[p]|todo|failing)\b(?! : (it|test|describe)\b)|^\s*[fx](it|test|describe)\b/m,
		/^test\//,
	],
	['a fetch, and not fetchUnpooled', /\bfetch\(/, /^test\/(e2e|queue)\//],
	['a wait, and not until', /\bsleep\(|waitForTimeout\(|\bsetTimeout\(/, /^test\/(e2e|queue)\//],
	[
		'a limit of its own, and not that of jest.config.js',
		/jest\.setTimeout|^\s*\}, [\d_]+\);/m,
		/^test\/(e2e|queue)\//,
	],
	[
		'a time by the clock, and not processorTime',
		/toBeLess\w+\([^)]*\).*\b(performance\.now|Date\.now)|(performance\.now|Date\.now)\(\) - .*toBeLess/,
		/^test\/.*\.[jt]s$/,
	],
];

it.each(REFUSED)('no file has %s', (_, pattern, where) => {
	const found = texts.filter(({ path, text }) => where.test(path) && pattern.test(text));

	expect(found.map(({ path }) => path)).toStrictEqual([]);
});

it('names no test so that Jest would not find it, and tracks nothing that is built or private', () => {
	const isMisnamed = (path: string) =>
		/[._-](tests?|spec)\.[cm]?[jt]sx?$/i.test(path) && !/^test\/.*\.test\.ts$/.test(path);
	const isPrivate = (path: string) => /\.(tgz|log)$|(^|\/)\.env/.test(path);

	expect(files.filter((path) => isMisnamed(path) || isPrivate(path))).toStrictEqual([]);
});

it('names one repository, that of package.json', () => {
	const [, own] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url)!;
	const named = texts
		.filter(({ path }) => !/^(test|scripts|host)\//.test(path))
		.flatMap(({ text }) => [...text.matchAll(/github\.com\/([\w-]+\/n8n-nodes-sms-gateway)\b/g)]);

	expect(named.length).toBeGreaterThan(5);
	expect(new Set(named.map(([, name]) => name))).toStrictEqual(new Set([own]));
});

it('locks versions and hashes, and leaves the registry to the machine', () => {
	const lock = JSON.parse(read('package-lock.json')) as {
		packages: Record<string, { resolved?: string; integrity?: string }>;
	};
	const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
	const loose = installed.filter(([, { resolved, integrity }]) => resolved || !integrity);
	const versions = Object.values(manifest.devDependencies);

	expect(installed.length).toBeGreaterThan(100);
	expect(loose).toStrictEqual([]);
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toStrictEqual([]);
});

// What else package.json has to say is held by n8n's own lint and scan.
it('is published in the open, with provenance, and exports its nodes to code in the checkout', () => {
	expect(manifest.publishConfig).toStrictEqual({ access: 'public', provenance: true });
	expect(manifest.keywords).toContain('n8n-community-node-package');
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- index.js is CommonJS
	expect(Object.keys(require(root) as object).sort()).toStrictEqual([
		...['SmsGateway', 'SmsGatewayApi', 'SmsGatewayTrigger'],
	]);
});

const reportOf = (test: object) => ({
	testResults: [{ assertionResults: [{ status: 'passed', ...test }] }],
});

it.each<[what: string, report: object, code: number, said: string]>([
	['all', {}, 0, '3 passed, 0 failed'],
	['a file in which no test ran', { testResults: [{ assertionResults: [] }] }, 0, '3 passed, 1'],
	['one that was skipped', { numPendingTests: 1 }, 0, '3 passed, 1'],
	['one to be written', { numTodoTests: 1 }, 0, '3 passed, 1'],
	['one that failed', { numPassedTests: 2, numFailedTests: 1 }, 0, '2 passed, 1'],
	['one that should fail', reportOf({ failing: true }), 0, '3 passed, 1'],
	['one that passed when repeated', reportOf({ invocations: 2 }), 0, '3 passed, 1'],
	['a file without tests', { numRuntimeErrorTestSuites: 1 }, 0, '3 passed, 1'],
	['a suite that crashed after its last test', {}, 137, '3 passed, 1'],
])('the count of all suites has %s', (_, report, code, said) => {
	const folder = temporaryFolder();
	const none = { numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
	const given = { ...none, numRuntimeErrorTestSuites: 0, numPassedTests: 3, ...report };
	writeFileSync(join(folder, 'unit.json'), JSON.stringify(given));
	const { status, stdout } = command('node', ['.ci/count.mjs', folder, `unit=${code}`]);

	expect(stdout.trim().split('\n').at(-1)).toContain(said);
	expect(status).toBe(said.endsWith('0 failed') ? 0 : 1);
});
