/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
	closeSync,
	createWriteStream,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Problem, tryRun } from './command';
import type { Host } from './n8n';
import { installPackage } from './package';
import { freePort } from './ports';
import { type NewCredential, type Owner, type RestClient, signIn } from './rest';
import { type Run, parseRun } from './run';

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
	/** Begins the same in a process of its own, beside any others. `env` is for that process. */
	launch: (workflowId: string, env?: Record<string, string>) => Promise<Launched>;
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

interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/** What n8n prints when it is ready to work. */
const READY = {
	start: /Editor is now accessible/,
	worker: /n8n worker is now ready/,
	webhook: /Webhook listener waiting for requests/,
};
const READY_WITHIN = 180_000;
/** Milliseconds for what is in progress when n8n is to stop. */
const GRACE = 20_000;

export const TEST_OWNER: Owner = { email: 'owner@example.com', password: 'Correct-Horse-7' };

export async function createInstance(options: InstanceOptions): Promise<Instance> {
	const { host, tarball } = options;
	const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'sms-gateway-n8n-'));
	mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	if (tarball !== undefined) await installPackage(tarball, userFolder);
	const port = options.port || (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, `n8n-${port}.log`);
	let server: N8nProcess | undefined;

	/** Every process listens on ports of its own, so that a command can run beside a server. */
	const environment = async () => ({
		...quietEnvironment(host, userFolder),
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		QUEUE_HEALTH_CHECK_PORT: String(await freePort()),
		...options.env,
	});
	const command = async (args: string[]) =>
		tryRun(host.nodeBinary, [host.n8nBin, ...args], { env: await environment(), timeout: 120_000 });
	const importFile = async (what: string, content: object[]) => {
		const file = join(userFolder, `${what}.json`);
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		const { code, stdout, stderr } = await command([`import:${what}`, `--input=${file}`]);
		rmSync(file);
		if (code !== 0) throw new Error(`n8n did not import the ${what}s:\n${stdout}\n${stderr}`);
	};
	const launch: Instance['launch'] = async (id, env = {}) => {
		// Into a file: what n8n prints into a pipe may be cut off.
		const file = join(userFolder, `${randomUUID()}.log`);
		const stdout = openSync(file, 'w', 0o600);
		const { pid, kill, exited } = startProcess(
			host,
			[host.n8nBin, 'execute', `--id=${id}`, '--rawOutput'],
			{ env: { ...(await environment()), ...env }, stdio: ['ignore', stdout, 'ignore'] },
		);
		closeSync(stdout);
		return {
			pid,
			kill: () => kill('SIGKILL'),
			done: exited.then(({ signal }) => {
				const printed = readFileSync(file, 'utf8');
				rmSync(file);
				if (signal === 'SIGKILL') return undefined;
				const run = parseRun(printed);
				if (run === undefined)
					throw new Error(`n8n printed no run of ${id}:\n${printed.slice(0, 2000)}`);
				return run;
			}),
		};
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
		execute: async (id, { timeout = 120_000 } = {}) => {
			const { kill, done } = await launch(id);
			const timer = setTimeout(kill, timeout);
			const run = await done.finally(() => clearTimeout(timer));
			if (run === undefined) throw new Error(`n8n took too long to run ${id}`);
			return run;
		},
		launch,
		start: async (what = 'start') => {
			server = startProcess(host, ['--require', END_WITH_PARENT, host.n8nBin, what], {
				env: await environment(),
				stdio: 'pipe',
			});
			await untilReady(server, READY[what], logFile);
		},
		setupOwner: (owner = TEST_OWNER) => signIn(url, owner),
		exited: () => {
			if (server === undefined) throw new Error('This n8n is not running');
			return server.exited;
		},
		kill: async (signal = 'SIGKILL') => {
			server?.kill(signal);
			await server?.exited;
			server = undefined;
		},
		stop,
		remove: async () => {
			await stop();
			rmSync(userFolder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

/** Ends n8n when the process that started it ends, however that comes about. */
const END_WITH_PARENT = join(__dirname, 'end-with-parent.cjs');

interface N8nProcess {
	child: ChildProcess;
	pid: number;
	exited: Promise<Exit>;
	/** Signals it and its children. */
	kill: (signal: NodeJS.Signals) => void;
	/** Lets it finish what is in progress, for a while. */
	stop: () => Promise<Exit>;
}

/** In a group of its own, so that a signal reaches its children (n8n's task runner) too. */
function startProcess(
	{ nodeBinary }: Host,
	args: string[],
	options: { env: Record<string, string>; stdio: StdioOptions },
): N8nProcess {
	const child = spawn(nodeBinary, args, { ...options, detached: true });
	const pid = child.pid!;
	const exited = new Promise<Exit>((resolve) =>
		child
			.once('error', () => resolve({ code: null, signal: null }))
			.once('exit', (code, signal) => resolve({ code, signal })),
	);
	const kill = (signal: NodeJS.Signals) => {
		try {
			if (process.platform === 'win32') child.kill(signal);
			else process.kill(-pid, signal);
		} catch {
			// It has ended already.
		}
	};
	const stop = async () => {
		const late = setTimeout(kill, GRACE, 'SIGKILL');
		child.kill('SIGTERM');
		const exit = await exited;
		clearTimeout(late);
		kill('SIGKILL');
		return exit;
	};
	return { child, pid, exited, kill, stop };
}

async function untilReady({ child, exited, kill }: N8nProcess, ready: RegExp, logFile: string) {
	const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
	let printed = '';
	const tail = () => `(${logFile}):\n${printed.trim().split('\n').slice(-20).join('\n')}`;
	const isReady = new Promise<void>((resolve) => {
		const read = (chunk: Buffer) => {
			log.write(chunk);
			if (printed.length < 1_000_000) printed += chunk.toString();
			if (ready.test(printed)) resolve();
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
	});
	const late = setTimeout(kill, READY_WITHIN, 'SIGKILL');
	const ended = exited.then(({ code, signal }) => {
		const taken = /port (\d+) is already in use/i.exec(printed)?.[1];
		if (taken) throw new Problem(`Port ${taken} is in use: end the program that uses it.`);
		throw new Error(`n8n ended (${signal ?? code}) before it was ready ${tail()}`);
	});
	await Promise.race([isReady, ended]).finally(() => clearTimeout(late));
}

const LOOPBACK = '127.0.0.1,localhost,::1';

/** What a program needs of its surroundings. Everything else, such as the developer's own N8N_* or DB_* settings, stays out. */
const KEPT =
	/^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|TMPDIR|SystemRoot|windir|ComSpec|PATHEXT|LANG|LC_.*|TZ|SSL_CERT_.*|NODE_EXTRA_CA_CERTS|https?_proxy|all_proxy)$/i;

/** The whole environment of an n8n: quiet, on loopback only, calling nobody at home. */
function quietEnvironment(host: Host, userFolder: string): Record<string, string> {
	const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		PATH: `${dirname(host.nodeBinary)}${delimiter}${process.env.PATH}`,
		NO_PROXY: LOOPBACK,
		no_proxy: LOOPBACK,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		// For the addresses that it gives out: `localhost` may lead to ::1, where others can listen.
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
		N8N_PYTHON_ENABLED: 'false',
		// Fetches a list from n8n's servers at each start. n8n 1 does not have it, and refuses its name.
		...(host.version.startsWith('2.') ? { N8N_DISABLED_MODULES: 'mcp-registry' } : {}),
		...host.env,
	};
}
