/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, run } from '../../host';
import { explain } from '../../scripts/explain';

// `npm start` and its like download with npm: here with one that fails as a real one may.

const onUnix = process.platform === 'win32' ? it.skip : it;
const root = mkdtempSync(join(tmpdir(), 'sms-gateway-failures-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const shell = (...lines: string[]) => ['#!/bin/sh', ...lines, ''].join('\n');
/** A PATH whose npm is this script. */
function withNpm(script: string): NodeJS.ProcessEnv {
	writeFileSync(join(root, 'npm'), script, { mode: 0o755 });
	return { ...process.env, PATH: `${root}:/usr/bin:/bin` };
}

onUnix.each([
	[
		'an exit code',
		shell('echo npm error 404 no such version >&2; exit 7'),
		/^"npm install .*" failed with exit code 7\. Put right what it names and start again\. It printed:\n\nnpm error 404 no such version$/,
	],
	['a signal', shell('kill -9 $$'), /^"npm install .*" was ended by SIGKILL\. .*start again\.$/],
	[
		'no space',
		shell('echo npm error code ENOSPC >&2; exit 1'),
		/^The disk of .* is full: .*SMS_GATEWAY_CACHE to a folder on another one\.$/,
	],
	[
		'no network',
		shell('echo npm error code ENOTFOUND >&2; exit 1'),
		/^The npm registry cannot be reached \(ENOTFOUND\)/,
	],
	[
		'a folder that it may not write to',
		shell('echo npm error code EROFS >&2; exit 1'),
		/^"npm install .*" failed with exit code 1\. .*SMS_GATEWAY_CACHE to a folder where you may write/,
	],
])(
	'an npm that fails with %s is told in a sentence with the next step',
	async (_, script, said) => {
		const failed: unknown = await npm(['install', 'x'], root, withNpm(script)).catch(
			(e: unknown) => e,
		);
		expect(explain(failed)).toMatch(said);
	},
);

it('a program that is missing is named', async () => {
	const failed: unknown = await run('no-such-program', []).catch((e: unknown) => e);
	expect(explain(failed)).toMatch(/^The program "no-such-program" cannot be started \(ENOENT\)\./);
});

it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENOENT'])('%s names it', (code) => {
	const said = explain(Object.assign(new Error(code), { code, syscall: 'mkdir', path: '/home/x' }));
	expect(said).toContain('/home/x');
	expect(said).toContain('SMS_GATEWAY_CACHE');
});

it.each([undefined, null, Symbol('x'), { code: 7, stack: {}, cmd: [] }, Object.create(null)])(
	'whatever is thrown can be told: %p',
	(thrown) => expect(explain(thrown)).toMatch(/\S/),
);
