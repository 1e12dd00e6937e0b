/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */

const used = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};

/** Milliseconds of processor time: a busy machine takes little of it away, and a lot of seconds. */
export function processorTime(work: () => unknown): number {
	const before = used();
	work();
	return used() - before;
}

export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
	const before = used();
	await work();
	return used() - before;
}
