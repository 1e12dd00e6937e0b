/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, hold, npm, run } from '../../host';
import { explain } from '../../scripts/explain';
import { readKept, writeKept } from '../../scripts/start/kept';

const onUnix = process.platform === 'win32' ? it.skip : it;
const root = mkdtempSync(join(tmpdir(), 'sms-gateway-failures-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const failureOf = (running: Promise<unknown>): Promise<unknown> =>
	running.then(
		() => undefined,
		(error: unknown) => error,
	);

// `npm start` and its like download with npm: here with one that fails as a real one may.
onUnix.each([
	[
		'echo npm error 404 no such version >&2; exit 7',
		/^"npm install .*" failed with exit code 7\. Put right what it names and start again\. It printed:\n\nnpm error 404 no such version$/,
	],
	['kill -9 $$', /^"npm install .*" was ended by SIGKILL\. .*start again\.$/],
	[
		'echo npm error code ENOSPC >&2; exit 1',
		/^The disk of .* is full: .*SMS_GATEWAY_CACHE to a folder on another one\.$/,
	],
	[
		'echo npm error code ENOTFOUND >&2; exit 1',
		/^The npm registry cannot be reached \(ENOTFOUND\)/,
	],
	[
		'echo npm error code EROFS >&2; exit 1',
		/^"npm install .*" failed with exit code 1\. .*SMS_GATEWAY_CACHE to a folder where you may write/,
	],
])('an npm that does "%s" is told in a sentence with the next step', async (script, said) => {
	writeFileSync(join(root, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	const env = { ...process.env, PATH: `${root}:/usr/bin:/bin` };
	expect(explain(await failureOf(npm(['install', 'x'], root, env)))).toMatch(said);
});

it('a program that is missing is named', async () => {
	const said = /^The program "no-such-program" cannot be started \(ENOENT\)\./;
	expect(explain(await failureOf(run('no-such-program', [])))).toMatch(said);
});

it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENOENT'])('%s names it', (code) => {
	const said = explain(Object.assign(new Error(code), { code, syscall: 'mkdir', path: '/home/x' }));
	expect(said).toMatch(/\/home\/x.*SMS_GATEWAY_CACHE/);
});

it.each([undefined, null, Symbol('x'), { code: 7, stack: {}, cmd: [] }, Object.create(null)])(
	'whatever is thrown can be told: %p',
	(thrown) => expect(explain(thrown)).toMatch(/\S/),
);

onUnix('what is new in the cache is for this user alone; a folder that exists stays', () => {
	const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
	const made = join(root, 'made');
	mkdirSync(made, { mode: 0o755 });
	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: made }))).toBe('755');
	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: join(root, 'new') }))).toBe('700');

	const folder = join(root, 'start');
	const kept = readKept(folder);
	writeKept(folder, { ...kept, examples: ['one'] });
	expect(readKept(folder)).toStrictEqual({ ...kept, examples: ['one'] });
	expect([modeOf(folder), modeOf(join(folder, 'npm-start.json'))]).toStrictEqual(['700', '600']);
});

it('a folder is held by one process, until it gives it back or has died', () => {
	const folder = join(root, 'held');
	const release = hold(folder)!;
	expect(hold(folder)).toBeUndefined();
	release();

	// No system gives a process such a number.
	writeFileSync(`${folder}.lock`, '999999999');
	const taken = hold(folder)!;
	expect(hold(folder)).toBeUndefined();
	taken();
	expect(existsSync(`${folder}.lock`)).toBe(false);
});
