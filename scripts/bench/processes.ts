/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT, type Host } from '../host';
import type { Counts } from './service';
import type { Measured, Setup, Subject } from './ways';

export type Result = Subject & Measured & Counts;

export interface Bench {
	/** Of the service. */
	baseUrl: string;
	/** A copy of the built package, with the host's own n8n-workflow as n8n lends it to community nodes. */
	packageFolder: string;
	measure(subject: Subject): Promise<Result>;
	close(): void;
}

/**
 * Starts the service, which responds after `latency` milliseconds; each measurement then has a
 * process of its own and the service for itself.
 */
export async function startBench(host: Host, latency: number): Promise<Bench> {
	const { nodeBinary, folder: hostFolder } = host;
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-bench-'));
	const packageFolder = copyPackage(folder, hostFolder);
	const service = startChild('service.ts', nodeBinary, { args: [String(latency)] });
	const { port } = await answerOf<{ port: number }>(service);
	const baseUrl = `http://127.0.0.1:${port}`;
	/** What the service has counted since it was last asked. */
	const counts = async () => {
		const answer = answerOf<Counts>(service);
		service.send('counts');
		return await answer;
	};
	return {
		baseUrl,
		packageFolder,
		async measure(subject) {
			const child = startChild('subject-process.ts', nodeBinary, {
				nodeArgs: ['--max-old-space-size=8192'],
				env: { N8N_USER_FOLDER: join(folder, 'home'), N8N_LOG_LEVEL: 'silent' },
			});
			const setup: Setup = { ...subject, baseUrl, hostFolder, packageFolder };
			child.send(setup);
			await answerOf(child);
			await counts();
			child.send('go');
			const measured = await answerOf<Measured>(child);
			return { ...subject, ...measured, ...(await counts()) };
		},
		close() {
			service.kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** A copy, so that a build in between changes no measurement. */
function copyPackage(folder: string, hostFolder: string): string {
	const packageFolder = join(folder, 'package');
	mkdirSync(join(packageFolder, 'node_modules'), { recursive: true });
	mkdirSync(join(folder, 'home'));
	for (const part of ['dist', 'package.json']) {
		cpSync(join(PROJECT, part), join(packageFolder, part), { recursive: true });
	}
	symlinkSync(
		join(hostFolder, 'node_modules', 'n8n-workflow'),
		join(packageFolder, 'node_modules', 'n8n-workflow'),
	);
	return packageFolder;
}

/** Starts a script of this folder in a process of its own, so that its memory is its own. */
function startChild(
	script: string,
	nodeBinary: string,
	{ args, env, nodeArgs = [] }: { args?: string[]; env?: object; nodeArgs?: string[] },
): ChildProcess {
	return fork(join(__dirname, script), args, {
		execPath: nodeBinary,
		execArgv: ['--import', require.resolve('tsx'), ...nodeArgs],
		env: { ...process.env, ...env },
	});
}

/** The next message from it; rejects when it ends instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
	const done = new AbortController();
	const { signal } = done;
	try {
		const message = once(child, 'message', { signal }) as Promise<[T]>;
		const ended = once(child, 'exit', { signal }).then(([code]) => {
			throw new Error(`A measurement ended with code ${code}, without a result.`);
		});
		return (await Promise.race([message, ended]))[0];
	} finally {
		done.abort();
	}
}
