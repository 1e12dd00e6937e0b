/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json';
import { type Owner, ownerOf } from '../../scripts/owner';
import { filesInTree } from '../../scripts/tree';
import { command, root } from './command';
import { listFiles, trackedFiles } from './files';

const ACME: Owner = {
	repository: 'mueller-soehne/n8n-nodes-sms-gateway',
	author: 'Jörg Müller-Söhne GmbH & Co. KG',
	email: 'sms-team@mueller-soehne.example',
};
const { version } = manifest;
const before = ownerOf(manifest);

/** Unit tests that read the owner, the version or the tree of files; each pattern has to find one. */
const ABOUT_THE_TREE = [
	'credentials/',
	'scripts/(owner|release|examples|install-host)',
	'SmsGateway/(SmsGateway\\w*\\.node|rooms|schemas)',
];

const copy = mkdtempSync(join(tmpdir(), 'sms-gateway-release-'));
const read = (path: string) => readFileSync(join(copy, path), 'utf8');
const change = (path: string, from: RegExp, to: string) =>
	writeFileSync(join(copy, path), read(path).replace(from, to));

/** Runs a program of node_modules, or a file, in the copy; fails the test with all that it printed. */
function node(...args: string[]): string {
	const { status, output } = command(process.execPath, args, copy);
	if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${output}`);
	return output;
}
const script = (file: string, ...args: string[]) =>
	node('--import', 'tsx', `scripts/${file}`, ...args);
const tool = (path: string, ...args: string[]) => node(join('node_modules', path), ...args);
const runTests = (project: string, ...args: string[]) =>
	tool('jest/bin/jest.js', '--selectProjects', project, '--ci', '--silent', ...args);

/** As a ZIP of the sources brings it, without git's own folder. */
beforeAll(() => {
	for (const path of trackedFiles()) {
		mkdirSync(join(copy, dirname(path)), { recursive: true });
		cpSync(join(root, path), join(copy, path));
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('finds without git what git tracks', () => {
	const tracked = trackedFiles().filter((path) => !path.startsWith('.reports/'));

	expect(filesInTree(copy)).toStrictEqual(tracked.sort());
});

it('the first release by another owner goes through, up to the publication of the very file', () => {
	const flags = Object.entries(ACME).flatMap(([flag, value]) => [`--${flag}`, value]);
	const changed = [...script('owner.ts', ...flags).matchAll(/^changed (.+)$/gm)].map(
		([, path]) => path!,
	);
	change('CHANGELOG.md', /not released yet/, '2026-12-01');

	const named = [before.repository, before.author, before.email];
	const left = filesInTree(copy).filter((path) => named.some((old) => read(path).includes(old)));
	expect(left.filter((path) => path !== 'scripts/owner.ts')).toStrictEqual([]);

	const code = changed.filter((path) => /\.ts$|^package\.json$/.test(path));
	tool('eslint/bin/eslint.js', '--max-warnings', '0', ...code);
	tool('prettier/bin/prettier.cjs', '--check', '--ignore-unknown', ...changed);
	tool('typescript/bin/tsc', '--noEmit');
	// As the workflow installs it: the lock file has to fit the manifest.
	expect(command('npm', ['ci', '--dry-run', '--offline'], copy)).toMatchObject({ status: 0 });
	for (const about of ABOUT_THE_TREE) runTests('unit', '--testPathPatterns', about);
	tool('gulp/bin/gulp.js', 'build', '--silent');
	runTests('package', '--testPathIgnorePatterns', 'rehearsal');

	expect(script('release.ts', '--tag', `v${version}`)).toContain(
		`v${version} of ${ACME.repository} can be published: release/`,
	);
	expect(read('release/notes.md')).toMatch(/\S/);
	const [file] = readdirSync(join(copy, 'release')).filter((name) => name.endsWith('.tgz'));
	command('tar', ['-xzf', join('release', file!)], copy);
	const published = listFiles(join(copy, 'package')).map((path) => readFileSync(path, 'utf8'));
	expect(published.filter((text) => named.some((old) => text.includes(old)))).toStrictEqual([]);
	expect(ownerOf(JSON.parse(read('package/package.json')) as typeof manifest)).toStrictEqual(ACME);
	expect(read('package/README.md')).toContain(
		`github.com/${ACME.repository}/blob/v${version}/docs/`,
	);
});
