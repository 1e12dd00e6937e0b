import { startBench } from '../../scripts/bench/processes';
import { measureInRealN8n } from '../../scripts/bench/real-n8n';
import type { Way } from '../../scripts/bench/ways';
import { ensureHost } from '../../scripts/host';

const RECIPIENTS = 10_000;

/** Seconds of each way, the best of so many times, in turns: what else the machine does concerns them alike. */
async function secondsOf<Name extends Way>(
	times: Record<Name, number>,
	latency: number,
): Promise<Record<Name, number>> {
	const ways = Object.entries<number>(times) as Array<[Name, number]>;
	const rounds = [...Array(Math.max(...ways.map(([, count]) => count))).keys()];
	const runs = rounds.flatMap((round) =>
		ways.flatMap(([way, count]): Array<[Way, number]> =>
			round < count ? [[way, RECIPIENTS]] : [],
		),
	);
	const host = await ensureHost();
	const bench = await startBench(host, latency);
	try {
		const results = await measureInRealN8n(host, bench.baseUrl, runs);
		const best = (name: Name) =>
			Math.min(...results.flatMap(({ way, seconds }) => (way === name ? [seconds] : [])));
		return Object.fromEntries(ways.map(([way]) => [way, best(way)])) as Record<Name, number>;
	} finally {
		bench.close();
	}
}

/** The two aims of docs/benchmarks.md that a change is most likely to miss; a ratio holds on any machine. */
describe('10,000 recipients in a real n8n', () => {
	it('take Bulk Send a tenth of the time of the HTTP Request node, or less', async () => {
		const { bulkSend, httpRequest } = await secondsOf({ bulkSend: 3, httpRequest: 1 }, 20);

		expect(httpRequest / bulkSend).toBeGreaterThanOrEqual(10);
	});

	it('take with deduplication keys at most 1.25 times as long as without', async () => {
		const { bulkSend, bulkSendKeyed } = await secondsOf({ bulkSend: 3, bulkSendKeyed: 3 }, 50);

		expect(bulkSendKeyed / bulkSend).toBeLessThanOrEqual(1.25);
	});
});
