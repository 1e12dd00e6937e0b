/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm';

/**
 * Puts a packed package where n8n looks for community nodes, the way its documentation tells users
 * to: `npm install` in `.n8n/nodes`. Replaces an earlier version. Needs no network.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	const manifest = join(nodes, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, '{"name":"installed-nodes","private":true}');
	const copy = join(nodes, 'package-under-test.tgz');
	copyFileSync(tarball, copy);
	rmSync(join(nodes, 'node_modules', 'n8n-nodes-sms-gateway'), { recursive: true, force: true });
	// n8n lends its own n8n-workflow to community nodes, so the peer is not installed again.
	await npm(
		[
			'install',
			copy,
			'--ignore-scripts',
			'--legacy-peer-deps',
			'--no-package-lock',
			'--no-audit',
			'--no-fund',
			'--loglevel=error',
		],
		{ cwd: nodes },
	);
}
