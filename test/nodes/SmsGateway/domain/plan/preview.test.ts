import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest } from '../../../../../nodes/SmsGateway/domain/outcome';
import { planRequests, type PlanRules } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import {
	countsByReason,
	previewOf,
	totalOf,
} from '../../../../../nodes/SmsGateway/domain/plan/preview';
import {
	addressees,
	problemsInWords,
	unusualInWords,
} from '../../../../../nodes/SmsGateway/words/preview';
import { said } from '../../../../fixtures/causes';
import { entryTo } from '../../../../fixtures/entries';

const usual = { senderId: 'MyShop', message: 'Hello' };
const entry = (item: number, more: Partial<Entry> = {}) =>
	entryTo(String(22_997_000_000 + item), { item, ...usual, ...more });

const invalid = (item: number): Entry =>
	entry(item, {
		recipient: 'x',
		problem: {
			reason: 'invalidRecipient',
			causes: [{ name: 'thrown', error: '"x": It contains letters.' }],
		},
	});

const previewEntries = (entries: Entry[], rules: PlanRules = {}) =>
	previewOf(planRequests(entries, { batchSize: 100, ...rules }));

const range = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

it('lists the first ten problems, by the item as people count, and counts all', () => {
	const [preview] = previewEntries(range(250, invalid));
	const problems = problemsInWords(preview!);

	expect(countsByReason(preview!.keptOut)).toStrictEqual({ invalid: 250 });
	expect(preview!.refused).toHaveLength(250);
	expect(problems).toHaveLength(11);
	expect(problems.slice(9)).toStrictEqual(['10th item: "x": It contains letters.', 'and 240 more']);
	expect(problemsInWords(previewEntries(range(10, invalid))[0]!)).toHaveLength(10);
});

it('lists the first ten unusual numbers, with the reason', () => {
	const entries = range(250, (item) => entry(item));
	const [preview] = previewEntries(entries);

	expect(preview!.recipients).toBe(250);
	expect(preview!.unusual).toHaveLength(250);
	expect(unusualInWords(preview!)).toStrictEqual([
		...range(10, (item) => `${22_997_000_000 + item}: from before the numbering plan changed`),
		'and 240 more',
	]);
});

it('tells of a text what would be sent, to whom and from which items, and no more', () => {
	const replaced = "’ → '";
	const entries = [
		entry(0, { replaced, recipient: '46701740601' }),
		entry(0, { replaced, recipient: '46701740602' }),
		entry(1, { replaced, recipient: '46701740603' }),
		entry(2, { replaced, recipient: '46701740601' }),
	];
	const plain = previewOf(planRequests(entries, { batchSize: 2 }));

	expect(plain).toStrictEqual([
		{
			senderId: 'MyShop',
			message: 'Hello',
			replaced,
			recipient: '46701740601',
			isForOne: false,
			items: [0, 1, 2],
			total: 4,
			recipients: 3,
			keptOut: { reasons: ['duplicate'], notNumbers: [] },
			refused: [],
			unusual: [],
			withOtherTexts: [],
			requests: 2,
			estimatedSms: 3,
		},
	]);
	expect(previewEntries([entry(0)])[0]).not.toHaveProperty('replaced');
});

it('names whom a text is for, one also where the list has it twice', () => {
	const recipientOf = (...given: string[]) => {
		const entries = given.map((recipient, item) => entry(item, { recipient }));
		return addressees(previewEntries(entries)[0]!);
	};

	expect(recipientOf('46701740601')).toBe('46701740601');
	expect(recipientOf('46701740601', '46701740601')).toBe('46701740601');
	expect(recipientOf('')).toBe('');
	expect(recipientOf('46701740601', '46701740602', '12')).toBe('46701740601 and 2 more');
	expect(recipientOf('', '46701740602')).toBe('empty and 1 more');
});

it('tells which numbers get another message too, and keeps of a missing value where it is', () => {
	const missing = (item: number): Entry =>
		entry(item, {
			message: 'Bye',
			problem: {
				reason: 'missingValue',
				causes: [{ name: 'noValue', field: 'Message', expression: '{{ $json.x }}' }],
			},
		});
	const recipient = '46701740601';
	const previews = previewEntries([
		entry(0, { recipient }),
		entry(1),
		entry(2, { recipient, message: 'Bye' }),
		{ ...invalid(3), message: 'Bye' },
		missing(4),
		missing(5),
	]);

	expect(previews.map(({ withOtherTexts }) => withOtherTexts)).toStrictEqual([
		[recipient],
		[recipient],
	]);
	expect(previews.map(({ keptOut }) => keptOut.firstMissing?.item)).toStrictEqual([undefined, 4]);
	expect(totalOf(previews)).toMatchObject({
		total: 6,
		recipients: 3,
		failures: 3,
		withOtherTexts: [recipient],
		keptOut: { firstMissing: { item: 4 }, notNumbers: ['x'] },
	});
	expect(totalOf(previews.slice(0, 1)).keptOut).not.toHaveProperty('firstMissing');
});

it('gives a second look to a number that could be one abroad', () => {
	const mobile = { recipient: '46701740601' };
	const [preview] = previewEntries([
		entry(0, { ...mobile, other: '33612345678' }),
		entry(1, mobile),
	]);
	expect(preview!.unusual.map(({ item }) => item)).toStrictEqual([0]);
});

it.each<[string, Partial<Entry>, number]>([
	['another text', { message: 'Bye' }, 1],
	['another sender', { senderId: 'Other' }, 1],
	['the same under another key', { key: 'again' }, 0],
	['another text that fails', { message: 'Bye', problem: invalid(1).problem }, 0],
])('counts who gets %s as one with several messages, or not', (_, more, several) => {
	const recipient = '46701740601';
	const previews = previewEntries([
		entry(0, { recipient }),
		entry(1, { message: 'To another' }),
		entry(2, { recipient, ...more }),
	]);
	const numbers = new Set(previews.flatMap(({ withOtherTexts }) => withOtherTexts));

	expect(numbers.size).toBe(several);
});

it('estimates by the larger count', () => {
	const message = `${'a'.repeat(99)}’`;
	const [preview] = previewEntries(range(3, (item) => entry(item, { message })));

	expect(preview!.estimatedSms).toBe(6);
});

it('says when the window opens first, and counts what is skipped as no failure', () => {
	const openings = ['2026-06-16T08:00:00.000Z', '2026-06-16T06:00:00.000Z'];
	const [preview] = previewEntries([entry(0), entry(1), entry(2)], {
		refusalOf: ({ item }) =>
			openings[item] === undefined
				? withoutRequest('notAllowed', said('Skipped.'))
				: {
						...withoutRequest('outsideWindow', said('Closed.')),
						sendAt: openings[item],
					},
	});

	expect(preview).toMatchObject({
		recipients: 0,
		refused: [{ item: 0 }, { item: 1 }],
		sendAt: '2026-06-16T06:00:00.000Z',
		keptOut: { reasons: ['outsideWindow', 'outsideWindow', 'notAllowed'], notNumbers: [] },
	});
});
