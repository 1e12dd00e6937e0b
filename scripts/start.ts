/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Listr } from 'listr2';
import { startSandbox } from '../sandbox';
import { print, runMain } from './command-line';
import {
	type Host,
	type Instance,
	Problem,
	RestError,
	buildPackage,
	cacheFolder,
	createInstance,
	ensureHost,
	isDownloaded,
	packPackage,
	requirePort,
} from './host';
import { USAGE, readFlags } from './start/flags';
import { importMissing } from './start/import-examples';
import { readKept } from './start/kept';
import { serveSignInLink } from './start/sign-in-link';
import { watchSources } from './start/watch';

const FIRST_WORKFLOW = '/workflow/sms-bulk-send';

interface Prepared {
	host: Host;
	instance: Instance;
}

async function main(): Promise<void> {
	const flags = readFlags();
	if (flags === undefined) return print(USAGE);
	const { port, sandboxPort, balance, version, fresh, build, watch } = flags;
	await requirePort(port, '--port');
	await requirePort(sandboxPort, '--sandbox-port');

	const interrupted = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => interrupted.abort());
	}
	const quit = () => process.exit(130);
	interrupted.signal.addEventListener('abort', quit);

	// What n8n and npm write is for this user alone.
	process.umask(0o077);
	const userFolder = join(cacheFolder(), `start-${version}-${port}`);
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	const kept = readKept(userFolder);
	const n8nUrl = `http://127.0.0.1:${port}`;
	const sandbox = await startSandbox({
		port: sandboxPort,
		balance,
		secret: kept.sandboxSecret,
		workflowUrl: n8nUrl + FIRST_WORKFLOW,
	});
	if (!isDownloaded(version)) {
		print(`
  The first start downloads n8n, which takes about 5 minutes. Meanwhile:

  In another terminal   npm run demo   (an example, in seconds, without the download)
  In your browser       ${sandbox.url}   (the inbox: press "Send a sample SMS")
  To read               README.md, from "Usage" on
`);
	}

	const tasks = new Listr<Prepared>(
		[
			{
				title: 'Build the package',
				skip: !build,
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
				title: 'Install the package, as a user would',
				task: async (context) => {
					const tarball = await packPackage();
					const { host } = context;
					const env = {
						// Without it n8n takes everyone to be in New York.
						GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
						...(watch && { N8N_DEV_RELOAD: 'true' }),
					};
					context.instance = await createInstance({ host, userFolder, port, tarball, env });
				},
			},
			{
				title: 'Import the credential and the example workflows',
				task: ({ instance }) => importMissing(instance, sandbox, kept),
			},
			{
				title: 'Start n8n',
				task: async ({ instance }) => {
					await instance.start();
					await instance.setupOwner(kept.owner).catch(acceptOtherAccount);
				},
			},
		],
		{ registerSignalListeners: false, rendererOptions: { showErrorMessage: false } },
	);
	const { instance } = await tasks.run({} as Prepared);
	const signIn = await serveSignInLink(n8nUrl, kept.owner, FIRST_WORKFLOW);
	const watching = watch ? watchSources(userFolder, print) : undefined;

	print(`
  Ready. No SMS leaves this machine.

  1. Open this link   ${signIn.url}
                      It signs you in and opens an example: press "Execute workflow".
  2. See the SMS      ${sandbox.url}   (the inbox of the sandbox)

  The account, if n8n asks: ${kept.owner.email}   ${kept.owner.password}
  Ctrl+C stops everything. n8n's log: ${instance.logFile}`);
	if (watching) print('  Changes of the code appear in the editor by themselves.');

	interrupted.signal.removeEventListener('abort', quit);
	await Promise.race([once(interrupted.signal, 'abort'), instance.exited()]);
	if (!interrupted.signal.aborted) {
		const { code, signal } = await instance.exited();
		throw new Problem(`n8n ended (${signal ?? code}); its log is ${instance.logFile}.`);
	}
	print('\nStopping …');
	signIn.close();
	await Promise.all([watching?.close(), instance.stop(), sandbox.close()]);
	process.exit(0);
}

/** Whoever has changed the account in n8n signs in by hand. */
function acceptOtherAccount(error: unknown): void {
	if (!(error instanceof RestError) || error.status !== 401) throw error;
}

runMain(main);
