import type { KeyMaker } from '../../../../nodes/SmsGateway/domain/cause';
import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
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
const DRY = withoutRequest('dryRun', said('Skipped: dry run.'));

const [one, two] = ['46701740611', '46701740612'] as const;
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
		options: { dryRun: false },
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
	const LANDLINE = '3226401234';

	it('is named, with what is unusual', () => {
		expect(shown([to(one)])).toEqual([]);
		expect(shown([to(one), to(LANDLINE)])).toEqual([
			expect.stringMatching(
				/^warning: An unusual number: \+3226401234 \(.+\)\. Check it for typos\.$/,
			),
		]);
	});

	it('is counted with the others', () => {
		expect(shown([to(LANDLINE), to('3226401235')])).toEqual([
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
		expect(shown([to(one), to(LANDLINE, 'Hi', { problem: invalid })], outcomes)).toEqual([
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
		expect(again(outcomes)).toEqual([
			`warning: If you execute again, the ${whoGet} a second SMS. Remove them first. 'Safeguards > Skip Repeats' prevents that for SMS sent after you add it.`,
		]);
	});

	it('is sent to nobody twice where nobody has it, or all have a key', () => {
		expect(again([REJECTED, REJECTED])).toEqual([]);
		expect(again([ACCEPTED, ACCEPTED])).toEqual([]);
		expect(again([UNKNOWN, REJECTED], [to(one, 'Hi', { key: 'A' }), to(two)])).toEqual([]);
	});
});

it.each<[KeyMaker[], string]>([
	[['key'], 'key'],
	[['repeat'], 'text'],
	[['key', 'repeat'], 'key or the text'],
])('who got it before by %j gets it again with another %s', (makers, what) => {
	const outcomes = makers.map((by) => withoutRequest('alreadySent', [{ name: 'alreadySent', by }]));
	expect(shown([to(one), to(two)].slice(0, makers.length), outcomes)).toEqual([
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
	expect(shown(keyed, undefined, { asksForKeys: true })).toEqual([]);
});

describe('a number that gets several texts', () => {
	const SEVERAL = [to(one, 'a'), to(one, 'b'), to(two, 'a'), to(two, 'b')];
	const about = (outcome: Outcome, entries = SEVERAL) =>
		shown(
			entries,
			entries.map(() => outcome),
		).filter((hint) => /several/.test(hint));

	it.each([ACCEPTED, UNKNOWN, DRY])('is counted where it gets them, or would (%#)', (outcome) => {
		expect(about(outcome)).toEqual([
			'warning: 2 numbers get several different messages. Check your list for one person under two names.',
		]);
		expect(about(outcome, SEVERAL.slice(0, 3))).toEqual([
			expect.stringContaining('1 number gets several'),
		]);
	});

	it('is none where it gets nothing', () => {
		expect(about(REJECTED)).toEqual([]);
	});
});

it('tells of a text that costs more behind one that does not', () => {
	const dear = `${'a'.repeat(99)}’`;
	expect(shown([to(one, 'short'), to(two, dear)])).toEqual([
		expect.stringContaining('may be billed as 2 SMS instead of 1'),
	]);
});

describe('a dry run', () => {
	const dry = (key: string) =>
		shown([to(one, 'Hi', { key })], [ACCEPTED], { options: { dryRun: true } as never });

	it('says so, and what it cannot know', () => {
		expect(dry('')).toEqual(["info: 'Safeguards > Dry Run' is on: nothing was sent."]);
		expect(dry('A')).toEqual([
			"info: 'Safeguards > Dry Run' is on: nothing was sent. Those who got it before would be skipped.",
		]);
	});
});

it('tells of a sender ID that a network may not take', () => {
	expect(shown([to(one, 'Hi', { senderId: 'MORETHANELEVEN' })])).toEqual([
		'info: Sender ID "MORETHANELEVEN" has 14 characters; many networks allow 11.',
	]);
});
