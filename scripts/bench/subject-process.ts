/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createEngine } from './engine';
import {
	BATCH_SIZE,
	BULK_CONCURRENCY,
	MESSAGE,
	SENDER,
	itemsOf,
	type Measured,
	type Setup,
} from './ways';

/** The highest resident memory so far, in bytes. */
const peak = (): number => process.resourceUsage().maxRSS * 1024;

type Items = ReadonlyArray<{ phone: string }>;
type Ended = { executionData: () => number; error?: string };

async function senderOf(setup: Setup): Promise<(items: Items) => Promise<Ended>> {
	if (setup.way === 'bareScript') {
		return async (items) => {
			await runBareScript(setup.baseUrl, items);
			return { executionData: () => 0 };
		};
	}
	const engine = await createEngine(setup);
	return async (items) => {
		const run = await engine.run(setup.way, items);
		return {
			executionData: () => engine.savedBytes(run),
			error: run.data.resultData.error?.message,
		};
	};
}

/** A server has run before: what is loaded and compiled once is not part of a campaign. */
const WARM_UP = { items: 50, recipientsPerItem: 1 };

/** Measures one way to send once, in two steps, so that the parent can count the second alone. */
async function measure(setup: Setup): Promise<void> {
	const send = await senderOf(setup);
	await send(itemsOf({ ...setup, ...WARM_UP }));
	const items = itemsOf(setup);
	process.send!('ready');
	await once(process, 'message');

	const before = process.memoryUsage.rss();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { error, executionData } = await send(items);
	const seconds = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	const peakMemory = Math.max(0, peak() - before);
	const bytes = error ? 0 : executionData();
	const cpuSeconds = (user + system) / 1e6;
	const measured: Measured = { seconds, cpuSeconds, peakMemory, executionData: bytes, error };
	process.send!(measured, () => process.exit());
}

const agent = new Agent({ keepAlive: true, maxSockets: BULK_CONCURRENCY });

const post = (url: string, body: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer bench' };
		const sent = request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', resolve);
		});
		sent.once('error', reject).end(body);
	});

/** The physical limit: the same batches, as many at once, over kept connections, and nothing else. */
async function runBareScript(
	baseUrl: string,
	items: ReadonlyArray<{ phone: string }>,
): Promise<void> {
	const recipients = items.flatMap(({ phone }) => phone.split('|'));
	let next = 0;
	const worker = async () => {
		while (next < recipients.length) {
			const batch = recipients.slice(next, (next += BATCH_SIZE));
			const body = { sender_id: SENDER, recipients: batch.join('|'), message: MESSAGE };
			await post(`${baseUrl}/sms/bulk/send`, JSON.stringify(body));
		}
	};
	await Promise.all(Array.from({ length: BULK_CONCURRENCY }, worker));
	agent.destroy();
}

process.once('message', (setup: Setup) => void measure(setup));
