import type { Cause, CauseOf } from '../../../../nodes/SmsGateway/domain/cause';
import { REASONS, withoutRequest, type Reason } from '../../../../nodes/SmsGateway/domain/outcome';
import { explain, explainApart } from '../../../../nodes/SmsGateway/words/causes';
import { refusedInWords } from '../../../../nodes/SmsGateway/words/refused';
import { invalidNumber } from '../../../fixtures/causes';

/** Stands for a value of an item. */
const VALUE = 'Ada 0612345678.';

type Samples = {
	[N in Cause['name']]: [
		reason: Reason,
		first: Omit<CauseOf<N>, 'name'>,
		...others: Array<Omit<CauseOf<N>, 'name'>>,
	];
};

/** Every cause, with each fact that changes its words. */
const SAMPLES: Samples = {
	said: ['invalidParameter', { text: "'Timeout' must be a number.", detail: VALUE }],
	number: [
		'invalidRecipient',
		{ given: VALUE, flaw: invalidNumber('0612345678').flaw },
		{ given: VALUE, flaw: invalidNumber('nobody').flaw },
	],
	noRecipient: ['invalidRecipient', {}],
	listedNumber: [
		'invalidParameter',
		{ field: 'Excluded Recipients', value: VALUE, flaw: invalidNumber('nobody').flaw },
	],
	noValue: [
		'missingValue',
		{ field: 'Message', expression: '{{ $json.name }}' },
		{ field: 'Message', expression: '{{ $json.name }}', gave: 'an empty field' },
		{ field: 'Message', expression: '{{ $json.name }}', gave: 'an object' },
		{ field: 'Message', expression: '{{ $json.name }}', error: VALUE },
		{ field: 'Message', expression: '{{ $json.name }}', about: 'The items have no fields.' },
	],
	roundedKey: ['invalidParameter', { field: 'Deduplication Key', expression: '{{ $json.id }}' }],
	placeholder: [
		'invalidParameter',
		{ field: 'Message', found: '{name}', advice: 'Write {{ $json.name }} instead.' },
		{ field: 'Message', found: '{name}', isInExpression: true },
	],
	noSender: ['invalidSender', {}],
	noMessage: ['invalidMessage', {}],
	wrongValue: ['invalidParameter', { field: 'Message', mustBe: 'text', value: VALUE }],
	wrongSetting: ['invalidParameter', { field: 'Max SMS', mustBe: 'a number', value: VALUE }],
	tooMany: [
		'invalidParameter',
		{ most: 200_000, of: 'item' },
		{ most: 1_000_000, of: 'execution' },
	],
	tooNested: ['invalidParameter', { most: 10 }],
	expired: ['expired', { at: '23 Nov 2026, 08:00 (Africa/Porto-Novo)' }],
	outsideWindow: [
		'outsideWindow',
		{ time: '21:07', zone: 'Europe/Paris' },
		{ time: '21:07', zone: 'Europe/Paris', opens: '23 Nov 2026, 08:00 (Europe/Paris)' },
		{ time: '21:07', zone: 'Europe/Paris', opens: 'tomorrow', expired: 'today' },
	],
	countryNotAllowed: ['countryNotAllowed', {}, { country: 'France' }],
	longMessage: ['overMaxSmsPerRecipient', { sms: 3, most: 1 }],
	overMaxSms: ['overMaxSms', { sms: 3, most: 1, sent: 0 }, { sms: 3, most: 1, sent: 2 }],
	balanceTooLow: ['balanceTooLow', { sms: 3, cost: '0.3', balance: '0.1', missing: '0.2' }],
	balanceUnreadable: ['balanceUnreadable', { why: 'The SMS service failed (HTTP 500).' }],
};

const CASES = Object.entries(SAMPLES).flatMap(([name, [reason, ...facts]]) =>
	facts.map((fact) => [name, reason, { name, ...fact } as Cause] as const),
);

/** What no sentence of ours has, whatever it is about. */
const BROKEN = [
	/undefined|null|NaN|\[object/,
	/ {2}| \.|\.\.|: :|\. (?!n8n )[a-z]/,
	/\b1 (recipients|numbers|items)\b/,
	/\b[2-9] (recipient|number|item)\b/,
	/\b1 \w+ (are|have|contain)\b/,
	/\b[2-9] \w+ (is|has|contains)\b/,
	/\b(are|have|contain)\b[^.]*\bit\b/,
];

function expectSentences(text: string): void {
	for (const broken of BROKEN) expect(text).not.toMatch(broken);
	expect(text).toMatch(/^[A-Z"'][^]*[.?]$/);
}

describe.each(CASES)('the cause %s of %s: %j', (_, reason, cause) => {
	const refusedOf = (count: number, total: number) =>
		refusedInWords(
			Array.from({ length: count }, (__, item) => ({
				item,
				outcome: withoutRequest(reason, [cause]),
			})),
			total,
			false,
		);

	it('has a status that the table of reasons knows as not sent', () => {
		expect(REASONS[reason].status).toBe('notSent');
	});

	it('is one sentence after the other for its item, with its value', () => {
		const text = explain([cause], 3);
		expectSentences(text.replaceAll(`"${VALUE}"`, '"x"').replaceAll(VALUE, 'Words.'));
		expect(text.includes(VALUE)).toBe(JSON.stringify(cause).includes(VALUE));
	});

	it.each([
		[1, 1],
		[1, 5],
		[3, 5],
		[5, 5],
	])('is grammatical, and names no value in the message: %i of %i', (count, total) => {
		const { message, list } = refusedOf(count, total);
		expectSentences(`Nothing was sent: ${message}`);
		expect(message).not.toContain(VALUE);
		expect(`${message} ${list}`.includes(VALUE)).toBe(JSON.stringify(cause).includes(VALUE));
		expect(explainApart([cause]).message).not.toContain(VALUE);
	});
});

it('says all that is wrong with an item', () => {
	const causes: Cause[] = [invalidNumber('nobody'), { name: 'noMessage' }];
	const outcome = withoutRequest('invalidRecipient', causes);
	const { message, list } = refusedInWords([{ item: 3, outcome }], 5, false);

	expect(message).toBe('more than one thing is wrong with the 4th item.');
	expect(list).toBe(
		'4th item: "nobody": It contains letters.\n4th item: \'Message\' is empty. Enter a text.',
	);
});
