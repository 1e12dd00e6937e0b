/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { run, type Host } from '../host';
import { median } from '../median';

export interface LoadTime {
	/** Milliseconds to load and create the node, once n8n-workflow is there. */
	smsGateway: number;
	twilio: number;
}

const RUNS = 15;

const SCRIPT = `
	const [, file, name, workflow] = process.argv;
	require(workflow);
	const start = performance.now();
	new (require(file)[name])();
	console.log(performance.now() - start);
`;

async function medianOf(host: Host, file: string, name: string): Promise<number> {
	const times: number[] = [];
	for (let turn = 0; turn < RUNS; turn++) {
		const workflow = join(host.folder, 'node_modules', 'n8n-workflow');
		const { stdout } = await run(host.nodeBinary, ['--eval', SCRIPT, file, name, workflow]);
		times.push(Number(stdout));
	}
	return median(times);
}

/** What n8n spends on this node at its start, next to its own node for the same purpose. */
export async function measureLoadTime(host: Host, packageFolder: string): Promise<LoadTime> {
	const twilio = join(host.folder, 'node_modules/n8n-nodes-base/dist/nodes/Twilio/Twilio.node.js');
	const own = join(packageFolder, 'dist/nodes/SmsGateway/SmsGateway.node.js');
	return {
		smsGateway: await medianOf(host, own, 'SmsGateway'),
		twilio: await medianOf(host, twilio, 'Twilio'),
	};
}
