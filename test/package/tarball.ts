/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packPackage } from '../../host';
import { command } from './command';
import { listFiles } from './files';

export interface Tarball {
	/** Folder with the unpacked package. */
	folder: string;
	/** Paths in the package. */
	files: string[];
	/** Bytes of the .tgz. */
	size: number;
	remove(): void;
}

/** Packs what would be published (the built tree, as it is now) and unpacks it. */
export async function packTarball(): Promise<Tarball> {
	const packed = await packPackage();
	const temporary = mkdtempSync(join(tmpdir(), 'sms-gateway-package-'));
	const extracted = command('tar', ['-xzf', packed, '-C', temporary]);
	if (extracted.status !== 0) throw new Error(extracted.output);
	const folder = join(temporary, 'package');
	return {
		folder,
		files: listFiles(folder).map((path) => relative(folder, path).replaceAll('\\', '/')),
		size: statSync(packed).size,
		remove: () => rmSync(temporary, { recursive: true, force: true }),
	};
}
