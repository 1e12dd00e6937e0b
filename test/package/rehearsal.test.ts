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
import { command, root } from './command';
import { listFiles, trackedFiles } from './files';

const { version } = manifest;
/** What the first publisher writes into the files, in place of what is there. */
const NAMES: ReadonlyArray<[from: string, to: string]> = [
	['n8n-nodes-sms-gateway/n8n-nodes-sms-gateway', 'mueller-soehne/n8n-nodes-sms-gateway'],
	['n8n-nodes-sms-gateway authors', 'Jörg Müller-Söhne GmbH & Co. KG'],
	['maintainers@example.com', 'sms-team@mueller-soehne.example'],
	['not released yet', '2026-12-01'],
];

const copy = mkdtempSync(join(tmpdir(), 'sms-gateway-release-'));
const read = (path: string) => readFileSync(join(copy, path), 'utf8');

/** Runs a program of node_modules, or a file, in the copy; fails the test with all that it printed. */
function node(...args: string[]): string {
	const { status, output } = command(process.execPath, args, copy);
	if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${output}`);
	return output;
}
const tool = (path: string, ...args: string[]) => node(join('node_modules', path), ...args);

beforeAll(() => {
	for (const path of trackedFiles()) {
		mkdirSync(join(copy, dirname(path)), { recursive: true });
		cpSync(join(root, path), join(copy, path));
		if (/^(test|scripts)\/|^package-lock|\.(png|gif|ico)$/.test(path)) continue;
		const text = NAMES.reduce((changed, [from, to]) => changed.replaceAll(from, to), read(path));
		writeFileSync(join(copy, path), text);
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('the first release by another owner goes through, up to the publication of the very file', () => {
	tool('prettier/bin/prettier.cjs', '--check', 'package.json', 'nodes', 'credentials');
	// As the workflow installs it: the lock file has to fit the manifest.
	expect(command('npm', ['ci', '--dry-run', '--offline'], copy)).toMatchObject({ status: 0 });
	tool('gulp/bin/gulp.js', 'build', '--silent');
	tool(
		'jest/bin/jest.js',
		'--selectProjects',
		'package',
		'--ci',
		'--testPathIgnorePatterns',
		'rehearsal',
	);

	const said = node('--import', 'tsx', 'scripts/release.ts', '--tag', `v${version}`);
	expect(said).toContain(`v${version} of ${NAMES[0]![1]} can be published: release/`);
	expect(read('release/notes.md')).toMatch(/\S/);
	const [file] = readdirSync(join(copy, 'release')).filter((name) => name.endsWith('.tgz'));
	command('tar', ['-xzf', join('release', file!)], copy);
	const published = listFiles(join(copy, 'package')).map((path) => readFileSync(path, 'utf8'));
	for (const [old] of NAMES.slice(0, 3)) {
		expect(published.filter((text) => text.includes(old))).toStrictEqual([]);
	}
	expect(read('package/README.md')).toContain(`github.com/${NAMES[0]![1]}/blob/v${version}/docs/`);
});
