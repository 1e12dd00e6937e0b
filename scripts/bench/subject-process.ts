/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { runBareScript } from './bare-script';
import { createEngine } from './engine';
import { itemsOf, type Measured, type Setup } from './subject';

/** The highest resident memory so far, in bytes. */
const peak = (): number => process.resourceUsage().maxRSS * 1024;

async function prepare(setup: Setup) {
	const items = itemsOf(setup);
	if (setup.way === 'bareScript') {
		return async () => {
			await runBareScript(setup.baseUrl, items);
			return { executionData: () => 0 };
		};
	}
	const engine = await createEngine(setup);
	return async () => {
		const run = await engine.run(setup.way, items);
		return {
			error: run.data.resultData.error?.message,
			executionData: () => engine.savedBytes(run),
		};
	};
}

/** Measures one way to send once, and tells the parent. */
async function measure(setup: Setup): Promise<Measured> {
	const run = await prepare(setup);
	const before = process.memoryUsage.rss();
	const start = performance.now();
	const { error, executionData } = await run();
	const seconds = (performance.now() - start) / 1000;
	const peakMemory = Math.max(0, peak() - before);
	return { seconds, peakMemory, executionData: error ? 0 : executionData(), error };
}

process.once('message', (setup: Setup) => {
	void measure(setup).then((measured) => process.send!(measured, () => process.disconnect()));
});
