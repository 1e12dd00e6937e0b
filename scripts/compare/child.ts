/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { Version } from './drive';
import type { Turn } from './turn';

/** One turn after another, as the parent asks for them; nothing of one is left for the next. */
async function main(): Promise<void> {
	// Its folder of n8n goes with it.
	process.on('disconnect', () => process.exit());
	const version = await Version.load(process.argv[2]!);
	let last = Promise.resolve();
	process.on('message', ({ serial, turn }: { serial: number; turn: Turn }) => {
		last = last.then(async () => {
			const seen = await version.see(turn, serial);
			process.send!({ serial, seen });
		});
	});
	process.send!({ ready: true });
}

void main();
