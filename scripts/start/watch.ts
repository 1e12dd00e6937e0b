/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { cpSync, existsSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, rebuild } from '../host';

const WATCHED = ['credentials', 'icons', 'nodes'];
/** An editor saves a file in several steps, and a branch switch changes many. */
const QUIET_FOR_MS = 100;

/**
 * Rebuilds at each change and copies the result over the installed package, whose folder n8n
 * watches (N8N_DEV_RELOAD). n8n never sees a build that is half done.
 */
export function watchSources(userFolder: string, print: (line: string) => void) {
	const installed = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-sms-gateway/dist');
	let timer: NodeJS.Timeout | undefined;
	// The first build takes the longest, and nothing else is to do now.
	let building = rebuild().catch(() => {});

	async function update(file: string): Promise<void> {
		const began = performance.now();
		try {
			await rebuild();
			// Only what differs: n8n reloads once, not once for each file.
			cpSync(join(PROJECT, 'dist'), installed, { recursive: true, filter: differs });
			print(`Rebuilt after a change of ${file} (${Math.round(performance.now() - began)} ms)`);
		} catch (error) {
			print((error as Error).message);
		}
	}

	const changed = (file: string) => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			// One after the other: two builds would write the same files.
			building = building.then(() => update(file));
		}, QUIET_FOR_MS);
	};
	const watchers = WATCHED.map((folder) =>
		watch(join(PROJECT, folder), { recursive: true }, (_event, file) =>
			changed(join(folder, file ?? '')),
		),
	);
	return {
		close: async () => {
			clearTimeout(timer);
			for (const watcher of watchers) watcher.close();
			await building;
		},
	};
}

const differs = (from: string, to: string): boolean =>
	!existsSync(to) || statSync(from).isDirectory() || !readFileSync(from).equals(readFileSync(to));
