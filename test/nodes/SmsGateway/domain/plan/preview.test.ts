import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { previewOf } from '../../../../../nodes/SmsGateway/domain/plan/preview';

const entry = (item: number, more: Partial<Entry> = {}): Entry => ({
	item,
	senderId: 'MyShop',
	message: 'Hello',
	recipient: String(22_997_000_000 + item),
	key: '',
	...more,
});

const invalid = (item: number): Entry =>
	entry(item, {
		recipient: 'x',
		problem: { reason: 'invalidRecipient', explanation: '"x" is not a phone number.' },
	});

const previewEntries = (entries: Entry[], isKnown = true, unitsPerSms = 1) =>
	previewOf(
		planRequests(entries, { batchSize: 100, excluded: new Set() }),
		unitsPerSms,
		() => isKnown,
	);

const range = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

it('lists the first 100 problems and counts all', () => {
	const [preview] = previewEntries(range(250, invalid));

	expect(preview!.group.invalid).toBe(250);
	expect(preview!.group.problems).toHaveLength(100);
	expect(preview!.group.problems[99]).toBe('Item 99: "x" is not a phone number.');
});

it('lists the first 100 unusual numbers', () => {
	const [preview] = previewEntries(
		range(250, (item) => entry(item)),
		false,
	);

	expect(preview!.group.valid).toBe(250);
	expect(preview!.group.unknownNumbers).toEqual(
		range(100, (item) => String(22_997_000_000 + item)),
	);
});

it('takes the same text of two senders for two groups, in the order of the input', () => {
	const previews = previewEntries([
		entry(0, { senderId: 'B' }),
		entry(1, { senderId: 'A' }),
		entry(2, { senderId: 'B' }),
	]);

	expect(previews.map(({ group, items }) => [group.senderId, group.recipients, items])).toEqual([
		['B', 2, [0, 2]],
		['A', 1, [1]],
	]);
});

it('estimates by the larger count, and costs by the estimate', () => {
	const message = `${'a'.repeat(99)}’`;
	const [preview] = previewEntries(
		range(3, (item) => entry(item, { message })),
		true,
		0.1,
	);

	expect(preview).toMatchObject({
		estimate: 6,
		group: { smsCount: 3, standardSmsCount: 6, cost: 0.6 },
	});
});
