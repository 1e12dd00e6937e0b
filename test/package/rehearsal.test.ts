/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import manifest from '../../package.json';
import { command, listFiles, root, temporaryFolder, trackedFiles } from './support';

const { version } = manifest;
const OWNER = 'mueller-soehne/n8n-nodes-sms-gateway';
/** What the first publisher writes into the files, in place of what is there. */
const NAMES: ReadonlyArray<[from: string, to: string]> = [
	['n8n-nodes-sms-gateway/n8n-nodes-sms-gateway', OWNER],
	['n8n-nodes-sms-gateway authors', 'Jörg Müller-Söhne GmbH & Co. KG'],
	['maintainers@example.com', 'sms-team@mueller-soehne.example'],
	['not released yet', '2026-12-01'],
	['**Not released yet**. [Try it]', '[Try it]'],
];

const copy = temporaryFolder();
const readCopy = (path: string) => readFileSync(join(copy, path), 'utf8');

/** Runs a program of node_modules, or a file, in the copy; fails the test with all that it printed. */
function node(...args: string[]): string {
	const { status, output } = command(process.execPath, args, copy);
	if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${output}`);
	return output;
}

it('the first release by another owner goes through, up to the publication of the very file', () => {
	for (const path of trackedFiles()) {
		mkdirSync(join(copy, dirname(path)), { recursive: true });
		cpSync(join(root, path), join(copy, path));
		if (/^(test|scripts)\/|^package-lock|\.(png|gif|ico)$/.test(path)) continue;
		const named = NAMES.reduce((text, [from, to]) => text.replaceAll(from, to), readCopy(path));
		writeFileSync(join(copy, path), named);
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

	node('node_modules/prettier/bin/prettier.cjs', '--check', 'package.json', 'nodes', 'credentials');
	// As the workflow installs it: the lock file has to fit the manifest.
	expect(command('npm', ['ci', '--dry-run', '--offline'], copy)).toMatchObject({ status: 0 });
	node('node_modules/gulp/bin/gulp.js', 'build', '--silent');
	const tests = ['--selectProjects', 'package', '--ci', '--testPathIgnorePatterns', 'rehearsal'];
	node('node_modules/jest/bin/jest.js', ...tests);

	const said = node('--import', 'tsx', 'scripts/release.ts', '--tag', `v${version}`);
	expect(said).toContain(`v${version} of ${OWNER} can be published: release/`);
	expect(readCopy('release/notes.md')).toMatch(/\S/);
	const [file] = readdirSync(join(copy, 'release')).filter((name) => name.endsWith('.tgz'));
	command('tar', ['-xzf', join('release', file!)], copy);
	const published = listFiles(join(copy, 'package')).map((path) => readFileSync(path, 'utf8'));
	for (const [old] of NAMES.slice(0, 3)) {
		expect(published.filter((text) => text.includes(old))).toStrictEqual([]);
	}
	expect(readCopy('package/README.md')).toContain(`github.com/${OWNER}/blob/v${version}/docs/`);
});
