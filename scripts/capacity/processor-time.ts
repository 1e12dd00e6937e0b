/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10;

/** The processor time so far of every process whose command line matches, in milliseconds. Linux only. */
export function processorTimeOf(pattern: RegExp): number {
	let ticks = 0;
	for (const pid of readdirSync('/proc')) {
		if (!/^\d+$/.test(pid)) continue;
		try {
			if (!pattern.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')))
				continue;
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			// The name in brackets may hold anything; utime and stime are the 12th and 13th field after it.
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			ticks += Number(fields[11]) + Number(fields[12]);
		} catch {
			// It has ended meanwhile.
		}
	}
	return ticks * MILLISECONDS_PER_TICK;
}
