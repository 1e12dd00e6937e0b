/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT, until } from '../../scripts/host';
import { explain } from '../../scripts/explain';

// `npm start` and its like download with npm: here with one that fails as a real one may.

const onUnix = process.platform === 'win32' ? it.skip : it;
const root = mkdtempSync(join(tmpdir(), 'sms-gateway-failures-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let runs = 0;
/** A folder whose programs come first on the PATH, with an `npm` and perhaps a `node` that are scripts. */
function programs(npm: string | undefined, node?: string): string {
	const folder = join(root, `bin-${++runs}`);
	mkdirSync(folder);
	for (const [name, script] of Object.entries({ npm, node })) {
		if (script !== undefined) writeFileSync(join(folder, name), script, { mode: 0o755 });
	}
	return folder;
}
const shell = (...lines: string[]) => ['#!/bin/sh', ...lines, ''].join('\n');
const newCache = () => join(root, `cache-${runs}`);

function install(path: string, cache: string): ChildProcess {
	return spawn(process.execPath, ['--import', 'tsx', 'scripts/install-host.ts', '2.41.1'], {
		cwd: PROJECT,
		env: { ...process.env, PATH: path, SMS_GATEWAY_CACHE: cache, SMS_GATEWAY_N8N: undefined },
	});
}

async function printedBy(child: ChildProcess): Promise<string> {
	let printed = '';
	child.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
	const [code] = (await once(child, 'close')) as [number | null];
	expect(code).toBe(1);
	const [progress = ''] = /^Downloading.*\n/.exec(printed) ?? [];
	return printed.slice(progress.length).trim();
}

describe('a child of npm start that fails is told in a sentence with the next step:', () => {
	onUnix.each([
		[
			'an exit code',
			shell('echo npm error 404 no such version >&2; exit 7'),
			/^"npm install .*" failed with exit code 7\. Put right what it names and start again\. It printed:\n\nnpm error 404 no such version$/,
		],
		[
			'a signal',
			shell('kill -9 $$'),
			/^"npm install .*" was ended by SIGKILL\. .*close other programs and start again\.$/,
		],
		[
			'no space',
			shell('echo npm error code ENOSPC >&2; exit 1'),
			/^The disk of .* is full: make room, or set SMS_GATEWAY_CACHE to a folder on another one\.$/,
		],
		[
			'no network',
			shell('echo npm error code ENOTFOUND >&2; exit 1'),
			/^The npm registry cannot be reached \(ENOTFOUND\); the first run has to download n8n/,
		],
		[
			'a folder that it may not write to',
			shell('echo npm error code EROFS >&2; exit 1'),
			/^"npm install .*" failed with exit code 1\. It may not write there: set SMS_GATEWAY_CACHE to a folder where you may write, and start again\./,
		],
		[
			'a missing program',
			undefined,
			/^The program "npm" cannot be started \(ENOENT\)\. npm and node come with Node\.js: install it from https:\/\/nodejs\.org/,
		],
	])('%s', async (_, npm, sentence) => {
		const folder = programs(npm);
		const path = npm === undefined ? folder : `${folder}:/usr/bin:/bin`;
		const said = await printedBy(install(path, newCache()));
		expect(said).toMatch(sentence);
		expect(said).not.toMatch(/\n\s+at /);
	});

	onUnix('a home where nothing can be written', async () => {
		const file = join(root, 'a-file');
		writeFileSync(file, '');
		const said = await printedBy(install(programs(shell('exit 1')), join(file, 'cache')));
		expect(said).toContain(`${join(file, 'cache')} cannot be written`);
		expect(said).toContain('set SMS_GATEWAY_CACHE');
	});
});

it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'ENOENT'])('%s names it', (code) => {
	const said = explain(Object.assign(new Error(code), { code, syscall: 'mkdir', path: '/home/x' }));
	expect(said).toContain('/home/x');
	expect(said).toContain('SMS_GATEWAY_CACHE');
});

it.each([
	undefined,
	null,
	0,
	'text',
	Symbol('x'),
	{},
	{ code: 7, message: 7, stack: {}, cmd: [], path: null, stdout: Buffer.from('x') },
	Object.create(null),
	new AggregateError([new Error('a')]),
])('whatever is thrown can be told: %p', (thrown) => {
	expect(explain(thrown)).toMatch(/\S/);
});

onUnix('a broken node on the PATH is passed over', async () => {
	const broken = shell('exit 3');
	const folder = programs(shell('echo npm error ENOTFOUND >&2; exit 1'), broken);
	const said = await printedBy(install(`${folder}:/usr/bin:/bin`, newCache()));
	expect(said).toContain('ENOTFOUND');
});

onUnix.each(['SIGTERM', 'SIGKILL'] as const)('%s ends the download too', async (signal) => {
	const file = join(root, `pid-${signal}`);
	const waiting = `#!${process.execPath}
require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));
setInterval(() => {}, 1000);`;
	const child = install(`${programs(waiting)}:/usr/bin:/bin`, newCache());
	const pid = await until('the download', () =>
		existsSync(file) && readFileSync(file, 'utf8') ? Number(readFileSync(file, 'utf8')) : undefined,
	);
	child.kill(signal);
	await until('its end', () => {
		try {
			return void process.kill(pid, 0);
		} catch {
			return true;
		}
	});
	expect(dirname(file)).toBe(root);
});
