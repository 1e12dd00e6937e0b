/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryRun } from './command';
import type { Host } from './ensure-host';
import { hostEnvironment } from './environment';
import { installPackage } from './install-package';
import { freePort } from './ports';
import { type NewCredential, type Owner, type RestClient, signIn } from './rest';
import { type Run, parseRun } from './run-data';
import { type Exit, type Server, startServer } from './server';

export interface InstanceOptions {
	host: Host;
	/** n8n keeps everything below; a new temporary folder unless given. */
	userFolder?: string;
	/** 0 (the default) for any free port. */
	port?: number;
	/** The package to install as a community node; without it n8n runs as it is in the folder. */
	tarball?: string;
	/** Settings for this n8n, over the ones it gets anyway. */
	env?: Record<string, string>;
}

/** One n8n with its own folder, database and ports; any number can run side by side. */
export interface Instance {
	host: Host;
	userFolder: string;
	port: number;
	/** `http://127.0.0.1:<port>`, answered after `start()`. */
	url: string;
	/** All that the running n8n prints. */
	logFile: string;
	/** Before `start()` only, like the next two: each starts an n8n of its own for a moment. */
	importCredentials: (credentials: Array<NewCredential & { id: string }>) => Promise<void>;
	/** Each needs an `id`; one that exists is replaced. */
	importWorkflows: (workflows: object[]) => Promise<void>;
	/** Runs a workflow to its end; a failed run is a result too, with `resultData.error`. */
	execute: (workflowId: string, options?: { timeout?: number }) => Promise<Run>;
	/** Begins the same in a process of its own, beside any others. */
	launch: (workflowId: string) => Promise<Launched>;
	/** Resolves when n8n accepts requests (`start`), or jobs (`worker`). */
	start: (command?: keyof typeof READY) => Promise<void>;
	/** Signs in, after creating the owner account where there is none. After `start()`. */
	setupOwner: (owner?: Owner) => Promise<RestClient>;
	/** Resolves when the running n8n has ended. */
	exited: () => Promise<Exit>;
	/** Ends it with its children at once, as a crash would (SIGKILL unless told otherwise). */
	kill: (signal?: NodeJS.Signals) => Promise<void>;
	/** Ends it in an orderly way; does nothing when it is not running. */
	stop: () => Promise<void>;
	/** `stop()`, then deletes the user folder. */
	remove: () => Promise<void>;
}

/** A workflow that is being run. */
export interface Launched {
	/** Ends it with its children at once, as a crash would. */
	kill: () => void;
	/** Undefined where it was killed. */
	done: Promise<Run | undefined>;
	pid: number;
}

const READY = {
	start: /Editor is now accessible/,
	worker: /n8n worker is now ready/,
	webhook: /Webhook listener waiting for requests/,
};

export const TEST_OWNER: Owner = { email: 'owner@example.com', password: 'Correct-Horse-7' };

export async function createInstance(options: InstanceOptions): Promise<Instance> {
	const { host, tarball } = options;
	const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'sms-gateway-n8n-'));
	mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	if (tarball !== undefined) await installPackage(tarball, userFolder);
	const port = options.port || (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `n8n-${port}.log`);
	let server: Server | undefined;

	/** Every process listens on ports of its own, so that a command can run beside a server. */
	const environment = async () => ({
		...hostEnvironment(host, userFolder),
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		QUEUE_HEALTH_CHECK_PORT: String(await freePort()),
		...options.env,
	});
	const command = async (args: string[], timeout = 120_000) =>
		tryRun(host.nodeBinary, [host.n8nBin, ...args], { env: await environment(), timeout });
	const importFile = async (what: string, content: object[]) => {
		const file = join(userFolder, `${what}.json`);
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		const { code, stdout, stderr } = await command([`import:${what}`, `--input=${file}`]);
		rmSync(file);
		if (code !== 0) throw new Error(`n8n did not import the ${what}s:\n${stdout}\n${stderr}`);
	};
	const stop = async () => {
		await server?.stop();
		server = undefined;
	};

	return {
		host,
		userFolder,
		port,
		url,
		logFile,
		importCredentials: (credentials) => importFile('credentials', credentials),
		importWorkflows: (workflows) =>
			importFile(
				'workflow',
				workflows.map((workflow) => ({ active: false, ...workflow })),
			),
		execute: async (id, { timeout } = {}) => {
			const { stdout, stderr } = await command(['execute', `--id=${id}`, '--rawOutput'], timeout);
			const run = parseRun(stdout);
			if (run === undefined) throw new Error(`n8n printed no run of ${id}:\n${stdout}\n${stderr}`);
			return run;
		},
		launch: async (id) => {
			const file = join(userFolder, `${randomUUID()}.log`);
			const stdout = openSync(file, 'w', 0o600);
			const child = spawn(host.nodeBinary, [host.n8nBin, 'execute', `--id=${id}`, '--rawOutput'], {
				env: await environment(),
				// In a group of its own, so that a kill reaches its children too.
				detached: true,
				stdio: ['ignore', stdout, 'ignore'],
			});
			closeSync(stdout);
			const pid = child.pid!;
			const exited = new Promise<NodeJS.Signals | null>((resolve) =>
				child.once('close', (_, signal) => resolve(signal)),
			);
			return {
				pid,
				kill: () => void process.kill(-pid, 'SIGKILL'),
				done: exited.then((signal) => {
					const printed = readFileSync(file, 'utf8');
					rmSync(file);
					if (signal === 'SIGKILL') return undefined;
					const run = parseRun(printed);
					if (run === undefined)
						throw new Error(`n8n printed no run of ${id}:\n${printed.slice(0, 2000)}`);
					return run;
				}),
			};
		},
		start: async (what = 'start') => {
			server = await startServer({
				command: host.nodeBinary,
				args: [host.n8nBin, what],
				env: await environment(),
				logFile,
				ready: READY[what],
			});
		},
		setupOwner: (owner = TEST_OWNER) => signIn(url, owner),
		exited: () => {
			if (server === undefined) throw new Error('This n8n is not running');
			return server.exited;
		},
		kill: async (signal = 'SIGKILL') => {
			await server?.kill(signal);
			server = undefined;
		},
		stop,
		remove: async () => {
			await stop();
			rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
