/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { command, root } from './command';
import { packTarball } from './tarball';

const scan = (kind: 'source' | 'tarball', folder: string): unknown => {
	const { output, stdout } = command('node', [join(__dirname, 'scan.mjs'), kind, folder]);
	const last = stdout.trim().split('\n').at(-1) ?? '';
	if (!last.startsWith('{')) throw new Error(output);
	return JSON.parse(last);
};

it('passes the scan that n8n makes of the source', () => {
	expect(scan('source', root)).toStrictEqual({ passed: true });
});

it('passes the scan that n8n makes of the published package', async () => {
	const tarball = await packTarball();
	try {
		expect(scan('tarball', tarball.folder)).toStrictEqual({ passed: true });
	} finally {
		tarball.remove();
	}
});
