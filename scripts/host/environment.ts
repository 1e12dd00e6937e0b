/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { delimiter, dirname } from 'node:path';
import type { Host } from './ensure-host';

const LOOPBACK = '127.0.0.1,localhost,::1';

/** What a program needs of its surroundings. Everything else, such as the developer's own N8N_* or DB_* settings, stays out. */
const KEPT =
	/^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|TMPDIR|SystemRoot|windir|ComSpec|PATHEXT|LANG|LC_.*|TZ|SSL_CERT_.*|NODE_EXTRA_CA_CERTS|https?_proxy|all_proxy)$/i;

/** The whole environment of an n8n: quiet, on loopback only, calling nobody at home. */
export function hostEnvironment(host: Host, userFolder: string): Record<string, string> {
	const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name));
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		PATH: `${dirname(host.nodeBinary)}${delimiter}${process.env.PATH}`,
		NO_PROXY: LOOPBACK,
		no_proxy: LOOPBACK,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		// For the addresses that it gives out: `localhost` may lead to ::1, where others can listen.
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
		N8N_PYTHON_ENABLED: 'false',
		// Fetches a list from n8n's servers at each start. n8n 1 does not have it, and refuses its name.
		...(host.version.startsWith('2.') ? { N8N_DISABLED_MODULES: 'mcp-registry' } : {}),
		...host.env,
	};
}
