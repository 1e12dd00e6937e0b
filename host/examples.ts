/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, type Workflow } from './index';

const FOLDER = join(PROJECT, 'examples');

/** A workflow of the examples folder. */
export type Example = Workflow & { file: string };

/** Where the examples' notes link the inbox. */
const INBOX = 'http://127.0.0.1:3030';

/** The first lines of a note, for those who have to choose a credential of their own. */
const CHOOSE_FIRST = /(?<=## Try it\\n\\n)\*\*Choose your credential.*?\\n\\n/;

/** All workflows of the examples folder, in the order of their file names. */
export function readExamples(inbox?: string): Example[] {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => readExample(file, inbox, inbox !== undefined));
}

/** One workflow by its file name, such as `bulk-send.json`, with links to the inbox where it is. */
export function readExample(file: string, inbox = INBOX, isChosen = false): Example {
	const written = readFileSync(join(FOLDER, file), 'utf8').replaceAll(INBOX, inbox);
	const text = isChosen ? written.replace(CHOOSE_FIRST, '') : written;
	return { ...(JSON.parse(text) as Workflow), file };
}

/** The credential that the examples name, for a gateway at this address. */
export const sandboxCredential = ({ baseUrl, token }: { baseUrl: string; token: string }) => ({
	id: 'sms-gateway-sandbox',
	name: 'SMS Gateway (sandbox)',
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: token, allowInsecureHttp: false },
});

/** Signs the links of opt-out-by-link.json, with a secret that is new each time. */
export const linkCredential = () => ({
	id: 'sms-gateway-opt-out',
	name: 'Opt-out links',
	type: 'crypto',
	data: { hmacSecret: randomBytes(32).toString('hex') },
});
