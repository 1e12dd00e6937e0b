import { itemsOf } from '../../../host';
import { magicNumber } from '../../../sandbox';
import { campaign, NODE, people } from '../support/campaign';
import { onceEach, sharedN8n, textsOf } from '../support/served';

// The bounds, counted by the requests that the service received.

const HTTP_400 = magicNumber('0400');
const HTTP_200 = magicNumber('7001');
const REFUSED = [HTTP_400, magicNumber('0413'), magicNumber('0422'), HTTP_200];

/** The list with others in the place of some, which are spread over it. */
function withRefused(count: number, refused: readonly string[]): string[] {
	const list = people(count);
	refused.forEach((one, index) => {
		list[Math.floor(((index + 0.37) * count) / refused.length)] = one;
	});
	return list;
}

const PACES = {
	'one after the other': { concurrency: 1 },
	'at the same time': { concurrency: 5 },
	'at a rate': { requestsPerSecond: 50 },
};
const SAFEGUARDS = {
	'without keys': {},
	'with keys': { deduplicationKey: '={{ $execution.id }}' },
	'with Check Balance': { checkBalance: true },
};

describe('a refused request', () => {
	const n8n = sharedN8n();
	async function send(phones: string[], options: object, safeguards: object) {
		const bulk = { operation: 'bulkSend', recipients: '={{ $json.phone }}', options, safeguards };
		const run = await n8n.run(campaign(phones, { onError: 'continueRegularOutput' }, bulk));
		const statuses = itemsOf(run, NODE).map(({ json }) => json.status);
		const sends = n8n.sandbox.requests().filter(({ path }) => path.includes('send'));
		return { statuses, requests: sends.length };
	}

	describe.each(Object.entries(SAFEGUARDS))('%s', (_, safeguards) => {
		it.each(Object.entries(PACES))('is divided, %s', async (__, options) => {
			for (const refused of [HTTP_400, HTTP_200]) {
				n8n.sandbox.reset();
				const phones = withRefused(100, [refused]);
				const { statuses, requests } = await send(phones, options, safeguards);
				expect(textsOf(n8n.sandbox)).toStrictEqual(
					onceEach(phones.filter((one) => one !== refused)),
				);
				expect(statuses).toStrictEqual(
					phones.map((one) => (one === refused ? 'rejected' : 'accepted')),
				);
				expect(requests).toBeLessThanOrEqual(20);
			}
			for (const batchSize of [100, 300]) {
				n8n.sandbox.reset();
				const phones = withRefused(300, REFUSED);
				const four = await send(phones, { ...options, batchSize }, safeguards);
				expect(textsOf(n8n.sandbox)).toStrictEqual(
					onceEach(phones.filter((one) => !REFUSED.includes(one))),
				);
				expect(four.requests).toBeLessThanOrEqual(60);
			}
		});
	});

	it('is cheap where there is no credit: three for the first, one for each later one', async () => {
		for (const concurrency of [1, 5]) {
			n8n.sandbox.setBalance(0);
			const { statuses, requests } = await send(people(500), { concurrency }, {});
			expect(new Set(statuses)).toStrictEqual(new Set(['rejected']));
			expect(requests).toBe(5 + 3 + 4);
			n8n.sandbox.reset();
		}
	});

	it('uses up what credit there is', async () => {
		n8n.sandbox.setBalance(250);
		const { statuses, requests } = await send(people(1_000), { concurrency: 1 }, {});
		expect(statuses.filter((one) => one === 'accepted')).toHaveLength(250);
		expect(Object.keys(textsOf(n8n.sandbox))).toHaveLength(250);
		expect(requests).toBeLessThanOrEqual(50);
	});
});
