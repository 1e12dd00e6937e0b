import type { RunResult } from '../../../engine-kit/execution';
import { causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, checkNumber, phones, preview, refusal, send } from '../run';
import type { Given } from '../run';

/** Three recipients stand for the 200,000 that a field may have, and six for a million in all. */
jest.mock('../../../../nodes/SmsGateway/domain/recipient/split', () => {
	const actual = jest.requireActual<
		typeof import('../../../../nodes/SmsGateway/domain/recipient/split')
	>('../../../../nodes/SmsGateway/domain/recipient/split');
	return {
		MAX_RECIPIENTS: actual.MAX_RECIPIENTS === 1_000_000 ? 6 : 0,
		splitRecipients: (value: unknown, limit?: number) =>
			actual.splitRecipients(value, limit === 200_000 ? 3 : limit),
	};
});

it.each([
	['in a field', [3, 4]],
	['in all', [3, 3, 1]],
])('refuses a recipient too many %s, and only that', async (_, counts) => {
	const items = counts.map((count) => ({ phone: phones(count).join() }));
	const { error } = await bulkSend({ items });
	expect(causesOf(error)).toStrictEqual(['tooMany invalidParameter']);

	const result = await preview({ items, onError: 'continueRegularOutput' });
	const last = result.items.at(-1)!;
	expect(last.json.reason).toBe('invalidParameter');
	expect(last.pairedItem).toStrictEqual({ item: counts.length - 1 });
	expect(all(result, 'reason').slice(0, -1)).not.toContain('invalidParameter');
});

describe('a number that this package has output', () => {
	const onError = 'continueErrorOutput';
	const inGermany = { options: { defaultCountry: 'DE' } };
	const outputOf = async (run: (given: Given) => Promise<RunResult>, phone: string) => {
		const { items, errorItems } = await run({ items: [{ phone }], ...inGermany, onError });
		return [...items, ...errorItems].map(({ json }) => json);
	};

	it.each([
		['of a send', send, '$json.details.recipient'],
		['in n8n 1', send, '$json.message.recipient'],
		['of a preview', preview, '$json.recipient'],
		['of a check', checkNumber, '$json.phoneNumber.number'],
	])('is the same with a default country: %s', async (_, run, field) => {
		// Without +, the first would be a mobile of Germany, and the second one that a sheet has rounded.
		for (const phone of ['+1 512 555 0143', '+2290197000000']) {
			gateway().send(refusal('Sender not registered'));
			const [given] = await outputOf(run, phone);
			const { details, ...others } = given!;
			const item = field.includes('message') ? { ...others, message: details } : given!;
			const service = gateway().send(accepted);
			await send({ ...inGermany, items: [item], parameters: { recipient: `={{ ${field} }}` } });

			expect(service.recipients).toStrictEqual([phone.replace(/\D/g, '')]);
		}
	});
});
