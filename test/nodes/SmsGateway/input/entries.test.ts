import { gateway } from '../../../support/gateway';
import { bulkSend, phones, preview } from '../run';

const listOf = (count: number): { phone: string } => ({ phone: `${phones(1)[0]!},`.repeat(count) });

it('refuses a list of more than 200,000 recipients in one field, and sends to nobody', async () => {
	const service = gateway();
	const { error } = await bulkSend({ items: [listOf(1), listOf(200_001)] });

	expect(`${error!.message} ${error!.description}`).toContain(
		'The list has more than 200,000 recipients. Divide it among several items.',
	);
	expect(service.requests).toEqual([]);
});

it('takes as many in each of several items', async () => {
	const { items, error } = await preview({ items: [listOf(200_000), listOf(1)] });

	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ recipients: 1, details: { duplicate: 200_000 } });
});
