/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npm } from './npm';

/** The checkout. */
export const PROJECT = resolve(__dirname, '../..');

/**
 * Packs what `npm run build` left in dist/ into a tarball, as it would be published.
 * Returns its path, in a temporary folder that lives as long as this process.
 */
export async function packPackage(project = PROJECT): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const { stdout } = await npm(
		['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${folder}`],
		{ cwd: project },
	);
	const packed: unknown = JSON.parse(stdout);
	// npm 12 answers with an object keyed by package, earlier ones with an array.
	const [first] = Object.values(packed as Record<string, { filename: string }>);
	if (first === undefined) throw new Error(`npm pack named no file: ${stdout}`);
	return join(folder, first.filename);
}
