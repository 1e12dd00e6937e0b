/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'n8n-nodes-sms-gateway';

const PRIVATE = 0o700;

/** Where downloads live: outside the checkout, so that clones share them and `git clean` spares them. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
	const folder =
		env.SMS_GATEWAY_CACHE ??
		(env.XDG_CACHE_HOME ? join(env.XDG_CACHE_HOME, NAME) : join(homedir(), '.cache', NAME));
	// It holds programs that are run, and accounts: for this user alone.
	mkdirSync(folder, { recursive: true, mode: PRIVATE });
	chmodSync(folder, PRIVATE);
	return folder;
}
