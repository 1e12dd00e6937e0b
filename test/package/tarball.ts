/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from './command';

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
export function packTarball(): Tarball {
	const temporary = mkdtempSync(join(tmpdir(), 'sms-gateway-package-'));
	const packed = command('npm', ['pack', '--json', '--pack-destination', temporary]);
	const [entry] = JSON.parse(packed.stdout) as [
		{ filename: string; size: number; files: Array<{ path: string }> },
	];
	const extracted = command('tar', ['-xzf', join(temporary, entry.filename), '-C', temporary]);
	if (extracted.status !== 0) throw new Error(extracted.output);
	return {
		folder: join(temporary, 'package'),
		files: entry.files.map(({ path }) => path).sort(),
		size: entry.size,
		remove: () => rmSync(temporary, { recursive: true, force: true }),
	};
}
