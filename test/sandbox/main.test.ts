/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const start = (...args: string[]) =>
	spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], { cwd: ROOT });

async function ended(child: ReturnType<typeof start>): Promise<{ code: number; error: string }> {
	let error = '';
	child.stderr.on('data', (chunk) => (error += chunk));
	const [code] = await once(child, 'close');
	return { code, error };
}

// Windows has no signals: a process is only ever killed there.
const notOnWindows = process.platform === 'win32' ? it.skip : it;

notOnWindows('serves where it says, as the only one at its port, and ends on SIGTERM', async () => {
	const child = start('--port', '0', '--balance', '7');
	let output = '';
	for await (const chunk of child.stdout) {
		output += chunk;
		if (output.includes('Ctrl+C')) break;
	}
	const baseUrl = /Base URL: +(\S+)/.exec(output)![1]!;
	expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
	const state = await fetch(new URL('/sandbox/state', baseUrl));
	expect(await state.json()).toMatchObject({ balance: 7, baseUrl });

	const { port } = new URL(baseUrl);
	expect(await ended(start('--port', port))).toStrictEqual({
		code: 1,
		error: `Port ${port} is in use: something else listens there. Choose another with --port.\n`,
	});
	child.kill('SIGTERM');
	expect(await ended(child)).toStrictEqual({ code: 0, error: '' });
});
