/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../sandbox';
import { print, readFlags, runMain } from './command-line';
import {
	HOST_VERSIONS,
	Problem,
	RestError,
	buildPackage,
	cacheFolder,
	createInstance,
	ensureHost,
	hold,
	isDownloaded,
	packPackage,
	requirePort,
} from '../host';
import { importMissing, readKept } from './start/kept';
import { serveSignInLink } from './start/sign-in-link';

const USAGE = `npm start [-- options]

Starts a real n8n with this package and a local SMS sandbox, ready to click. The first time it
downloads n8n (2.7 GB on disk); later it takes seconds. What you change in n8n is kept.

  --port <n>           n8n (default 5678)
  --sandbox-port <n>   the sandbox and its inbox (default 3030)
  --n8n <version>      ${HOST_VERSIONS.join(' or ')} (default ${HOST_VERSIONS[0]})
  --fresh              delete what was kept: account, workflows, executions
  --help`;

const FIRST_WORKFLOW = '/workflow/sms-bulk-send';

async function main(): Promise<void> {
	const flags = readFlags(USAGE, {
		port: 5678,
		'sandbox-port': 3030,
		n8n: HOST_VERSIONS[0],
		fresh: false,
	});
	const { port, 'sandbox-port': sandboxPort, n8n: version } = flags;
	if (!HOST_VERSIONS.includes(version)) {
		throw new Problem(`--n8n must be one of ${HOST_VERSIONS.join(', ')}, not "${version}".`);
	}
	await requirePort(port, 'npm start -- --port <number>');
	await requirePort(sandboxPort, 'npm start -- --sandbox-port <number>');

	let quit: () => void = () => process.exit(130);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => quit());

	// What n8n and npm write is for this user alone.
	process.umask(0o077);
	const userFolder = join(cacheFolder(), `start-${version}-${port}`);
	if (hold(userFolder) === undefined) {
		throw new Problem(
			`Another npm start uses port ${port}: end it with Ctrl+C, or choose another port with npm start -- --port <number>.`,
		);
	}
	if (flags.fresh) rmSync(userFolder, { recursive: true, force: true });
	const kept = readKept(userFolder);
	const n8nUrl = `http://127.0.0.1:${port}`;
	const sandbox = await startSandbox({
		port: sandboxPort,
		balance: 1000,
		secret: kept.sandboxSecret,
		workflowUrl: n8nUrl + FIRST_WORKFLOW,
	});
	if (!isDownloaded(version)) {
		print(`
  The first start downloads n8n, which takes about 5 minutes. Meanwhile:

  In your browser   ${sandbox.url}   (the inbox: press "Send a sample SMS")
  To read           README.md, from "Usage" on
`);
	}

	const onProgress = (step: string) => print(`  ${step} …`);
	await buildPackage(onProgress);
	const host = await ensureHost({ version, onProgress });
	onProgress('Installing the package into n8n, as a user would');
	const tarball = await packPackage();
	// Without it n8n takes everyone to be in New York.
	const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const instance = await createInstance({ host, userFolder, port, tarball, env });
	await importMissing(instance, sandbox, kept, onProgress);
	onProgress('Starting n8n');
	await instance.start();
	await instance.setupOwner(kept.owner).catch(acceptOtherAccount);
	const signIn = await serveSignInLink(n8nUrl, kept.owner, FIRST_WORKFLOW);

	print(`
  Ready. No SMS leaves this machine.

  1. Open this link   ${signIn.url}
                      It signs you in and opens an example: press "Execute workflow".
  2. See the SMS      ${sandbox.url}   (the inbox of the sandbox)

  The account, if n8n asks: ${kept.owner.email}   ${kept.owner.password}
  Ctrl+C stops everything. n8n's log: ${instance.logFile}`);

	const interrupted = new Promise<void>((resolve) => (quit = resolve));
	const ended = instance.exited().then(([code, signal]) => {
		throw new Problem(`n8n ended (${signal ?? code}); its log is ${instance.logFile}.`);
	});
	await Promise.race([interrupted, ended]);
	print('\nStopping …');
	signIn.close();
	await Promise.all([instance.stop(), sandbox.close()]);
	process.exit(0);
}

/** Whoever has changed the account in n8n signs in by hand. */
function acceptOtherAccount(error: unknown): void {
	if (!(error instanceof RestError) || error.status !== 401) throw error;
}

runMain(main);
