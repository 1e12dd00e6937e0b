import { causesOf } from '../../../../support/error-data';
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
	['allowedRecipients', ' , ;', 'emptySetting'],
	['testRecipients', '={{ $json.nothing }}', 'failedExpression'],
	['deduplicationKey', '  ', 'emptySetting'],
	['excludedRecipients', null, 'emptySetting'],
	['doNotSendAfter', null, 'emptySetting'],
	['sendWindow', {}, 'emptySetting'],
	['maxSms', '={{ "0.00" }}', 'emptySetting'],
	['checkBalance', '={{ ( }}', 'failedExpression'],
] as const)('%s %j: a safeguard without a value sends nothing', async (name, value, cause) => {
	const service = gateway();
	const given = { items: people(1), safeguards: { [name]: value as never } };

	for (const run of [bulkSend, sendAndWait, preview]) {
		expect(causesOf((await run(given)).error).join()).toContain(cause);
	}
	const kept = await bulkSend({ ...given, onError: 'continueRegularOutput' });
	expect(all(kept, 'reason')).toStrictEqual(['invalidParameter']);
	expect(service.requests).toStrictEqual([]);
});
