/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Node.js writes its samples into this folder as it ends. */
export interface Profiler {
	/** For the environment of what is measured. */
	nodeOptions: string;
	/** Milliseconds of processor time, of the process that took most. */
	read(): ProcessorTime;
	remove(): void;
}

export interface ProcessorTime {
	/** In the scripts of this package. */
	own: number;
	/** In those of n8n, of Node.js and of what both use. */
	others: number;
}

interface CpuProfile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string } }>;
	samples: number[];
	/** Microseconds before each sample. */
	timeDeltas: number[];
}

const OWN = /\/n8n-nodes-sms-gateway\/dist\//;
const WAITS = new Set(['(idle)', '(program)']);

function timeOf({ nodes, samples, timeDeltas }: CpuProfile): ProcessorTime {
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const time = { own: 0, others: 0 };
	samples.forEach((id, index) => {
		const { functionName, url } = frames.get(id)!;
		if (WAITS.has(functionName)) return;
		time[OWN.test(url) ? 'own' : 'others'] += timeDeltas[index]! / 1000;
	});
	return time;
}

const total = ({ own, others }: ProcessorTime): number => own + others;

export function startProfiler(): Profiler {
	const folder = mkdtempSync(join(tmpdir(), 'profile-'));
	return {
		nodeOptions: `--cpu-prof --cpu-prof-dir=${folder}`,
		read() {
			const times = readdirSync(folder).map((file) =>
				timeOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile),
			);
			return times.sort((one, other) => total(other) - total(one))[0]!;
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
