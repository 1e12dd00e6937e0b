/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, freePort, PROJECT, requirePort, signIn, tryRun } from '../../scripts/host';

const start = (...flags: string[]) => [
	'--import',
	'tsx',
	'scripts/start.ts',
	'--no-build',
	...flags,
];

describe('npm start', () => {
	let port: string;
	let sandboxPort: string;
	let child: ChildProcess;
	let printed = '';

	beforeAll(async () => {
		port = String(await freePort());
		sandboxPort = String(await freePort());
		child = spawn(process.execPath, start('--port', port, '--sandbox-port', sandboxPort), {
			cwd: PROJECT,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const exited = once(child, 'exit').then(() => 'exited');
		const ready = new Promise((resolve) => {
			child.stdout?.on('data', (chunk: Buffer) => {
				printed += chunk.toString();
				if (printed.includes('Ctrl+C')) resolve('ready');
			});
		});
		expect(await Promise.race([ready, exited])).toBe('ready');
	});

	afterAll(() => {
		child?.kill('SIGKILL');
		const folder = join(cacheFolder(), `start-2.41.1-${port}`);
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
		rmSync(`${folder}.account.json`, { force: true });
	});

	it('prints an account that signs in, and a workflow that ends in the inbox when it is executed', async () => {
		const [, email = '', password = ''] = /(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
		const n8n = await signIn(`http://127.0.0.1:${port}`, { email, password });
		const id = /workflow\/([\w-]+)/.exec(printed)?.[1] ?? '';

		const run = await n8n.waitForExecution(await n8n.runWorkflow(id));

		expect(run.status).toBe('success');
		const inbox = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/messages`);
		expect(await inbox.json()).toMatchObject({ total: 9 });
	});

	it('refuses a port in use with one sentence and without a stack', async () => {
		const { code, stderr } = await tryRun(process.execPath, start('--port', port), {
			cwd: PROJECT,
		});

		expect(code).toBe(1);
		expect(stderr.trim()).toBe(
			`Port ${port} is in use: end the program that uses it, or choose another with --port.`,
		);
	});

	it('ends n8n and the sandbox with Ctrl+C', async () => {
		child.kill('SIGINT');
		expect(await once(child, 'exit')).toEqual([0, null]);
		await requirePort(Number(port), '--port');
		await requirePort(Number(sandboxPort), '--sandbox-port');
	});
});
