import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, preview } from '../run';
import { hintsOf } from '../stories';

const onError = 'continueRegularOutput' as const;
const country = { defaultCountry: '={{ $json.country }}' };

it.each<[phone: string, country: string, reason: string]>([
	['+1 202 555 0143', 'Atlantis', 'accepted'],
	['001 202 555 0143', '?', 'accepted'],
	['(+33) 6 12 34 56 78', 'France, probably', 'accepted'],
	['+33 6 12 34 56 7', 'Atlantis', 'invalidRecipient'],
	['06 12 34 56 78', 'Atlantis', 'invalidParameter'],
	['33612345678', 'Atlantis', 'invalidParameter'],
	['06 12 34 56 78', 'France', 'accepted'],
])('%s beside the country %j: %s', async (phone, name, reason) => {
	gateway().bulk(accepted);
	const items = [
		{ phone, country: name },
		{ phone: '+229 01 97 00 12 34', country: 'Benin' },
	];
	const result = await bulkSend({ items, options: country, onError });
	expect(all(result, 'reason')).toStrictEqual([reason, 'accepted']);
});

it.each([
	['+33 1 40 20 50 50', '1 on a landline'],
	['+1 200 555 0143', '1 in an unknown range'],
])('a warning after a send and in Preview names %s', async (phone, words) => {
	gateway().bulk(accepted);
	const items = [{ phone }, { phone: '+33 6 12 34 56 78' }];
	const sent = hintsOf(await bulkSend({ items }));
	expect(sent.filter((one) => one.startsWith('warning:') && one.includes(words))).toHaveLength(1);
	const foretold = hintsOf(await preview({ items }));
	expect(foretold[1]).toMatch(`warning: Numbers that may not receive SMS: ${words}.`);
	expect(hintsOf(await preview({ items: items.slice(1) }))).toHaveLength(1);
});

it.each([
	['a space behind it', [{ 'Phone ': 1, Name: 2 }], '"Phone ", Name'],
	['a line break', [{ 'Pho\nne': 1 }], '"Pho\\nne"'],
	['a space that does not break', [{ 'Phone\u00a0no': 1 }], '"Phone\\u00a0no"'],
	['a mark that nobody sees', [{ '\u200bPhone': 1 }], '"\\u200bPhone"'],
])('shows a name with %s as it is', async (_, items, shown) => {
	const parameters = { recipients: '={{ $json.Phone }}' };
	const { error } = await bulkSend({ items: items as never, parameters });
	expect(error?.description).toContain(`No item has 'Phone', only ${shown}.`);
});

it('says of items without a field that they are empty', async () => {
	const parameters = { recipients: '={{ $json.Phone }}' };
	const { error } = await bulkSend({ items: [{}], parameters });
	expect(error?.description).toContain('The items have no fields at all.');
});

it('a single item with a number with + goes on beside a bad country cell, and not beside a bad setting', async () => {
	const items = [{ phone: '+1 202 555 0143', country: 'Atlantis' }];
	const service = gateway().bulk(accepted);
	await bulkSend({ items, options: country });
	expect(service.recipients).toStrictEqual(['12025550143']);
	const { error } = await bulkSend({ items, options: { defaultCountry: 'Atlantis' } });
	expect(error).toBeDefined();
	expect(service.recipients).toHaveLength(1);
});
