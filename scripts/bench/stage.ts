/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT, type Host } from '../host';

export interface Stage {
	/** The built package, with the host's own n8n-workflow as n8n lends it to community nodes. */
	packageFolder: string;
	/** An empty home for n8n. */
	homeFolder: string;
	remove(): void;
}

/** Copies what is built, so that a build in between changes no measurement. */
export function stagePackage(host: Host, project = PROJECT): Stage {
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-bench-'));
	const packageFolder = join(folder, 'package');
	const homeFolder = join(folder, 'home');
	mkdirSync(join(packageFolder, 'node_modules'), { recursive: true });
	mkdirSync(homeFolder);
	for (const part of ['dist', 'package.json']) {
		cpSync(join(project, part), join(packageFolder, part), { recursive: true });
	}
	symlinkSync(
		join(host.folder, 'node_modules', 'n8n-workflow'),
		join(packageFolder, 'node_modules', 'n8n-workflow'),
	);
	return {
		packageFolder,
		homeFolder,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
