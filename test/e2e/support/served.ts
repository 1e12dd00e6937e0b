/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { createInstance, ensureHost, packPackage } from '../../../host';
import type { Instance, NewCredential, RestClient, Run } from '../../../host';
import { sandboxCredential } from '../../../host/examples';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox';
import { type ChatModel, startChatModel } from './agent';

type Saved = { nodes: object[]; connections: object; settings: object };

interface ServedOptions {
	sandbox?: SandboxOptions;
	env?: Record<string, string>;
	/** Credentials beside those of the sandbox and the model. */
	credentials?: (sandbox: Sandbox) => Array<NewCredential & { id: string }>;
	/** Workflows to import with their ids; each test can save others through the API, which is much faster. */
	workflows?: (model: ChatModel) => object[];
}

/** A real n8n that serves, with its owner signed in, and what it talks to. */
export interface ServedN8n {
	instance: Instance;
	rest: RestClient;
	/** What the sandbox's credential points at. */
	sandbox: Sandbox;
	model: ChatModel;
	/** Saves the workflow and starts it; resolves to the ids. */
	launch: (saved: Saved) => Promise<{ workflowId: string; executionId: string }>;
	/** As `launch`, and waits until the execution has ended. */
	run: (saved: Saved) => Promise<Run>;
	close: () => Promise<void>;
}

/** Installs what is built in dist/ into a new n8n, as a user would, and starts it. */
export async function serveN8n(options: ServedOptions = {}): Promise<ServedN8n> {
	const { env, credentials, workflows } = options;
	const [host, tarball] = await Promise.all([ensureHost(), packPackage()]);
	const instance = await createInstance({ host, env, tarball });
	const [sandbox, model] = await Promise.all([startSandbox(options.sandbox), startChatModel()]);
	const close = async () => {
		await instance.remove();
		await sandbox.close();
		model.close();
	};
	try {
		await instance.importCredentials([
			sandboxCredential(sandbox),
			model.credential,
			...(credentials?.(sandbox) ?? []),
		]);
		if (workflows) await instance.importWorkflows(workflows(model));
		await instance.start();
		const served = { instance, sandbox, model, close, rest: await instance.setupOwner() };
		// After a restart there is another session.
		const launch: ServedN8n['launch'] = async (saved) => {
			const workflowId = await served.rest.createWorkflow(saved);
			return { workflowId, executionId: await served.rest.runWorkflow(workflowId) };
		};
		return Object.assign(served, {
			launch,
			run: async (saved: Saved) =>
				await served.rest.waitForExecution((await launch(saved)).executionId),
		});
	} catch (error) {
		await close();
		throw error;
	}
}

let shared: Promise<ServedN8n> | undefined;
afterAll(async () => await (await shared)?.close());

/** The one n8n of a test file, as each start takes many seconds. In each test nothing was sent before. */
export function sharedN8n(options?: ServedOptions): () => ServedN8n {
	let served: ServedN8n;
	beforeAll(async () => {
		served = await (shared ??= serveN8n({ sandbox: { balance: 100_000 }, ...options }));
	});
	beforeEach(() => served.sandbox.reset());
	return () => served;
}

/** How many messages the sandbox accepted for each recipient: the judge. */
export function textsOf(sandbox: Sandbox): Record<string, number> {
	const texts: Record<string, number> = {};
	for (const { recipient } of sandbox.messages()) {
		texts[`+${recipient}`] = (texts[`+${recipient}`] ?? 0) + 1;
	}
	return texts;
}

export const onceEach = (recipients: readonly string[]): Record<string, number> =>
	Object.fromEntries(recipients.map((recipient) => [recipient, 1]));
