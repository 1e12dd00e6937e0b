/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { command, packTarball, root } from './support';

it.each([
	['the source', 'source', async () => root],
	['the published package', 'tarball', async () => (await packTarball()).folder],
])('passes the scan that n8n makes of %s', async (_, kind, folderOf) => {
	const { output, stdout } = command('node', [`${__dirname}/scan.mjs`, kind, await folderOf()]);
	const last = stdout.trim().split('\n').at(-1) ?? '';

	expect(last.startsWith('{') ? JSON.parse(last) : output).toStrictEqual({ passed: true });
});
