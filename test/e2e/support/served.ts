/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import type { RestClient, Run } from '../../../host';
import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { NODE } from './campaign';
import { createRealN8n, type RealN8n } from './real-n8n';
import type { workflow } from '../../../host/workflow';

type SavedWorkflow = Omit<ReturnType<typeof workflow>, 'settings'> & { settings: object };

/** A real n8n that serves, with its owner signed in. */
export interface ServedN8n extends RealN8n {
	rest: RestClient;
	/** Saves the workflow and starts it; resolves to the ids. */
	launch: (saved: SavedWorkflow) => Promise<{ workflowId: string; executionId: string }>;
	/** As `launch`, and waits until the execution has ended. */
	run: (saved: SavedWorkflow) => Promise<Run>;
}

/** Takes no workflows: each test saves its own through the API, which is much faster. */
export async function serveRealN8n(sandbox?: SandboxOptions, version?: string): Promise<ServedN8n> {
	const n8n = await createRealN8n({ workflows: [], sandbox, version });
	try {
		await n8n.instance.start();
		const rest = await n8n.instance.setupOwner();
		const launch: ServedN8n['launch'] = async (saved) => {
			const workflowId = await rest.createWorkflow(saved);
			return { workflowId, executionId: await rest.runWorkflow(workflowId) };
		};
		return {
			...n8n,
			rest,
			launch,
			run: async (saved) => rest.waitForExecution((await launch(saved)).executionId),
		};
	} catch (error) {
		await n8n.close();
		throw error;
	}
}

const shared = new Map<string | undefined, Promise<ServedN8n>>();

/**
 * The one n8n of this version for all that a test file imports, as each start takes many seconds.
 * It is there in each test, with nothing sent before.
 */
export function sharedN8n(version?: string): ServedN8n {
	const served = {} as ServedN8n;
	beforeAll(async () => {
		const n8n = shared.get(version) ?? serveRealN8n({ balance: 100_000 }, version);
		shared.set(version, n8n);
		Object.assign(served, await n8n);
	});
	beforeEach(() => served.sandbox.reset());
	return served;
}

export async function closeSharedN8n(): Promise<void> {
	for (const n8n of shared.values()) await (await n8n.catch(() => undefined))?.close();
}

/** How many messages the sandbox accepted for each recipient: the judge. */
export function textsOf(sandbox: Sandbox): Record<string, number> {
	const texts: Record<string, number> = {};
	for (const { recipient } of sandbox.messages()) {
		texts[recipient] = (texts[recipient] ?? 0) + 1;
	}
	return texts;
}

/** One message for each of them. */
export const onceEach = (recipients: readonly string[]): Record<string, number> =>
	Object.fromEntries(recipients.map((recipient) => [recipient, 1]));

/** Saves another setting or other parameters of the node. */
export async function change({ rest }: ServedN8n, workflowId: string, node: object): Promise<void> {
	const { nodes } = await rest.workflow(workflowId);
	const changed = nodes.map((one) => (one.name === NODE ? { ...one, ...node } : one));
	await rest.changeWorkflow(workflowId, { nodes: changed });
}
