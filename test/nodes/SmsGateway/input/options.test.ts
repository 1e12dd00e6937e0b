import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, send, slowly } from '../run';

it.each([
	['options', { batchSize: '={{ $json.phone.slice(1) }}x' }],
	['safeguards', { maxSms: '={{ $json.secret }}' }],
	['safeguards', { sendWindow: { window: { from: '={{ $json.secret }}' } } }],
	['safeguards', { allowedCountries: '={{ [$json.secret] }}' }],
	['options', { defaultCountry: '={{ $json.secret }}' }],
	['safeguards', { excludedRecipients: '={{ $json.secret }}' }],
])(
	'keeps the value of an item out of the message, which goes into a log: %s %j',
	async (list, values) => {
		const service = gateway();
		const items = people(2).map((person) => ({ ...person, secret: 'diagnosis' }));
		const { error } = await bulkSend({ items, [list]: values });

		expect(error!.message).not.toMatch(/diagnosis|290197/);
		expect(service.requests).toStrictEqual([]);
	},
);

it.each([1, 3])('keeps to a concurrency of %i', async (concurrency) => {
	const service = gateway().send(slowly);
	await send({ items: people(9), options: { concurrency } });
	expect(service.mostAtOnce).toBe(concurrency);
});

// From before the first start: how long that takes to arrive differs, and would shorten the rest.
it('starts no more requests per second than allowed', async () => {
	let arrived = 0;
	gateway().send(() => {
		arrived = Date.now();
		return accepted;
	});
	const before = Date.now();
	await send({ items: people(11), options: { requestsPerSecond: 20 } });
	expect(arrived - before).toBeGreaterThanOrEqual(10 * 50);
});

// 32.3 * 1000 is no whole number of milliseconds, which a timer would refuse.
it('takes a timeout of 32.3 s', async () => {
	gateway().send(accepted);
	const result = await send({ items: people(1), options: { timeout: 32.3 } });
	expect(all(result, 'status')).toStrictEqual(['accepted']);
});
