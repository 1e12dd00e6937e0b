import { measure } from '../../scripts/bench/measure';

const recipients = 10_000;

/** The two aims of docs/benchmarks.md that a change is most likely to miss; a ratio holds on any machine. */
describe('10,000 recipients in a real n8n', () => {
	it('take Bulk Send a tenth of the time of the HTTP Request node, or less', async () => {
		const [bulkSend, httpRequest] = await measure([
			{ way: 'bulkSend', recipients, times: 3 },
			{ way: 'httpRequest', recipients },
		]);

		expect(httpRequest!.seconds / bulkSend!.seconds).toBeGreaterThanOrEqual(10);
	});

	it('take with deduplication keys at most 1.25 times as long as without', async () => {
		const [without, keyed] = await measure([
			{ way: 'bulkSend', recipients, latency: 50, times: 3 },
			{ way: 'bulkSendKeyed', recipients, latency: 50, times: 3 },
		]);

		expect(keyed!.seconds / without!.seconds).toBeLessThanOrEqual(1.25);
	});
});
