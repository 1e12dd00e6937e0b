import type { Result } from './measure';
import { recipientsOf, type Report } from './report';
import { SEND_CONCURRENCY, type Way } from './subject';

export interface Aim {
	aim: string;
	measured: string;
	met: boolean;
}

const LARGEST_TARBALL = 300_000;

/** Holds a report against what was aimed at; what was not measured is left out. */
export function aimsOf({ results, real, loadTime, pool, readingTime, tarball }: Report): Aim[] {
	const find = (way: Way, recipients: number): Result | undefined =>
		results.find(
			(result) =>
				result.way === way && recipientsOf(result) === recipients && result.error === undefined,
		);
	const aims: Aim[] = [];
	const atLeast = (aim: string, least: number, ratio: number, unit = ' times') =>
		aims.push({ aim, measured: `${ratio.toFixed(1)}${unit}`, met: ratio >= least });
	const atMost = (aim: string, most: number, ratio: number, unit = ' times') =>
		aims.push({ aim, measured: `${ratio.toFixed(2)}${unit}`, met: ratio <= most });
	const compare = (
		one: Result | undefined,
		other: Result | undefined,
		add: (ratio: number) => void,
	) => one && other && add(one.seconds / other.seconds);

	compare(find('httpRequest', 10_000), find('bulkSend', 10_000), (ratio) =>
		atLeast('Bulk Send of 10,000: at least 10 times faster than the HTTP Request node', 10, ratio),
	);
	compare(find('itemByItem', 10_000), find('bulkSend', 10_000), (ratio) =>
		atLeast('Bulk Send of 10,000: at least 100 times faster than item by item', 100, ratio),
	);
	compare(find('bulkSend', 100_000), find('bareScript', 100_000), (ratio) =>
		atMost('Bulk Send of 100,000: at most 1.5 times the bare script', 1.5, ratio),
	);
	compare(find('send', 1000), find('httpRequest', 1000), (ratio) =>
		atMost(
			`Send of 1,000: as fast as the HTTP Request node, with ${SEND_CONCURRENCY} connections at once`,
			1,
			ratio,
		),
	);
	const [small, large] = [find('bulkSendSummary', 1000), find('bulkSendSummary', 1_000_000)];
	if (small && large) {
		atMost(
			'Time per recipient from 1,000 to 1,000,000: at most 1.3 times',
			1.3,
			large.seconds / 1e6 / (small.seconds / 1e3),
		);
		const middle = find('bulkSendSummary', 100_000);
		if (middle) {
			atMost(
				'Memory per recipient from 100,000 to 1,000,000: no more',
				1,
				large.peakMemory / 1e6 / (middle.peakMemory / 1e5),
			);
		}
	}
	const inReal = (way: Way, items: number) =>
		real.find((one) => one.way === way && one.items === items)?.seconds;
	const [http, bulk] = [inReal('httpRequest', 10_000), inReal('bulkSend', 10_000)];
	if (http !== undefined && bulk !== undefined) {
		atLeast('Bulk Send of 10,000 in a real n8n: at least 10 times faster', 10, http / bulk);
	}
	const [single, send] = [inReal('httpRequest', 1000), inReal('send', 1000)];
	if (single !== undefined && send !== undefined) {
		atMost('Send of 1,000 in a real n8n: as fast', 1, send / single);
	}
	atMost('Concurrency of 2,000: at most 2 times the processor time of 20', 2, pool);
	atMost('Loading when n8n starts: under 3 ms', 3, loadTime.smsGateway, ' ms');
	atMost('Reading 100,000 usual numbers: under 0.5 s', 0.5, readingTime.usual, ' s');
	atMost('Reading 100,000 odd spellings: under 3 s', 3, readingTime.odd, ' s');
	atMost('Countries and clocks of 100,000 recipients: under 1 s', 1, readingTime.judging, ' s');
	atMost('Tarball: under 300 kB', LARGEST_TARBALL / 1000, tarball / 1000, ' kB');
	return aims;
}
