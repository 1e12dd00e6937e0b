import { gateway } from '../../../../support/gateway';
import {
	accepted,
	all,
	bulkSend,
	people,
	phones,
	preview,
	sendAndWait,
	waysToSend,
} from '../../run';

describe.each(waysToSend)('%s', (route, run) => {
	it.each([false, 'false', '={{ false }}', '={{ $json.missing === true }}'])(
		'Check Balance is not on where it is saved or computed as %j',
		async (off) => {
			const service = gateway()[route](accepted);
			await run({ items: people(2), safeguards: { checkBalance: off } });

			expect(service.of('balance')).toStrictEqual([]);
			expect(service.recipients).toStrictEqual(phones(2));
		},
	);
});

it.each([
	['allowedRecipients', ' \u00a0', 'is empty'],
	['allowedRecipients', ' , ;', 'is empty'],
	['allowedRecipients', '=', 'is empty'],
	['allowedRecipients', null, 'is empty'],
	['allowedRecipients', '={{ ["", " "] }}', 'returned no value'],
	['allowedRecipients', '={{ "," }}', 'returned no value'],
	['testRecipients', '\u200b', 'is empty'],
	['testRecipients', '={{ $json.nothing }}', 'returned no value'],
	['testRecipients', '={{ "" }}', 'returned no value'],
	['deduplicationKey', '  ', 'is empty'],
	['deduplicationKey', '=', 'is empty'],
	['excludedRecipients', null, 'is empty'],
	['excludedRecipients', ' , ', 'is empty'],
	['doNotSendAfter', null, 'is empty'],
	['sendWindow', {}, 'is empty'],
	['sendWindow', null, 'is empty'],
	['maxSms', '', 'is empty'],
	['maxSms', null, 'is empty'],
	['maxSms', '={{ "" }}', 'returned no value'],
	['checkBalance', '', 'is empty'],
	['checkBalance', '={{ "" }}', 'returned no value'],
	['checkBalance', '={{ undefined }}', 'returned no value'],
	['checkBalance', '={{ ( }}', "The expression of 'Safeguards > Check Balance' failed."],
	['maxSms', 0, 'is 0'],
	['maxSms', '={{ "0.00" }}', 'is 0'],
] as const)('%s %j: a safeguard without a value sends nothing', async (name, value, words) => {
	const service = gateway();
	const given = { items: people(1), safeguards: { [name]: value as never } };

	expect((await bulkSend(given)).error?.message).toContain(words);
	expect((await sendAndWait(given)).error?.message).toContain(words);
	const kept = await bulkSend({ ...given, onError: 'continueRegularOutput' });
	expect(all(kept, 'reason')).toStrictEqual(['invalidParameter']);
	expect(all(kept, 'explanation')[0]).toContain(words);
	if (name !== 'testRecipients') {
		expect((await preview(given)).error?.message).toContain(words);
	}
	expect(service.requests).toStrictEqual([]);
});

it('an expression that gives an item no opt-outs, or no date, is no mistake', async () => {
	const service = gateway().bulk(accepted);
	const items = people(3).map((one) => ({ ...one, optOuts: '', until: '' }));
	const result = await bulkSend({
		items,
		safeguards: {
			excludedRecipients: '={{ $json.optOuts }}',
			doNotSendAfter: '={{ $json.until }}',
		},
	});

	expect(result.error).toBeUndefined();
	expect(service.recipients).toStrictEqual(phones(3));
});
