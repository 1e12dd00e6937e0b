import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, send, slowly } from '../run';

describe.each([
	['safeguards', 'Price of One SMS', { unitsPerSms: true }, 'a number of 0 or more, not "true"'],
	['safeguards', 'Max SMS', { maxSms: 'many' }, 'a whole number of 1 or more, not "many"'],
	['safeguards', 'Check Balance', { checkBalance: 'yes' }, 'true or false, not "yes"'],
	['options', 'Batch Size', { batchSize: 0 }, 'a whole number of 1 or more, not "0"'],
	['options', 'Batch Size', { batchSize: 2.5 }, 'a whole number of 1 or more, not "2.5"'],
	['options', 'Concurrency', { concurrency: -1 }, 'a whole number from 1 to 10000, not "-1"'],
	['options', 'Max Attempts', { maxAttempts: 0 }, 'a whole number of 1 or more, not "0"'],
	['options', 'Output', { output: 'xml' }, 'recipients or summary, not "xml"'],
	['options', 'Requests per Second', { requestsPerSecond: -5 }, 'a number of 0 or more, not "-5"'],
	['options', 'Timeout', { timeout: 0 }, 'a number from 0.001 to 86400, not "0"'],
	['options', 'Timeout', { timeout: 1e9 }, 'a number from 0.001 to 86400, not "1000000000"'],
	[
		'options',
		'If Outcome Is Unknown',
		{ uncertain: 'maybe' },
		'doNotResend or resend, not "maybe"',
	],
])('%s: %s', (list, label, values, what) => {
	it(`sends nothing and is named: ${JSON.stringify(values)}`, async () => {
		const service = gateway();
		const { error } = await bulkSend({ items: people(2), [list]: values });

		expect(error!.message).toBe(`'${label}' must be ${what}.`);
		expect(error!.description).toBe('Nothing was sent.');
		expect(service.requests).toEqual([]);
	});
});

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
		expect(service.requests).toEqual([]);
	},
);

it.each([
	[{ maxSms: '={{ $json.limit }}' }, 'Max SMS'],
	[{ excludedRecipients: '={{ $json.optOuts }}' }, 'Excluded Recipients'],
])('sends nothing where an expression fails: %j', async (safeguards, label) => {
	const service = gateway();
	const { error } = await bulkSend({ items: people(2), safeguards });

	expect(error!.message).toBe(
		`The expression of '${label}' returned no value. Fix the expression or remove the option.`,
	);
	expect(service.requests).toEqual([]);
});

it.each([
	['options', { defaultCountry: 'Atlantis' }, `such as FR. It is "Atlantis".`],
	[
		'safeguards',
		{ excludedRecipients: '2290197000001, nobody' },
		`'Excluded Recipients' contains a number that cannot be read. "nobody"`,
	],
])('sends nothing where a value has no meaning: %s %j', async (list, values, message) => {
	const service = gateway();
	const { error } = await bulkSend({ items: people(2), [list]: values });

	expect(`${error!.message} ${error!.description}`).toContain(message);
	expect(service.requests).toEqual([]);
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

// From before the first start: how long that takes to arrive differs, and would shorten the rest.
it('starts no more requests per second than allowed', async () => {
	let arrived = 0;
	gateway().send(() => {
		arrived = Date.now();
		return accepted;
	});
	const before = Date.now();
	await send({ items: people(16), options: { requestsPerSecond: 20 } });

	expect(arrived - before).toBeGreaterThanOrEqual(15 * 50);
});

it('makes as many attempts as allowed', async () => {
	const service = gateway().send({ status: 429, headers: { 'retry-after': '0' } });
	await send({ items: people(1), options: { maxAttempts: 4 } });

	expect(service.requests).toHaveLength(4);
});

// 32.3 * 1000 is no whole number of milliseconds, which a timer would refuse.
it.each([32.3, 30.0701])('takes a timeout of %p s', async (timeout) => {
	gateway().send(accepted);
	const result = await send({ items: people(1), options: { timeout } });

	expect(all(result, 'status')).toEqual(['accepted']);
});

it('reads national numbers of the default country, and only those', async () => {
	const service = gateway().send(accepted);
	const items = [{ phone: '06 12 34 56 78' }, { phone: '+229 01 97 00 12 34' }];
	await send({ items, options: { defaultCountry: 'FR' } });

	expect(service.recipients).toEqual(['33612345678', '2290197001234']);
});

it('never sends to an excluded number, however it is spelt', async () => {
	const service = gateway().bulk(accepted);
	const safeguards = { excludedRecipients: '={{ ["+229 01 97 00 12 34", 2290197000002] }}' };
	const result = await bulkSend({ items: people(3), safeguards });

	expect(service.recipients).toEqual([phones(2)[1]]);
	expect(all(result, 'reason')).toEqual(['excluded', 'accepted', 'excluded']);
	expect(all(result, 'status')).toEqual(['skipped', 'accepted', 'skipped']);
});

it('makes no request where everybody is excluded', async () => {
	gateway();
	const { items, status } = await send({
		items: people(1),
		safeguards: { excludedRecipients: phones(1)[0] },
	});

	expect(status).toBe('success');
	expect(items).toHaveLength(1);
});
