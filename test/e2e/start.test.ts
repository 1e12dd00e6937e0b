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
	const cache = cacheFolder();
	let port: string;
	let sandboxPort: string;
	let child: ChildProcess;
	let printed: string;
	let secondStart: string;

	async function begin(): Promise<void> {
		printed = '';
		const ports = ['--port', port, '--sandbox-port', sandboxPort];
		child = spawn(process.execPath, start(...ports), {
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
	}

	const end = async () => {
		child.kill('SIGINT');
		expect(await once(child, 'exit')).toStrictEqual([0, null]);
	};
	const folder = () => join(cache, `start-${HOST_VERSIONS[0]}-${port}`);

	/** What a start says that is refused. */
	async function refusalOf(...flags: string[]): Promise<string> {
		const refused = run(process.execPath, start(...flags), { cwd: PROJECT });
		const { code, stderr } = (await refused.catch((error: unknown) => error)) as {
			code: number;
			stderr: string;
		};
		expect(code).toBe(1);
		return stderr.trim();
	}

	const sandbox = async (path: string) =>
		(await (await fetchUnpooled(`http://127.0.0.1:${sandboxPort}/sandbox${path}`)).json()) as {
			token: string;
			survivesRestart: boolean;
		};
	const account = () => {
		const [, email = '', password = ''] = /(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
		return signIn(`http://127.0.0.1:${port}`, { email, password });
	};

	beforeAll(async () => {
		port = String(await freePort());
		sandboxPort = String(await freePort());
		const began = begin();
		await until('the first start', () => existsSync(`${folder()}.lock`) || undefined);
		secondStart = await refusalOf('--port', port, '--sandbox-port', String(await freePort()));
		await began;
	});

	afterAll(() => {
		child?.kill('SIGKILL');
		rmSync(`${folder()}.lock`, { recursive: true, force: true });
		rmSync(folder(), { recursive: true, force: true, maxRetries: 3 });
	});

	it('prints one link that signs in and opens a workflow, which ends in the inbox when it is executed', async () => {
		const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}/.exec(printed) ?? [];
		const response = await fetchUnpooled(link, { redirect: 'manual' });
		const workflow = response.headers.get('location') ?? '';
		expect(workflow).toBe(`http://127.0.0.1:${port}/workflow/sms-bulk-send`);
		const [cookie = ''] = response.headers.getSetCookie();
		expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
		const me = await fetchUnpooled(`http://127.0.0.1:${port}/rest/login`, { headers: { cookie } });
		expect(await me.json()).toMatchObject({ data: { email: 'owner@example.com' } });
		const guess = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		expect((await fetchUnpooled(guess, { redirect: 'manual' })).status).toBe(404);

		const n8n = await account();
		const run = await n8n.waitForExecution(await n8n.runWorkflow('sms-bulk-send'));

		expect(run.status).toBe('success');
		expect(await sandbox('/messages')).toMatchObject({ total: 9 });
		expect(await sandbox('/state')).toMatchObject({ workflowUrl: workflow });
	});

	it('names 127.0.0.1, where it listens, and never localhost, where others could', async () => {
		expect(printed).not.toContain('localhost');
		const { nodes } = await (await account()).workflow('sms-bulk-send');
		const [note] = nodes.map(({ parameters }) => parameters as { content: string });
		expect(note?.content).toContain(`](http://127.0.0.1:${sandboxPort})`);
	});

	it('refuses a port in use with one sentence and without a stack', async () => {
		expect(await refusalOf('--port', port)).toBe(
			`Port ${port} is in use: end the program that uses it, or choose another with npm start -- --port <number>.`,
		);
	});

	it('refuses a second start that comes before the first has opened its port', () => {
		expect(secondStart).toMatch(/^Another npm start uses port \d+: end it with Ctrl\+C, or choose/);
	});

	it('ends n8n and the sandbox with Ctrl+C or however it ends, and takes the same token after a restart', async () => {
		const { token, survivesRestart } = await sandbox('/token');
		expect(survivesRestart).toBe(true);
		await end();
		await requirePort(Number(port), '--port');
		await requirePort(Number(sandboxPort), '--sandbox-port');

		await begin();
		const balance = await fetchUnpooled(
			`http://127.0.0.1:${sandboxPort}/api/v1/balance/sms_module`,
			{
				headers: { authorization: `Bearer ${token}` },
			},
		);
		expect(balance.status).toBe(200);
		child.kill('SIGKILL');
		await until('the end of n8n, whose parent was killed', () =>
			requirePort(Number(port), '--port').then(
				() => true,
				() => undefined,
			),
		);
	});
});
