import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send, waysToSend, e164 } from '../run';
import { causesOf } from '../../../support/error-data';

const FIELDS = 'recipient status reason explanation smsCount request replayed response'.split(' ');
const mixed = [{ phone: '2290197000001' }, { phone: 'call me' }, { phone: '2290197000003' }];

describe('On Error: Stop', () => {
	it.each(waysToSend)('checks everything before a %s: nothing goes out', async (_, run) => {
		const service = gateway();
		const { error, status } = await run({ items: mixed });
		expect(status).toBe('error');
		expect(causesOf(error)).toStrictEqual(['number invalidRecipient word']);
		expect(service.requests).toStrictEqual([]);
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

	const throwing = (item: number, otherwise: string) =>
		`={{ $itemIndex === ${item} ? $("Nobody").item.json.x : ${otherwise} }}`;
	const mayBeEmpty = "={{ ['x', '', 'x'][$itemIndex] || '' }}";

	it.each<[item: number, field: string, expression: string, reason: string]>([
		[1, 'recipients', throwing(1, '$json.phone'), 'missingValue'],
		[0, 'deduplicationKey', throwing(0, '$itemIndex'), 'missingValue'],
		[1, 'deduplicationKey', throwing(1, '$itemIndex'), 'missingValue'],
		[1, 'senderId', mayBeEmpty, 'invalidSender'],
		[1, 'message', mayBeEmpty, 'invalidMessage'],
	])('fails item %i alone, where its %s is %s', async (item, field, expression, reason) => {
		const service = gateway().bulk(accepted);
		const result = await bulkSend({
			items: people(3),
			[field === 'deduplicationKey' ? 'safeguards' : 'parameters']: { [field]: expression },
			onError,
			workflowId: `fails ${item}`,
		});
		expect(result.items[item]!.json).toMatchObject({ status: 'notSent', reason });
		expect(service.recipients).toStrictEqual(phones(3).filter((_, index) => index !== item));
	});
});

describe('On Error: Continue (using error output)', () => {
	const onError = 'continueErrorOutput';

	it.each(waysToSend)('splits the failures of a %s off, with all details', async (route, run) => {
		gateway()[route](({ recipients }) =>
			recipients.includes('2290197000003') ? refusal('Blocked') : accepted,
		);
		const { errorItems, items, status } = await run({
			items: [...mixed, { phone: '2290197000004' }],
			options: { batchSize: 1 },
			safeguards: { excludedRecipients: '+2290197000004' },
			onError,
		});
		expect(status).toBe('success');
		// What is skipped on purpose has not failed.
		expect(all({ items }, 'reason')).toStrictEqual(['accepted', 'excluded']);
		expect(Object.keys(items[0]!.json)).toStrictEqual(FIELDS);
		expect(errorItems.map(({ json }) => json.phone)).toStrictEqual(['call me', '2290197000003']);
		expect(errorItems[0]!.json.error).toContain('"call me"');
		expect(errorItems[1]!.json.error).toContain('"Blocked"');
		for (const { json } of errorItems) {
			expect(Object.keys(json.details as object)).toStrictEqual(FIELDS);
		}
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
});

it.each([
	['continueRegularOutput', { baseUrl: '', accessToken: 'x' }],
	['continueErrorOutput', null],
] as const)(
	'ends every recipient under %s where the credential is %j, not the input as if it had gone through',
	async (onError, credentials) => {
		gateway();
		const { items, errorItems } = await send({ items: people(2), credentials, onError });
		const fields = [...items, ...errorItems].map(({ json }) => json.details ?? json);
		const failed = { status: 'notSent', reason: 'invalidCredential' };
		expect(fields).toMatchObject(phones(2).map((phone) => ({ recipient: e164(phone), ...failed })));
	},
);
