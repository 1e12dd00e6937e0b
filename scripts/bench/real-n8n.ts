import { createInstance, packPackage, type Host } from '../host';
import { manualTrigger, workflow } from '../workflow';
import { numberOf, settingsOf, type Way } from './ways';

export interface RealResult {
	way: Way;
	items: number;
	/** Of the node alone, by n8n's own clock. */
	seconds: number;
}

type Run = [way: Way, items: number];

const RUNS: Run[] = [
	['bulkSend', 10_000],
	['httpRequest', 10_000],
	['sendPersonal', 10_000],
	['httpRequestPersonal', 10_000],
	['send', 1000],
	['httpRequest', 1000],
];

const CREDENTIAL = { id: 'bench', name: 'Bench' };
const NODE = 'Node';

const workflowOf = (id: string, way: Way, items: number, baseUrl: string) => {
	const code = `return Array.from({ length: ${items} }, (_, index) => ({ json: { phone: '${numberOf(0).slice(0, 7)}' + String(index).padStart(6, '0') } }));`;
	return workflow(id, [
		manualTrigger(),
		{
			name: 'Items',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: code },
		},
		{
			name: NODE,
			typeVersion: 1,
			credentials: { smsGatewayApi: CREDENTIAL },
			...settingsOf(way, { baseUrl }),
		},
	]);
};

/** The same in a real n8n, with its database, its credentials and its expressions. */
export async function measureInRealN8n(
	host: Host,
	baseUrl: string,
	runs = RUNS,
	tarball?: string,
): Promise<RealResult[]> {
	const instance = await createInstance({ host, tarball: tarball ?? (await packPackage()) });
	try {
		await instance.importCredentials([
			{
				...CREDENTIAL,
				type: 'smsGatewayApi',
				data: { baseUrl, accessToken: 'bench', allowInsecureHttp: false },
			},
		]);
		await instance.importWorkflows(
			runs.map(([way, items], index) => workflowOf(`run-${index}`, way, items, baseUrl)),
		);
		const results: RealResult[] = [];
		for (const [index, [way, items]] of runs.entries()) {
			const run = await instance.execute(`run-${index}`, { timeout: 300_000 });
			const { error, runData } = run.data.resultData;
			if (error) throw new Error(`${way} of ${items} items: ${error.message}`);
			results.push({ way, items, seconds: runData[NODE]![0]!.executionTime! / 1000 });
		}
		return results;
	} finally {
		await instance.remove();
	}
}
