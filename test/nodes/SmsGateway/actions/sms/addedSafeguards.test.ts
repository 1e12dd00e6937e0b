import { SAFEGUARDS } from '../../../../../nodes/SmsGateway/input/safeguards';
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

/** A safeguard as the editor saves it where somebody adds it and leaves it as it is. */
const added = (name: string) => {
	const { field } = SAFEGUARDS.find((row) => row.name === name)!;
	return { [name]: field.default };
};

const balance = (amount: number) => ({
	body: { status: 'success', module: 'sms_module', balance: amount },
});

describe.each(waysToSend)('%s', (route, run) => {
	it('Dry Run is on once it is added', async () => {
		const service = gateway();
		const result = await run({ items: people(2), safeguards: added('dryRun') });

		expect(all(result, 'reason')).toEqual(['dryRun', 'dryRun']);
		expect(service.requests).toEqual([]);
	});

	it('Check Balance is on once it is added', async () => {
		const service = gateway().balance(balance(1));
		const { error } = await run({ items: people(2), safeguards: added('checkBalance') });

		expect(error?.message).toContain('the balance is 1: 1 more needed');
		expect(service.of(route)).toEqual([]);
	});

	it.each([false, 'false', '={{ false }}', '={{ $json.missing === true }}'])(
		'neither is on where it is saved or computed as %j',
		async (off) => {
			const service = gateway()[route](accepted);
			await run({ items: people(2), safeguards: { dryRun: off, checkBalance: off } });

			expect(service.of('balance')).toEqual([]);
			expect(service.recipients).toEqual(phones(2));
		},
	);

	it('none of them is on where it is absent', async () => {
		const service = gateway()[route](accepted);
		const result = await run({ items: people(3), safeguards: {} });

		expect(service.recipients).toEqual(phones(3));
		expect(all(result, 'status')).toEqual(['accepted', 'accepted', 'accepted']);
	});
});

it.each([
	['testRecipients', 'Test Recipients', 'is empty. Enter your number, or remove it.'],
	['allowedRecipients', 'Allowed Recipients', 'is empty. Enter a number, or remove it.'],
	['allowedCountries', 'Allowed Countries', 'is empty. Choose a country, or remove it.'],
	['excludedRecipients', 'Excluded Recipients', 'is empty. Enter a number, or remove it.'],
	['deduplicationKey', 'Deduplication Key', 'is empty. Enter a key, or remove it.'],
	['doNotSendAfter', 'Do Not Send After', 'is empty. Enter a date and time, or remove it.'],
	['maxSms', 'Max SMS', 'is 0. Enter a number, or remove it.'],
])('%s says what to fill in where it is left as it was added', async (name, label, words) => {
	gateway();
	const { error } = await bulkSend({ items: people(2), safeguards: added(name) });
	expect(error?.message).toBe(`'Safeguards > ${label}' ${words}`);
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
	['dryRun', '', 'is empty'],
	['dryRun', '={{ "" }}', 'returned no value'],
	['checkBalance', '={{ undefined }}', 'returned no value'],
	['dryRun', '={{ ( }}', "The expression of 'Safeguards > Dry Run' failed."],
	['unitsPerSms', 0, 'is 0'],
	['unitsPerSms', '', 'is empty'],
] as const)('%s %j: a safeguard without a value sends nothing', async (name, value, words) => {
	const service = gateway();
	const given = { items: people(1), safeguards: { [name]: value as never } };

	expect((await bulkSend(given)).error?.message).toContain(words);
	expect((await sendAndWait(given)).error?.message).toContain(words);
	const kept = await bulkSend({ ...given, onError: 'continueRegularOutput' });
	expect(all(kept, 'reason')).toEqual(['invalidParameter']);
	expect(all(kept, 'explanation')[0]).toContain(words);
	if (name !== 'dryRun' && name !== 'testRecipients') {
		expect((await preview(given)).error?.message).toContain(words);
	}
	expect(service.requests).toEqual([]);
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
	expect(service.recipients).toEqual(phones(3));
});
