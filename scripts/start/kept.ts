/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '../host';

/** What an n8n of `npm start` keeps from one start to the next, beside its database. */
export interface Kept {
	/** The account, for this machine only. */
	owner: Owner;
	/** Signs the tokens of the sandbox. */
	sandboxSecret: string;
	/** The credential as it was imported last. */
	credential?: { id: string; name: string; type: string; data: Record<string, unknown> };
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
