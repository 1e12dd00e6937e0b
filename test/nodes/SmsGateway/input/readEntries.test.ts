import type { IExecuteFunctions } from 'n8n-workflow';
import { readEntries } from '../../../../nodes/SmsGateway/input/entries';

it('refuses what comes after 1,000,000 recipients in all, and only that', () => {
	const many = new Array<string>(200_000).fill('2290197001234');
	const items = [many, many, many, many, many, ['33612345678']];
	const ctx = {
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			({ recipients: '={{ $json.phones }}', senderId: 'MyShop', message: 'Hello' })[name] ??
			fallback,
		evaluateExpression: (_: string, item: number) => items[item],
		getInputData: () => items.map((phones) => ({ json: { phones } })),
		getNode: () => ({ type: 'smsGateway' }),
		getWorkflowDataProxy: (item: number) => ({ $json: { phones: items[item] } }),
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	const rules = { field: 'recipients' } as const;
	const entries = readEntries(ctx, items.length, rules);

	expect(entries).toHaveLength(1_000_001);
	expect(entries[999_999]).not.toHaveProperty('problem');
	expect(entries[1_000_000]!.problem!.causes).toMatchObject([{ name: 'tooMany', of: 'execution' }]);
});
