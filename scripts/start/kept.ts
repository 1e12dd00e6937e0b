/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { jwtDecode } from 'jwt-decode';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { linkCredential, readExamples, sandboxCredential } from '../examples';
import type { Instance, NewCredential, Owner } from '../host';

/** What an n8n of `npm start` keeps from one start to the next, beside its database. */
export interface Kept {
	/** The account, for this machine only. */
	owner: Owner;
	/** Signs the tokens of the sandbox. */
	sandboxSecret: string;
	/** The credential as it was imported last. */
	credential?: ReturnType<typeof sandboxCredential>;
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

const ONE_MONTH_IN_SECONDS = 30 * 24 * 60 * 60;

/**
 * Imports what is missing: an example once, so that edits to it survive; the credential when the
 * sandbox has another address or secret, or its token expires soon. Each import starts an n8n.
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
	if (!isStillValid(kept, sandbox))
		credentials.push((kept.credential = sandboxCredential(sandbox)));
	// Once: the links in SMS that were sent need its secret.
	if (kept.examples.length === 0) credentials.push(linkCredential());
	if (credentials.length > 0) await instance.importCredentials(credentials);
	if (missing.length > 0) await instance.importWorkflows(missing);
	kept.examples = examples.map(({ id }) => id);
	writeKept(instance.userFolder, kept);
}

function isStillValid({ credential }: Kept, { baseUrl }: Sandbox): boolean {
	if (credential?.data.baseUrl !== baseUrl) return false;
	const { exp = 0 } = jwtDecode(credential.data.accessToken);
	return exp > Date.now() / 1000 + ONE_MONTH_IN_SECONDS;
}
