import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, send, slowly } from '../run';

describe('an option that cannot be', () => {
	it.each<[string, unknown, string]>([
		['batchSize', 0, 'Batch Size must be a whole number of 1 or more, not "0".'],
		['batchSize', 2.5, 'Batch Size must be a whole number of 1 or more, not "2.5".'],
		['concurrency', -1, 'Concurrency must be a whole number from 1 to 10000, not "-1".'],
		['maxSms', 'many', 'Maximum SMS must be a whole number of 0 or more, not "many".'],
		['maxAttempts', 0, 'Maximum Attempts must be a whole number of 1 or more, not "0".'],
		['output', 'xml', 'Output must be recipients or summary, not "xml".'],
		['requestsPerSecond', -5, 'Requests per Second must be a number of 0 or more, not "-5".'],
		['timeout', 0, 'Timeout must be a number from 0.001 to 86400, not "0".'],
		['timeout', 1e9, 'Timeout must be a number from 0.001 to 86400, not "1000000000".'],
		['uncertain', 'maybe', 'Uncertain Outcome must be doNotResend or resend, not "maybe".'],
		['unitsPerSms', true, 'Units per SMS must be a number of 0 or more, not "true".'],
		['defaultCountry', 'Atlantis', 'Default Country "Atlantis" is not known.'],
		['excludedRecipients', '={{ $json.optOuts }}', 'option Excluded Recipients came to nothing.'],
		['maxSms', '={{ $json.limit }}', 'option Maximum SMS came to nothing.'],
		['excludedRecipients', '22997000001, nobody', 'Excluded Recipients: "nobody"'],
	])('sends nothing and is named: %s %p', async (name, value, message) => {
		const service = gateway();
		const { error } = await bulkSend({ items: people(2), options: { [name]: value as never } });

		expect(error!.message).toContain(message);
		expect(error!.description).toBe('Nothing was sent.');
		expect(service.requests).toEqual([]);
	});
});

it('takes a number that an expression gives as text, and an empty option as not set', async () => {
	const service = gateway().bulk(accepted);
	const options = { batchSize: '={{ "2" }}', concurrency: '', timeout: null as never };
	await bulkSend({ items: people(4), options });

	expect(service.requests).toHaveLength(2);
});

it.each([1, 3])('keeps to a concurrency of %i', async (concurrency) => {
	const service = gateway().send(slowly);
	await send({ items: people(9), options: { concurrency } });

	expect(service.requests).toHaveLength(9);
	expect(service.mostAtOnce).toBe(concurrency);
});

it('starts no more requests per second than allowed', async () => {
	const arrived: number[] = [];
	gateway().send(() => {
		arrived.push(Date.now());
		return accepted;
	});
	await send({ items: people(5), options: { requestsPerSecond: 20 } });

	expect(arrived[4]! - arrived[0]!).toBeGreaterThanOrEqual(4 * 50 - 15);
});

it('tries as often as allowed', async () => {
	const service = gateway().send({ status: 429, headers: { 'retry-after': '0' } });
	await send({ items: people(1), options: { maxAttempts: 4 } });

	expect(service.requests).toHaveLength(4);
});

// 32.3 * 1000 is no whole number of milliseconds, which a timer would refuse.
it.each([32.3, 0.0701])('takes a timeout of %p s', async (timeout) => {
	gateway().send(accepted);
	const result = await send({ items: people(1), options: { timeout } });

	expect(all(result, 'status')).toEqual(['accepted']);
});

it('reads national numbers of the default country, and only those', async () => {
	const service = gateway().send(accepted);
	const items = [{ phone: '06 12 34 56 78' }, { phone: '+229 01 97 00 00 00' }];
	await send({ items, options: { defaultCountry: 'FR' } });

	expect(service.recipients).toEqual(['33612345678', '2290197000000']);
});

it('never texts an excluded number, however it is spelt', async () => {
	const service = gateway().bulk(accepted);
	const options = { excludedRecipients: '={{ ["+229 97 00 00 00", 22997000002] }}' };
	const result = await bulkSend({ items: people(3), options });

	expect(service.recipients).toEqual([phones(2)[1]]);
	expect(all(result, 'reason')).toEqual(['excluded', 'accepted', 'excluded']);
	expect(all(result, 'status')).toEqual(['skipped', 'accepted', 'skipped']);
});

it('makes no request where everybody is excluded', async () => {
	gateway();
	const { items, status } = await send({
		items: people(1),
		options: { excludedRecipients: phones(1)[0] },
	});

	expect(status).toBe('success');
	expect(items).toHaveLength(1);
});
