/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { linkCredential, readExamples, sandboxCredential } from '../../host/examples';
import type { Instance, NewCredential, Owner } from '../../host';

/** What an n8n of `npm start` keeps from one start to the next, beside its database. */
export interface Kept {
	/** The account, for this machine only. */
	owner: Owner;
	/** Signs the tokens of the sandbox. */
	sandboxSecret: string;
	/** Of the sandbox, as the credential that was imported last has it. */
	baseUrl?: string;
	/** The ids of the examples that were imported. */
	examples: string[];
}

const fileIn = (userFolder: string) => join(userFolder, 'npm-start.json');

/** Made up at the first start, then read. */
export function readKept(userFolder: string): Kept {
	const file = fileIn(userFolder);
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Kept;
	const password = `Sms-7${randomBytes(6).toString('hex')}`;
	const kept: Kept = {
		owner: { email: 'owner@example.com', password },
		sandboxSecret: randomBytes(32).toString('hex'),
		examples: [],
	};
	mkdirSync(userFolder, { recursive: true, mode: 0o700 });
	writeKept(userFolder, kept);
	return kept;
}

export function writeKept(userFolder: string, kept: Kept): void {
	writeFileSync(fileIn(userFolder), JSON.stringify(kept, null, '\t'), { mode: 0o600 });
}

/**
 * Imports what is missing: an example once, so that edits to it survive; the credential when the
 * sandbox has another address. Each import starts an n8n.
 */
export async function importMissing(
	instance: Instance,
	sandbox: Sandbox,
	kept: Kept,
	onProgress: (step: string) => void,
) {
	const examples = readExamples(sandbox.url);
	const missing = examples.filter(({ id }) => !kept.examples.includes(id));
	if (missing.length > 0) onProgress('Importing the credential and the example workflows');
	const credentials: Array<NewCredential & { id: string }> = [];
	if (kept.baseUrl !== sandbox.baseUrl) credentials.push(sandboxCredential(sandbox));
	// Once: the links in SMS that were sent need its secret.
	if (kept.examples.length === 0) credentials.push(linkCredential());
	if (credentials.length > 0) await instance.importCredentials(credentials);
	if (missing.length > 0) await instance.importWorkflows(missing);
	writeKept(instance.userFolder, {
		...kept,
		baseUrl: sandbox.baseUrl,
		examples: examples.map(({ id }) => id),
	});
}
