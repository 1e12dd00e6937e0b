import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, send } from '../run';

it.each([
	['options', { batchSize: '={{ $json.phone.slice(1) }}x' }],
	['safeguards', { maxSms: '={{ $json.secret }}' }],
	['safeguards', { sendWindow: { window: { from: '={{ $json.secret }}' } } }],
	['safeguards', { allowedCountries: '={{ [$json.secret] }}' }],
	['options', { defaultCountry: '={{ $json.secret }}' }],
	['safeguards', { excludedRecipients: '={{ $json.secret }}' }],
])("keeps an item's value out of the message, which is logged: %s %j", async (list, values) => {
	const service = gateway();
	const items = people(2).map((person) => ({ ...person, secret: 'diagnosis' }));
	const { error } = await bulkSend({ items, [list]: values });
	expect(error!.message).not.toMatch(/diagnosis|290197/);
	expect(service.requests).toStrictEqual([]);
});

// 32.3 * 1000 is no whole number of milliseconds, which a timer would refuse.
it('takes a timeout of 32.3 s', async () => {
	gateway().send(accepted);
	const result = await send({ items: people(1), options: { timeout: 32.3 } });
	expect(all(result, 'status')).toStrictEqual(['accepted']);
});
