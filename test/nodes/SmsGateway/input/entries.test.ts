import type { RunResult } from '../../../engine-kit/execution';
import { causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import {
	accepted,
	bulkSend,
	checkNumber,
	phones,
	preview,
	refusal,
	send,
	type Given,
} from '../run';

const listOf = (count: number): { phone: string } => ({ phone: `${phones(1)[0]!},`.repeat(count) });

it('refuses a list of more than 200,000 recipients in one field, and sends to nobody', async () => {
	const service = gateway();
	const { error } = await bulkSend({ items: [listOf(1), listOf(200_001)] });

	expect(causesOf(error)).toStrictEqual(['tooMany invalidParameter']);
	expect(service.requests).toStrictEqual([]);
});

it('takes as many in each of several items', async () => {
	const { items, error } = await preview({ items: [listOf(200_000), listOf(1)] });

	expect(error).toBeUndefined();
	expect(items).toHaveLength(200_001);
	expect(items.filter(({ json }) => json.wouldSend)).toHaveLength(1);
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

	it.each([
		['recipient', { smsCount: 1, status: 'sent' }],
		['number', { valid: true }],
	])('is none of another service: %s', async (name, others) => {
		const service = gateway().send(accepted);
		const given = { ...others, [name]: '015125550143' };
		const recipient = `={{ $json.recipient ?? $json.phoneNumber.number }}`;
		const items = [{ ...given, phoneNumber: given }];
		await send({ ...inGermany, items, parameters: { recipient } });

		expect(service.recipients).toStrictEqual(['4915125550143']);
	});

	it('is none where it could not be read: then the default country decides', async () => {
		gateway();
		const { errorItems } = await send({ items: [{ phone: '15125550143' }], onError });
		const service = gateway().send(accepted);
		const items = errorItems.map(({ json }) => json);
		await send({
			...inGermany,
			items,
			parameters: { recipient: '={{ $json.details.recipient }}' },
		});

		expect(service.recipients).toStrictEqual(['4915125550143']);
	});
});
