/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { type Sandbox, startSandbox } from '../sandbox';
import { print, readNumber, runMain } from './command-line';
import { readExamples, sandboxCredential } from './examples';
import {
	HOST_VERSIONS,
	type Host,
	type HostVersion,
	type Instance,
	type Owner,
	Problem,
	buildPackage,
	cacheFolder,
	createInstance,
	ensureHost,
	packPackage,
	requirePort,
} from './host';

const USAGE = `npm start [-- options]

Starts a real n8n with this package and a local SMS sandbox, ready to click. The first time it
downloads n8n (2.7 GB on disk); later it takes seconds. What you change in n8n is kept.

  --port <n>           n8n (default 5678)
  --sandbox-port <n>   the sandbox and its inbox (default 3030)
  --balance <n>        SMS on the sandbox's account (default 1000)
  --n8n <version>      ${HOST_VERSIONS.join(' or ')} (default ${HOST_VERSIONS[0]})
  --fresh              forget what was kept: account, workflows, executions
  --no-build           use dist/ as it is
  --help`;

interface Prepared {
	host: Host;
	sandbox: Sandbox;
	instance: Instance;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '3030' },
			balance: { type: 'string', default: '1000' },
			n8n: { type: 'string', default: HOST_VERSIONS[0] },
			fresh: { type: 'boolean', default: false },
			'no-build': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);
	const port = readNumber('--port', values.port);
	const sandboxPort = readNumber('--sandbox-port', values['sandbox-port']);
	const balance = readNumber('--balance', values.balance);
	const version = values.n8n as HostVersion;
	if (!HOST_VERSIONS.includes(version)) {
		throw new Problem(`--n8n must be one of ${HOST_VERSIONS.join(', ')}, not "${version}".`);
	}
	await requirePort(port, '--port');
	await requirePort(sandboxPort, '--sandbox-port');

	const interrupted = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => interrupted.abort());
	}
	const quit = () => process.exit(130);
	interrupted.signal.addEventListener('abort', quit);

	const userFolder = join(cacheFolder(), `start-${version}-${port}`);
	if (values.fresh) rmSync(userFolder, { recursive: true, force: true });
	const owner = keptOwner(userFolder);

	const tasks = new Listr<Prepared>(
		[
			{
				title: 'Build the package',
				skip: values['no-build'],
				task: buildPackage,
			},
			{
				title: `n8n ${version}`,
				task: async (context, task) => {
					context.host = await ensureHost({ version, onProgress: (text) => (task.title = text) });
					task.title = `n8n ${version}`;
				},
			},
			{
				title: 'Start the sandbox',
				task: async (context) => {
					context.sandbox = await startSandbox({ port: sandboxPort, balance });
				},
			},
			{
				title: 'Install the package, as a user would',
				task: async (context) => {
					const tarball = await packPackage();
					const { host } = context;
					context.instance = await createInstance({ host, userFolder, port, tarball });
				},
			},
			{
				title: 'Import the credential and the example workflows',
				task: ({ instance, sandbox }) => importOnce(instance, sandbox),
			},
			{
				title: 'Start n8n',
				task: async ({ instance }) => {
					await instance.start();
					await instance.setupOwner(owner);
				},
			},
		],
		{ registerSignalListeners: false, rendererOptions: { showErrorMessage: false } },
	);
	const { instance, sandbox } = await tasks.run({} as Prepared);

	print(`
  Ready. The SMS stay on this machine.

  1. Sign in     http://localhost:${port}/signin
                 ${owner.email}   ${owner.password}
  2. Execute     http://localhost:${port}/workflow/sms-bulk-send
  3. Look        ${sandbox.url}   (the inbox of the sandbox)

  Ctrl+C ends everything. The log of n8n: ${instance.logFile}`);

	interrupted.signal.removeEventListener('abort', quit);
	await Promise.race([once(interrupted.signal, 'abort'), instance.exited()]);
	if (!interrupted.signal.aborted) {
		const { code, signal } = await instance.exited();
		throw new Problem(`n8n has ended (${signal ?? code}); its log is ${instance.logFile}.`);
	}
	print('\nStopping …');
	await Promise.all([instance.stop(), sandbox.close()]);
	process.exit(0);
}

/** The account of this n8n, for this machine only: made up once, then kept beside its database. */
function keptOwner(userFolder: string): Owner {
	const file = `${userFolder}.account.json`;
	if (existsSync(userFolder) && existsSync(file)) {
		return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	}
	const owner = { email: 'owner@example.com', password: `Sms-7${randomBytes(6).toString('hex')}` };
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

/**
 * The credential each time, for the sandbox makes a new token at each start; an example only once,
 * so that edits to it survive.
 */
async function importOnce(instance: Instance, sandbox: Sandbox): Promise<void> {
	await instance.importCredentials([sandboxCredential(sandbox)]);
	const file = join(instance.userFolder, 'imported-examples.json');
	const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
	const missing = readExamples().filter(({ id }) => !known.includes(id));
	if (missing.length === 0) return;
	await instance.importWorkflows(missing);
	writeFileSync(file, JSON.stringify([...known, ...missing.map(({ id }) => id)]));
}

runMain(main);
