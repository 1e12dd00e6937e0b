/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { createInstance, ensureHost, type Instance, packPackage } from '../../../host';
import { sandboxCredential } from '../../../host/examples';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox';

export interface RealN8nOptions {
	/** Workflows to import, each with an `id`; see workflow.ts. */
	workflows: object[];
	sandbox?: SandboxOptions;
	version?: string;
	/** Settings for n8n. */
	env?: Record<string, string>;
}

/** A real n8n with the packed package installed, and the sandbox that its credential points at. */
export interface RealN8n {
	instance: Instance;
	sandbox: Sandbox;
	/** Ends both and deletes n8n's folder. */
	close: () => Promise<void>;
}

let tarball: Promise<string> | undefined;

/**
 * Installs what is built in dist/ into a new n8n, as a user would, with the sandbox's credential
 * and the given workflows. Call it in `beforeAll`, and `close` in `afterAll`. The n8n does not
 * serve yet: `instance.execute` needs no server, anything else `instance.start()`.
 */
export async function createRealN8n(options: RealN8nOptions): Promise<RealN8n> {
	const { workflows, version, env } = options;
	tarball ??= packPackage();
	const host = await ensureHost({ version });
	const instance = await createInstance({ host, env, tarball: await tarball });
	const sandbox = await startSandbox(options.sandbox);
	const close = async () => {
		await instance.remove();
		await sandbox.close();
	};
	try {
		await instance.importCredentials([sandboxCredential(sandbox)]);
		if (workflows.length > 0) await instance.importWorkflows(workflows);
	} catch (error) {
		await close();
		throw error;
	}
	return { instance, sandbox, close };
}
