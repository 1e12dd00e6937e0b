import type { KeyMaker } from '../../../../nodes/SmsGateway/domain/cause';
import {
	EVALUATED,
	withoutRequest,
	type Outcome,
} from '../../../../nodes/SmsGateway/domain/outcome';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { hintsFor, type Situation } from '../../../../nodes/SmsGateway/words/hints';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { said } from '../../../fixtures/causes';
import { entryTo } from '../../../fixtures/entries';

const UNKNOWN: Outcome = {
	status: 'unknown',
	reason: 'timeout',
	explanation: said('No answer in time.'),
	smsCount: 1,
	request: 1,
};
const REJECTED: Outcome = { ...UNKNOWN, status: 'rejected', reason: 'refusedByService' };

const [one, two] = ['+46701740611', '+46701740612'] as const;
const to = (recipient: string, message = 'Hi', change: Partial<Entry> = {}) =>
	entryTo(recipient, { message, ...change });

/** What is shown where these ended so; accepted where nothing is said. */
function shown(
	entries: Entry[],
	outcomes: Outcome[] = entries.map(() => ACCEPTED),
	change: Partial<Situation> = {},
): string[] {
	const situation: Situation = {
		plan: planRequests(entries, {}),
		outcomes,
		nothingSent: () => 'Nothing was sent',
		asksForKeys: false,
		isByHand: false,
		...change,
	};
	return hintsFor(situation)
		.map(({ message, type }) => `${type}: ${message}`)
		.filter((hint) => !/^info: \d+ accepted, \d+ SMS\./.test(hint));
}

describe('an unusual number', () => {
	const LANDLINE = '+3226401234';

	it('is named, with what is unusual', () => {
		expect(shown([to(one)])).toStrictEqual([]);
		expect(shown([to(one), to(LANDLINE)])).toStrictEqual([
			expect.stringMatching(
				/^warning: An unusual number: \+3226401234 \(.+\)\. Check it for typos\.$/,
			),
		]);
	});

	it('is counted with the others', () => {
		expect(shown([to(LANDLINE), to('+3226401235')])).toStrictEqual([
			expect.stringMatching(
				/^warning: 2 unusual numbers, such as \+3226401234 \(.+\)\. 'Preview' lists them\.$/,
			),
		]);
	});

	it('is none where nothing is sent to it', () => {
		const invalid = {
			reason: 'invalidRecipient',
			causes: [{ name: 'thrown', error: 'No.' }],
		} as const;
		const outcomes = [ACCEPTED, withoutRequest('invalidRecipient', said('No.'))];
		expect(shown([to(one), to(LANDLINE, 'Hi', { problem: invalid })], outcomes)).toStrictEqual([
			'warning: Of 2 recipients: 1 accepted, 1 invalid. See the output for details.',
		]);
	});
});

describe('a list that a person executes in the editor', () => {
	const again = (
		outcomes: Outcome[],
		entries = outcomes.map((_, item) => to(`4670174061${item}`)),
	) =>
		shown(entries, outcomes, { isByHand: true }).filter((hint) => /Remove them first/.test(hint));

	it.each<[Outcome[], string]>([
		[[ACCEPTED, REJECTED], '1 accepted gets'],
		[[UNKNOWN, REJECTED], '1 unknown gets'],
		[[ACCEPTED, UNKNOWN, ACCEPTED], '2 accepted and 1 unknown get'],
	])('would be sent again to those who may have it (%#)', (outcomes, whoGet) => {
		expect(again(outcomes)).toStrictEqual([
			`warning: If you execute again, the ${whoGet} a second SMS. Remove them first. 'Safeguards > Skip Repeats' prevents that for SMS sent after you add it.`,
		]);
	});

	it('is sent to nobody twice where nobody has it, or all have a key', () => {
		expect(again([REJECTED, REJECTED])).toStrictEqual([]);
		expect(again([ACCEPTED, ACCEPTED])).toStrictEqual([]);
		expect(again([UNKNOWN, REJECTED], [to(one, 'Hi', { key: 'A' }), to(two)])).toStrictEqual([]);
	});
});

it.each<[KeyMaker[], string]>([
	[['key'], 'key'],
	[['repeat'], 'text'],
	[['key', 'repeat'], 'key or the text'],
])('who got it before by %j gets it again with another %s', (makers, what) => {
	const outcomes = makers.map((by) => withoutRequest('alreadySent', [{ name: 'alreadySent', by }]));
	expect(shown([to(one), to(two)].slice(0, makers.length), outcomes)).toStrictEqual([
		expect.stringMatching(
			new RegExp(`: (2 )?already sent before\\. To send again, change the ${what}\\.$`),
		),
	]);
});

it('tells how many have no key', () => {
	const problem = { reason: 'missingValue', causes: [{ name: 'thrown', error: 'No.' }] } as const;
	const entries = [to(one), to(two), to('46701740613', 'Hi', { key: 'A' })];
	const [hint] = shown(entries, undefined, { asksForKeys: true });
	expect(hint).toMatch(/^warning: 2 recipients have an empty 'Safeguards > Deduplication Key', so/);
	const keyed = [to(one, 'Hi', { key: 'A' }), to(two, 'Hi', { problem })];
	expect(shown(keyed, undefined, { asksForKeys: true })).toStrictEqual([]);
});

describe('a number that gets several texts', () => {
	const SEVERAL = [to(one, 'a'), to(one, 'b'), to(two, 'a'), to(two, 'b')];
	const about = (outcome: Outcome, entries = SEVERAL) =>
		shown(
			entries,
			entries.map(() => outcome),
		).filter((hint) => /several/.test(hint));

	it.each([ACCEPTED, UNKNOWN])('is counted where it gets them, or would (%#)', (outcome) => {
		expect(about(outcome)).toStrictEqual([
			'warning: 2 numbers get several different messages. Check your list for one person under two names.',
		]);
		expect(about(outcome, SEVERAL.slice(0, 3))).toStrictEqual([
			expect.stringContaining('1 number gets several'),
		]);
	});

	it('is none where it gets nothing', () => {
		expect(about(REJECTED)).toStrictEqual([]);
	});
});

it('tells of a text that costs more behind one that does not', () => {
	const dear = `${'a'.repeat(99)}’`;
	expect(shown([to(one, 'short'), to(two, dear)])).toStrictEqual([
		expect.stringContaining('may be billed as 2 SMS instead of 1'),
	]);
});

it('tells of a sender ID that a network may not take', () => {
	expect(shown([to(one, 'Hi', { senderId: 'MORETHANELEVEN' })])).toStrictEqual([
		'info: Sender ID "MORETHANELEVEN" has 14 characters; many networks allow 11.',
	]);
});

describe('Execute Once', () => {
	it.each([
		[12, 'only the first of 12 items was used'],
		[0, 'only the first item was used'],
	])('is named with the items before it: %i', (itemsBefore, words) => {
		expect(shown([to(one)], [ACCEPTED], { itemsBefore })).toStrictEqual([
			expect.stringContaining(words),
		]);
	});
});

it("says of an evaluation what n8n's own run would not do", () => {
	expect(shown([to(one)], [EVALUATED], { isEvaluation: true })).toContain(
		"info: n8n's evaluations send no SMS.",
	);
});

describe('what refused all of it', () => {
	const refusal = withoutRequest('overMaxSms', said('The limit.'));
	const head = (outcomes: Outcome[]) =>
		shown([to(one), to(two)].slice(0, outcomes.length), outcomes, { refusal })[0];

	it('says that nothing was sent only where that is so', () => {
		expect(head([refusal])).toMatch(/^warning: Nothing was sent/);
		expect(head([refusal, ACCEPTED])).toMatch(/^warning: Not sent/);
	});
});

it('warns of another country only for those who are sent to', () => {
	const other = { other: '33612345678' };
	const entries = [to(one, 'Hi', other), to(two, 'Hi', { ...other, key: 'A' })];
	const skipped = {
		...planRequests(entries, {}),
		settled: [withoutRequest('notAllowed', []), undefined],
	};
	expect(shown(entries, undefined, { plan: skipped })).toStrictEqual([
		expect.stringMatching(/^warning: \+46 70 174 06 12 was read as a number of Sweden/),
	]);
});

it('names up to five characters that make a text cost more, as they are', () => {
	const [hint] = shown([to(one, `ąćęłńó${'a'.repeat(65)}`)]);
	expect(hint).toMatch(/because of: \S.* \S.*\. 'Preview' shows/);
	expect(
		hint!
			.split('because of: ')[1]!
			.split('. ')[0]!
			.match(/[ąćęłńó]/g),
	).toHaveLength(5);
});

describe('samples for Test Recipients', () => {
	const sample = (recipient: string) => to(recipient, 'Hi', { isSample: true });
	const entries = [to('+46701740619'), sample(one), sample(two)];
	const testRun = withoutRequest('testRun', [{ name: 'testRun' }]);

	it('are named with the item that they show, and the others are not counted', () => {
		expect(shown(entries, [testRun, ACCEPTED, ACCEPTED], { isTest: true })).toContain(
			`info: Test: ${one}, ${two} got the SMS of the 1st item as a sample. The published workflow sends to everyone.`,
		);
	});

	it('are named where one failed, and only then', () => {
		const hints = shown(entries, [testRun, ACCEPTED, REJECTED], { isTest: true });
		expect(hints[0]).toBe(`warning: The sample to ${two} failed: No answer in time.`);
	});

	it('advise on another safeguard only where that kept all of them out', () => {
		const excluded = withoutRequest('excluded', [{ name: 'excluded' }]);
		const hint = (outcomes: Outcome[], isTest = true) =>
			shown(entries, outcomes, { isTest }).find((one) => /Another safeguard/.test(one));
		expect(hint([testRun, excluded, excluded])).toBeDefined();
		expect(hint([testRun, excluded, excluded], false)).toBeUndefined();
		expect(hint([excluded, excluded, excluded])).toBeUndefined();
		expect(hint([testRun, excluded, REJECTED])).toBeUndefined();
	});
});
