/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { END_WITH_PARENT, freePort, Problem, run } from './machine';
import type { Host } from './n8n';
import { installPackage } from './package';
import { type NewCredential, type Owner, type RestClient, type Run, signIn } from './rest';

export interface InstanceOptions {
	host: Host;
	/** n8n keeps everything below; a new temporary folder unless given. */
	userFolder?: string;
	/** Any free one unless given. */
	port?: number;
	/** The package to install as a community node; without it n8n runs as it is in the folder. */
	tarball?: string;
	/** Settings for this n8n, over the ones it gets anyway. */
	env?: Record<string, string>;
}

/** A workflow that is being run. */
export interface Launched {
	/** Ends it with its children at once, as a crash would. */
	kill: () => void;
	/** Undefined where it was killed. */
	done: Promise<Run | undefined>;
	pid: number;
}

type Exit = [code: number | null, signal: NodeJS.Signals | null];

/** What n8n prints when it is ready to work. */
const READY = {
	start: /Editor is now accessible/,
	worker: /n8n worker is now ready/,
	webhook: /Webhook listener waiting for requests/,
};
const READY_WITHIN = 300_000;
/** Milliseconds for what is in progress when n8n is to stop. */
const GRACE = 60_000;
const EXECUTED_WITHIN = 600_000;

const TEST_OWNER: Owner = { email: 'owner@example.com', password: 'Correct-Horse-7' };

export async function createInstance(options: InstanceOptions): Promise<Instance> {
	const userFolder = options.userFolder ?? mkdtempSync(join(tmpdir(), 'sms-gateway-n8n-'));
	mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	if (options.tarball !== undefined) await installPackage(options.tarball, userFolder);
	const port = options.port ?? (await freePort());
	return new Instance(options.host, userFolder, port, options.env);
}

/** One n8n with its own folder, database and ports; any number can run side by side. */
export class Instance {
	/** Answered after `start()`. */
	readonly url: string;
	/** All that the running n8n prints. */
	readonly logFile: string;
	private server: { child: ChildProcess; exited: Promise<Exit> } | undefined;

	constructor(
		readonly host: Host,
		readonly userFolder: string,
		port: number,
		private readonly env: Record<string, string> = {},
	) {
		this.url = `http://127.0.0.1:${port}`;
		this.logFile = join(userFolder, `n8n-${port}.log`);
	}

	/** Before `start()` only, like the next two: each starts an n8n of its own for a moment. */
	async importCredentials(credentials: Array<NewCredential & { id: string }>): Promise<void> {
		await this.import('credentials', credentials);
	}

	/** Each needs an `id`; one that exists is replaced. */
	async importWorkflows(workflows: object[]): Promise<void> {
		const inactive = workflows.map((workflow) => ({ active: false, ...workflow }));
		await this.import('workflow', inactive);
	}

	private async import(what: string, content: object[]): Promise<void> {
		const file = join(this.userFolder, `${what}.json`);
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		const { nodeBinary, n8nBin } = this.host;
		const env = await this.environment();
		const args = [n8nBin, `import:${what}`, `--input=${file}`];
		await run(nodeBinary, args, { env }).finally(() => rmSync(file));
	}

	/** Runs a workflow to its end; a failed run is a result too, with `resultData.error`. */
	async execute(workflowId: string): Promise<Run> {
		const { kill, done } = await this.launch(workflowId);
		const timer = setTimeout(kill, EXECUTED_WITHIN);
		const executed = await done.finally(() => clearTimeout(timer));
		if (executed === undefined) throw new Error(`n8n took too long to run ${workflowId}`);
		return executed;
	}

	/** Begins the same in a process of its own, beside any others. `env` is for that process. */
	async launch(workflowId: string, env: Record<string, string> = {}): Promise<Launched> {
		// Into a file: what n8n prints into a pipe may be cut off.
		const file = join(this.userFolder, `${randomUUID()}.log`);
		const stdout = openSync(file, 'w', 0o600);
		const args = ['execute', `--id=${workflowId}`, '--rawOutput'];
		const { child, exited } = await this.spawn(args, env, ['pipe', stdout, 'ignore']);
		closeSync(stdout);
		const read = ([, signal]: Exit) => {
			const printed = readFileSync(file, 'utf8');
			rmSync(file);
			return signal === 'SIGKILL' ? undefined : parseRun(printed);
		};
		return {
			kill: () => signalGroup(child, 'SIGKILL'),
			done: exited.then(read),
			pid: child.pid!,
		};
	}

	/** Resolves when n8n accepts requests (`start`, `webhook`), or jobs (`worker`). */
	async start(command: keyof typeof READY = 'start'): Promise<void> {
		const log = openSync(this.logFile, 'w', 0o600);
		const { child, exited } = await this.spawn([command], {}, ['pipe', log, log]);
		closeSync(log);
		this.server = { child, exited };
		const deadline = Date.now() + READY_WITHIN;
		for (;;) {
			const printed = readFileSync(this.logFile, 'utf8');
			if (READY[command].test(printed)) return;
			if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
				await this.kill();
				const lines = printed.trim().split('\n').slice(-20).join('\n');
				throw new Problem(`n8n did not start (${this.logFile}):\n${lines}`);
			}
			await sleep(100);
		}
	}

	/** Signs in, after creating the owner account where there is none. After `start()`. */
	async setupOwner(owner = TEST_OWNER): Promise<RestClient> {
		return await signIn(this.url, owner);
	}

	/** Resolves when the running n8n has ended. */
	async exited(): Promise<Exit> {
		return await this.server!.exited;
	}

	/** Ends it with its children at once, as a crash would. */
	async kill(): Promise<void> {
		const { server } = this;
		if (server === undefined) return;
		this.server = undefined;
		signalGroup(server.child, 'SIGKILL');
		await server.exited;
	}

	/** Ends it in an orderly way; does nothing when it is not running. */
	async stop(): Promise<void> {
		const { server } = this;
		server?.child.kill('SIGTERM');
		await Promise.race([server?.exited, sleep(GRACE, undefined, { ref: false })]);
		await this.kill();
	}

	/** `stop()`, then deletes the user folder. */
	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}

	/** In a group of its own, so that a signal reaches its children (n8n's task runner) too. */
	private async spawn(args: string[], env: Record<string, string>, stdio: StdioOptions) {
		const { nodeBinary, n8nBin } = this.host;
		const child = spawn(nodeBinary, ['--require', END_WITH_PARENT, n8nBin, ...args], {
			env: { ...(await this.environment()), ...env, ENDS_WITH_PARENT: String(process.pid) },
			stdio,
			detached: true,
		});
		return { child, exited: once(child, 'exit') as Promise<Exit> };
	}

	/** Every process listens on ports of its own, so that a command can run beside a server. */
	private async environment(): Promise<Record<string, string>> {
		return {
			...quietEnvironment(this.host, this.userFolder),
			N8N_PORT: new URL(this.url).port,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			QUEUE_HEALTH_CHECK_PORT: String(await freePort()),
			...this.env,
		};
	}
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
	try {
		process.kill(process.platform === 'win32' ? pid! : -pid!, signal);
	} catch {
		// It has ended already.
	}
}

/** The run that `n8n execute` printed among its log lines. */
function parseRun(printed: string): Run {
	for (const [json] of printed.matchAll(/^\{$[\s\S]*?^\}$/gm)) {
		const value = JSON.parse(json) as Run;
		if (value.data?.resultData !== undefined) return value;
	}
	throw new Error(`n8n printed no run:\n${printed.slice(0, 2000)}`);
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
	};
}
