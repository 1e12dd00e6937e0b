/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, hold } from '../../host';
import { readKept, writeKept } from '../../scripts/start/kept';

const root = mkdtempSync(join(tmpdir(), 'sms-gateway-cache-'));
afterAll(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const notOnWindows = process.platform === 'win32' ? it.skip : it;

notOnWindows('a new cache is for this user alone; a folder that exists stays as it is', () => {
	const made = join(root, 'made');
	mkdirSync(made, { mode: 0o755 });

	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: made }))).toBe('755');
	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: join(root, 'new') }))).toBe('700');
});

notOnWindows(
	'what is kept of an n8n is for this user alone, and the same at the next start',
	() => {
		const folder = join(root, 'start');
		const kept = readKept(folder);
		writeKept(folder, { ...kept, examples: ['one'] });

		expect(readKept(folder)).toStrictEqual({ ...kept, examples: ['one'] });
		expect([modeOf(folder), modeOf(join(folder, 'npm-start.json'))]).toStrictEqual(['700', '600']);
	},
);

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
