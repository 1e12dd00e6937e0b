/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, listFiles, root, temporaryFolder } from './support';

// Built in a copy: the other tests read the built tree at the same time.
const INPUTS = [
	...['package.json', 'gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'],
	...['nodes', 'credentials', 'icons'],
];

const contents = (folder: string) =>
	Object.fromEntries(
		listFiles(folder).map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
	);

it('builds without a warning, and the same as before, whatever an earlier build has left', () => {
	const copy = temporaryFolder();
	for (const input of INPUTS) cpSync(join(root, input), join(copy, input), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	mkdirSync(join(copy, 'dist'));
	writeFileSync(join(copy, 'dist', 'moved.js'), '');
	const gulp = join('node_modules', 'gulp', 'bin', 'gulp.js');
	const { output, status } = command('node', [gulp, 'quick'], copy);

	expect(output).not.toMatch(/warn|error|deprecat/i);
	expect(status).toBe(0);
	expect(contents(join(copy, 'dist'))).toStrictEqual(contents(join(root, 'dist')));
});

it('keeps icons and codex files byte for byte', () => {
	const built = Object.entries(contents(join(root, 'dist')));
	const copied = built.filter(([path]) => /\.(svg|node\.json)$/.test(path));
	const sources = copied.map(([path]) => [path, readFileSync(join(root, path), 'base64')]);

	expect(copied).not.toStrictEqual([]);
	expect(copied).toStrictEqual(sources);
});
