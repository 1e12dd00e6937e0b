/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
	cacheFolder,
	fetchUnpooled,
	freePort,
	HOST_VERSIONS,
	PROJECT,
	requirePort,
	run,
	signIn,
	until,
} from '../../host';

const start = (...flags: string[]) => ['--import', 'tsx', 'scripts/start.ts', ...flags];

describe('npm start', () => {
	let port: number;
	let sandboxPort: number;
	let folder: string;
	let child: ChildProcess;
	let printed: string;
	let secondStart: string;

	async function begin(): Promise<void> {
		printed = '';
		const flags = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		child = spawn(process.execPath, start(...flags), {
			cwd: PROJECT,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
		await until('a start that is ready, or has ended', () =>
			printed.includes('Ctrl+C') || child.exitCode !== null ? true : undefined,
		);
		expect(child.exitCode).toBeNull();
	}

	/** What a start on the same port says, which is refused. */
	async function refusal(): Promise<string> {
		const flags = ['--port', String(port), '--sandbox-port', String(await freePort())];
		const refused = run(process.execPath, start(...flags), { cwd: PROJECT });
		const failed: unknown = await refused.catch((error: unknown) => error);
		expect(failed).toMatchObject({ code: 1 });
		return (failed as { stderr: string }).stderr.trim();
	}

	const sandbox = async (path: string) =>
		(await (await fetchUnpooled(`http://127.0.0.1:${sandboxPort}/sandbox${path}`)).json()) as {
			token: string;
		};

	beforeAll(async () => {
		port = await freePort();
		sandboxPort = await freePort();
		folder = join(cacheFolder(), `start-${HOST_VERSIONS[0]}-${port}`);
		const began = begin();
		await until('the first start', () => existsSync(`${folder}.lock`) || undefined);
		secondStart = await refusal();
		await began;
	});
	afterAll(() => {
		child?.kill('SIGKILL');
		rmSync(`${folder}.lock`, { recursive: true, force: true });
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});

	it('prints one link that signs in and opens a workflow, which ends in the inbox when it is executed', async () => {
		const url = `http://127.0.0.1:${port}`;
		// Where others could listen.
		expect(printed).not.toContain('localhost');
		const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}/.exec(printed) ?? [];
		const { headers } = await fetchUnpooled(link, { redirect: 'manual' });
		expect(headers.get('location')).toBe(`${url}/workflow/sms-bulk-send`);
		const [cookie = ''] = headers.getSetCookie();
		expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
		const me = await fetchUnpooled(`${url}/rest/login`, { headers: { cookie } });
		expect(await me.json()).toMatchObject({ data: { email: 'owner@example.com' } });
		const guess = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		expect((await fetchUnpooled(guess, { redirect: 'manual' })).status).toBe(404);

		const [, email = '', password = ''] = /(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
		const n8n = await signIn(url, { email, password });
		const { status } = await n8n.waitForExecution(await n8n.runWorkflow('sms-bulk-send'));
		expect(status).toBe('success');
		expect(await sandbox('/messages')).toMatchObject({ total: 9 });
		expect(await sandbox('/state')).toMatchObject({ workflowUrl: headers.get('location') });
		const { nodes } = await n8n.workflow('sms-bulk-send');
		expect(JSON.stringify(nodes[0])).toContain(`](http://127.0.0.1:${sandboxPort})`);
	});

	it('refuses a port in use with one sentence and without a stack, also before it is opened', async () => {
		expect(await refusal()).toBe(
			`Port ${port} is in use: end the program that uses it, or choose another with npm start -- --port <number>.`,
		);
		expect(secondStart).toMatch(/^Another npm start uses port \d+: end it with Ctrl\+C, or choose/);
	});

	it('ends n8n and the sandbox with Ctrl+C or however it ends, and takes the same token after a restart', async () => {
		const { token, ...more } = await sandbox('/token');
		expect(more).toStrictEqual({ survivesRestart: true });
		child.kill('SIGINT');
		expect(await once(child, 'exit')).toStrictEqual([0, null]);
		for (const one of [port, sandboxPort]) await requirePort(one, '--port');

		await begin();
		const balance = `http://127.0.0.1:${sandboxPort}/api/v1/balance/sms_module`;
		const headers = { authorization: `Bearer ${token}` };
		expect((await fetchUnpooled(balance, { headers })).status).toBe(200);
		child.kill('SIGKILL');
		await until('the end of n8n, whose parent was killed', () =>
			requirePort(port, '--port').then(
				() => true,
				() => undefined,
			),
		);
	});
});
