import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { sandboxCredential } from '../../../host/examples';
import { startCluster, type Cluster } from '../../../host/cluster';

type Given = Omit<Parameters<typeof startCluster>[0], 'credentials' | 'workflows'> & {
	sandbox: SandboxOptions;
	workflows: Array<{ id: string }>;
};

/** n8n in queue mode, with active workflows that send to a sandbox, for the tests of a file. */
export function clustered({ sandbox, workflows, ...given }: Given) {
	const stage = {} as { sandbox: Sandbox; cluster: Cluster };
	beforeAll(async () => {
		stage.sandbox = await startSandbox(sandbox);
		const credentials = [sandboxCredential(stage.sandbox)];
		stage.cluster = await startCluster({ ...given, workflows, credentials });
		for (const { id } of workflows) await stage.cluster.rest.activate(id);
	});
	afterAll(async () => {
		await stage.cluster?.close();
		await stage.sandbox?.close();
	});
	return stage;
}
