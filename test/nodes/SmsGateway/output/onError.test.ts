import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send, waysToSend, e164 } from '../run';
import { causesOf } from '../../../support/error-data';

const FIELDS = [
	'recipient',
	'status',
	'reason',
	'explanation',
	'smsCount',
	'request',
	'replayed',
	'response',
];
const mixed = [{ phone: '2290197000001' }, { phone: 'call me' }, { phone: '2290197000003' }];
/** Throws for the second item only. */
const thrower = '={{ $json.phone === "call me" ? $("Nobody").item.json.x : $json.phone }}';

describe('On Error: Stop', () => {
	it.each(waysToSend)('checks everything before a %s: nothing goes out', async (_, run) => {
		const service = gateway();
		const { error, status } = await run({ items: mixed });

		expect(status).toBe('error');
		expect(causesOf(error)).toStrictEqual(['number invalidRecipient letters']);
		expect(service.requests).toStrictEqual([]);
	});

	it('says once what is wrong twice in one item', async () => {
		gateway();
		const { error } = await bulkSend({
			items: [{ phone: ['+46701740611', '', '', '+46701740612'] }],
		});

		expect(causesOf(error)).toStrictEqual(['noRecipient invalidRecipient']);
	});

	it.each(waysToSend)('ends after a failed %s, with the reason first', async (route, run) => {
		const service = gateway()[route]([accepted, refusal('No credit left'), accepted]);
		const { error, items } = await run({
			items: people(6),
			options: { concurrency: 1, batchSize: 1 },
		});

		expect(service.requests).toHaveLength(2);
		expect(items).toStrictEqual([]);
		expect(causesOf(error)).toStrictEqual(['service refusedByService refusedByService']);
	});
});

describe('On Error: Continue', () => {
	const onError = 'continueRegularOutput';

	it.each(waysToSend)('attempts every valid recipient of a %s', async (route, run) => {
		const service = gateway()[route](accepted);
		const { items, status } = await run({ items: mixed, onError });

		expect(status).toBe('success');
		expect(service.recipients).toStrictEqual(['2290197000001', '2290197000003']);
		expect(items.map(({ json }) => [json.recipient, json.status, json.reason])).toStrictEqual([
			['+2290197000001', 'accepted', 'accepted'],
			['call me', 'notSent', 'invalidRecipient'],
			['+2290197000003', 'accepted', 'accepted'],
		]);
		items.forEach(({ json, pairedItem }, item) => {
			expect(Object.keys(json)).toStrictEqual(FIELDS);
			expect(pairedItem).toStrictEqual({ item });
		});
	});

	it.each(waysToSend)('fails one item of a %s whose expression throws', async (route, run) => {
		const service = gateway()[route](accepted);
		const parameters = { recipient: thrower, recipients: thrower };
		const result = await run({ items: mixed, parameters, onError });

		expect(all(result, 'status')).toStrictEqual(['accepted', 'notSent', 'accepted']);
		expect(result.items[1]!.json.reason).toBe('missingValue');
		expect(service.recipients).toStrictEqual(['2290197000001', '2290197000003']);
	});

	it.each([0, 1])('fails one item whose deduplication key throws, item %i', async (item) => {
		const service = gateway().bulk(accepted);
		const safeguards = {
			deduplicationKey: `={{ $itemIndex === ${item} ? $("Nobody").item.json.x : $itemIndex }}`,
		};
		const result = await bulkSend({
			items: people(3),
			safeguards,
			onError,
			workflowId: `throws ${item}`,
		});

		expect(result.items[item]!.json).toMatchObject({
			status: 'notSent',
			reason: 'missingValue',
		});
		expect(service.recipients).toStrictEqual(phones(3).filter((_, index) => index !== item));
	});

	it.each([
		['senderId', 'invalidSender'],
		['message', 'invalidMessage'],
	])('fails one item whose %s is empty', async (name, reason) => {
		const service = gateway().bulk(accepted);
		const items = people(3).map((one, index) => ({ ...one, text: index === 1 ? ' ' : 'x' }));
		const parameters = { [name]: "={{ $json.text || '' }}" };
		const result = await bulkSend({ items, parameters, onError });

		expect(all(result, 'reason')).toStrictEqual(['accepted', reason, 'accepted']);
		expect(service.recipients).toHaveLength(2);
	});
});

describe('On Error: Continue (using error output)', () => {
	const onError = 'continueErrorOutput';

	it.each(waysToSend)('splits the failures of a %s off, with all details', async (route, run) => {
		gateway()[route](({ recipients }) =>
			recipients.includes('2290197000003') ? refusal('Blocked') : accepted,
		);
		const { errorItems, items, status } = await run({
			items: mixed,
			options: { batchSize: 1 },
			onError,
		});

		expect(status).toBe('success');
		expect(items.map(({ json }) => json.recipient)).toStrictEqual(['+2290197000001']);
		expect(Object.keys(items[0]!.json)).toStrictEqual(FIELDS);
		expect(errorItems.map(({ json }) => json.phone)).toStrictEqual(['call me', '2290197000003']);
		expect(errorItems[0]!.json.error).toContain('"call me"');
		expect(errorItems[1]!.json.error).toContain('"Blocked"');
		expect(errorItems.map(({ json }) => Object.keys(json.details as object))).toStrictEqual([
			FIELDS,
			FIELDS,
		]);
		expect(errorItems[1]!.json.details).toMatchObject({
			recipient: '+2290197000003',
			status: 'rejected',
			response: { status: 'error', message: 'Blocked' },
		});
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toMatchObject([
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it('keeps what was skipped on purpose out of the error output', async () => {
		gateway().bulk(accepted);
		const { errorItems, items } = await bulkSend({
			items: [...people(2), ...people(1)],
			safeguards: { excludedRecipients: phones(2)[1] },
			onError,
		});

		expect(items.map(({ json }) => json.reason)).toStrictEqual([
			'accepted',
			'excluded',
			'duplicate',
		]);
		expect(errorItems).toStrictEqual([]);
	});
});

describe.each([
	['continueRegularOutput', 'items'],
	['continueErrorOutput', 'errorItems'],
] as const)('an unusable credential under %s', (onError, branch) => {
	it.each([
		['no base URL', { baseUrl: '', accessToken: 'x' }],
		['no token', { baseUrl: 'https://sms.example.com', accessToken: ' ' }],
		['no credential', null],
	])(
		'ends every recipient, not the input as if it had gone through: %s',
		async (_, credentials) => {
			gateway();
			const result = await send({ items: people(2), credentials, onError });
			const fields = result[branch].map(({ json }) => json.details ?? json);

			expect(fields).toMatchObject(
				phones(2)
					.map(e164)
					.map((recipient) => ({
						recipient,
						status: 'notSent',
						reason: 'invalidCredential',
					})),
			);
		},
	);
});
