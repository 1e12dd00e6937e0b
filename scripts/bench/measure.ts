import { answerOf, startChild } from './child';
import type { Counts } from './service';
import type { Measured, Setup, Subject } from './subject';

export type Result = Subject & Measured & Counts;

export interface BenchOptions {
	nodeBinary: string;
	hostFolder: string;
	packageFolder: string;
	/** Milliseconds before each response of the service. */
	latency: number;
	/** Folder that the engine may keep its settings in. */
	homeFolder: string;
	/** For the measured process, such as --cpu-prof. */
	nodeArgs?: string[];
}

export interface Bench {
	baseUrl: string;
	measure(subject: Subject): Promise<Result>;
	/** What the service has counted since it was last asked. */
	counts(): Promise<Counts>;
	close(): void;
}

/** Starts the service; each measurement then has a process of its own and the service for itself. */
export async function startBench(options: BenchOptions): Promise<Bench> {
	const { nodeBinary, hostFolder, packageFolder, homeFolder, latency, nodeArgs } = options;
	const service = startChild('service.ts', { nodeBinary, args: [String(latency)] });
	const { port } = await answerOf<{ port: number }>(service);
	const baseUrl = `http://127.0.0.1:${port}`;

	const counts = async () => {
		const answer = answerOf<Counts>(service);
		service.send('counts');
		return await answer;
	};

	return {
		baseUrl,
		counts,
		async measure(subject) {
			const child = startChild('subject-process.ts', {
				nodeBinary,
				nodeArgs: ['--max-old-space-size=8192', ...(nodeArgs ?? [])],
				env: { N8N_USER_FOLDER: homeFolder, N8N_LOG_LEVEL: 'silent' },
			});
			const setup: Setup = { ...subject, baseUrl, hostFolder, packageFolder };
			child.send(setup);
			await answerOf(child);
			await counts();
			child.send('go');
			const measured = await answerOf<Measured>(child);
			return { ...subject, ...measured, ...(await counts()) };
		},
		close: () => service.kill(),
	};
}
