/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, type Workflow } from './host';

const FOLDER = join(PROJECT, 'examples');

/** A workflow of the examples folder. */
export type Example = Workflow & { file: string };

/** All workflows of the examples folder, in the order of their file names. */
export function readExamples(): Example[] {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
	return files.sort().map(readExample);
}

/** One workflow by its file name, such as `bulk-send.json`. */
export function readExample(file: string): Example {
	const workflow = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
	return { ...workflow, file };
}

/** The credential that the examples name, for a gateway at this address. */
export const sandboxCredential = ({ baseUrl, token }: { baseUrl: string; token: string }) => ({
	id: 'sms-gateway-sandbox',
	name: 'SMS Gateway (sandbox)',
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: token, allowInsecureHttp: false },
});
