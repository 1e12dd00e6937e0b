import type { IExecuteFunctions } from 'n8n-workflow';
import { fieldsForOutput } from '../../../../nodes/SmsGateway/output/items';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, refusal } from '../run';

const options = { output: 'summary', batchSize: 2, concurrency: 1 };
const items = [...people(5), { phone: 'nobody' }];
const blocked = refusal('Blocked');

it('sums the run up in one item that pairs with all, on the error output when anything failed', async () => {
	const replies = [accepted, blocked, accepted, blocked, blocked];
	gateway().bulk(replies);
	const result = await bulkSend({ items, options, onError: 'continueRegularOutput' });
	const text = expect.stringContaining('"Blocked"') as string;
	const json = {
		requests: 5,
		recipients: { total: 6, accepted: 3, rejected: 2, unknown: 0, notSent: 1, skipped: 0 },
		smsCount: 3,
		failures: [
			expect.objectContaining({ recipient: '+2290197000002', reason: 'refusedByService' }),
			expect.objectContaining({ recipient: '+2290197000003', status: 'rejected' }),
			expect.objectContaining({ recipient: 'nobody', reason: 'invalidRecipient' }),
		],
		text,
	};
	const pairedItem = items.map((_, item) => ({ item }));
	expect(result.items).toStrictEqual([{ json, pairedItem }]);

	gateway().bulk(replies);
	const split = await bulkSend({ items, options, onError: 'continueErrorOutput' });
	expect(split.items).toStrictEqual([]);
	// Without the fields of a row: it is about all of them.
	expect(split.errorItems.map((one) => one.json)).toStrictEqual([{ error: text, details: json }]);
});

it('goes to the success output when nothing failed, and tells an agent not to send it again', async () => {
	gateway().bulk(accepted);
	const result = await bulkSend({ items: people(2), options, onError: 'continueErrorOutput' });
	expect(result.errorItems).toStrictEqual([]);
	expect(result.items[0]!.json.text).toMatch(/Do not send this to the same number again\.$/);
});

it('names no more than 100 failures and counts them all', async () => {
	gateway();
	const result = await bulkSend({
		items: Array.from({ length: 150 }, () => ({ phone: 'x' })),
		options,
		onError: 'continueRegularOutput',
	});
	const { failures, recipients } = result.items[0]!.json;
	expect(failures).toHaveLength(100);
	expect(recipients).toMatchObject({ total: 150, notSent: 150 });
});

it.each([{ maxSms: 0 }, { allowedRecipients: "={{ $('Start').item.json.phone }}" }])(
	'has the shape that was chosen where a setting is wrong: %j',
	async (safeguards) => {
		const result = await bulkSend({ items, options, safeguards, onError: 'continueRegularOutput' });
		expect(result.items).toMatchObject([{ json: { requests: 0, recipients: { notSent: 6 } } }]);
	},
);

it.each([
	['’', "’ → '", accepted],
	["'", undefined, accepted],
	['’', undefined, blocked],
])('says what was replaced of what was sent: %s', async (sign, said, reply) => {
	gateway().bulk(reply);
	const parameters = { message: sign + 'x'.repeat(100) };
	const typographic = { replaceSpecialCharacters: 'typographic' };
	const onError = 'continueRegularOutput';
	const given = { items: people(1), parameters, options: typographic, onError } as const;
	const { explanation } = (await bulkSend(given)).items[0]!.json;
	expect(/’ → '/.exec(explanation as string)?.[0]).toBe(said);
});

it('has the shape that n8n 1 takes for a failure', () => {
	const fields = { recipient: '1' };
	const inN8n1 = {} as IExecuteFunctions;
	expect(fieldsForOutput(inN8n1, 'errorOutput', fields, 'No.')).toStrictEqual({
		error: 'No.',
		message: fields,
	});
});
