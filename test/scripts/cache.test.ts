/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/host';
import { readKept, writeKept } from '../../scripts/start/kept';

const root = mkdtempSync(join(tmpdir(), 'sms-gateway-cache-'));
afterAll(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const notOnWindows = process.platform === 'win32' ? it.skip : it;

notOnWindows('the cache is for this user alone, also one that was made for all', () => {
	const made = join(root, 'made');
	mkdirSync(made, { mode: 0o755 });
	for (const folder of [made, join(root, 'new')]) {
		expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: folder }))).toBe('700');
	}
});

notOnWindows(
	'what is kept of an n8n is for this user alone, and the same at the next start',
	() => {
		const folder = join(root, 'start');
		const kept = readKept(folder);
		writeKept(folder, { ...kept, examples: ['one'] });

		expect(readKept(folder)).toEqual({ ...kept, examples: ['one'] });
		expect([modeOf(folder), modeOf(join(folder, 'npm-start.json'))]).toEqual(['700', '600']);
	},
);
