import {
	type Outcome,
	type Reason,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import {
	adviceOf,
	countsInWords,
	listInWords,
	namesInWords,
	sentenceOf,
	summarize,
} from '../../../../nodes/SmsGateway/words/summary';
import { invalidNumber, said } from '../../../fixtures/causes';
import { entryTo } from '../../../fixtures/entries';

const REASONS: Record<Status, Reason> = {
	accepted: 'accepted',
	rejected: 'refusedByService',
	unknown: 'timeout',
	notSent: 'cancelled',
	skipped: 'duplicate',
};

const summary = (...given: Array<Status | Outcome>) => {
	const outcomes = given.map((one): Outcome =>
		typeof one === 'string'
			? { status: one, reason: REASONS[one], explanation: said(`It was ${one}.`), smsCount: 0 }
			: one,
	);
	const entries = outcomes.map((_, item) => entryTo(`${item}`, { item }));
	return summarize(entries, outcomes);
};

const accepted = (smsCount: number, replayed?: true): Outcome => ({
	status: 'accepted',
	reason: 'accepted',
	explanation: said('Fine.'),
	smsCount,
	...(replayed ? { replayed } : {}),
});

it('counts the recipients, in all and per status', () => {
	expect(summary('accepted', 'skipped', 'unknown', 'accepted').recipients).toStrictEqual({
		total: 4,
		accepted: 2,
		rejected: 0,
		unknown: 1,
		notSent: 0,
		skipped: 1,
	});
});

it('tells those accepted earlier apart, and only those', () => {
	const again = { reason: 'duplicate', replayed: true } as const;
	expect(countsInWords([accepted(1), accepted(1, true), accepted(1), again])).toBe(
		'2 accepted, 1 accepted in an earlier attempt and not sent again, 1 duplicate',
	);
});

it('sums the SMS of this run, not those of an earlier one', () => {
	expect(summary(accepted(2), accepted(3), accepted(7, true)).smsCount).toBe(5);
});

it('names the first hundred failures in the order of the input', () => {
	const { failures, recipients } = summary(
		'accepted',
		...new Array<Status>(150).fill('rejected'),
		'unknown',
	);
	expect(recipients).toMatchObject({ rejected: 150, unknown: 1 });
	expect(failures).toHaveLength(100);
	expect(failures[0]).toStrictEqual({
		recipient: '1',
		status: 'rejected',
		reason: 'refusedByService',
		explanation: 'It was rejected.',
	});
	expect(failures[99]!.recipient).toBe('100');
});

it('puts the counts into words, leaving out what is 0', () => {
	expect(summary('accepted', 'accepted', 'notSent').inWords).toBe('2 accepted, 1 not sent');
	expect(summary('skipped', 'rejected', 'unknown').inWords).toBe(
		'1 refused by the service, 1 unknown (may have been sent), 1 duplicate',
	);
	expect(summary().inWords).toBe('no recipients');
});

const AGAIN_TO_THEM = /send again to them only/;
const NOT_TO_ACCEPTED = /Do not send again to those accepted\./;
const NOT_TO_UNKNOWN = /Do not send again to those unknown/;

it.each<[Status[], RegExp[]]>([
	[
		['accepted', 'notSent'],
		[NOT_TO_ACCEPTED, AGAIN_TO_THEM],
	],
	[
		['unknown', 'rejected'],
		[NOT_TO_UNKNOWN, AGAIN_TO_THEM],
	],
	[
		['accepted', 'unknown', 'notSent'],
		[NOT_TO_ACCEPTED, NOT_TO_UNKNOWN, AGAIN_TO_THEM],
	],
	[['skipped', 'rejected'], [AGAIN_TO_THEM]],
])('advises after %j about each of these, and about no other', (statuses, said) => {
	const advice = adviceOf(summary(...statuses));
	for (const words of [NOT_TO_ACCEPTED, NOT_TO_UNKNOWN, AGAIN_TO_THEM]) {
		if (said.includes(words)) expect(advice).toMatch(words);
		else expect(advice).not.toMatch(words);
	}
	expect(advice).toMatch(/^[^.]+\.( [^.]+\.)*$/);
});

it.each<[Status[], RegExp]>([
	[['rejected', 'notSent'], /^It was not sent\./],
	[['skipped', 'skipped'], /^All recipients were skipped\./],
	[['accepted', 'skipped'], /^Do not send this again\.$/],
	[['unknown', 'skipped'], /the SMS may have arrived/],
])('advises after %j as one: %s', (statuses, advice) => {
	expect(adviceOf(summary(...statuses))).toMatch(advice);
});

it('tells the whole run in a few sentences, the first who did not get it by name', () => {
	expect(sentenceOf(summary('accepted'))).toMatch(/^1 recipient: 1 accepted\. Do not send/);
	expect(sentenceOf(summary('accepted', 'notSent', 'rejected'))).toMatch(
		/^3 recipients: 1 accepted, 1 refused by the service, 1 not sent\. First not accepted: 1: It was notSent\. Do not send/,
	);
});

it('names the value of the first once, where the explanation begins with it', () => {
	const invalid: Outcome = {
		status: 'notSent',
		reason: 'invalidRecipient',
		explanation: [invalidNumber('06x')],
		smsCount: 0,
	};
	expect(sentenceOf(summary('accepted', invalid))).toContain(
		'1 invalid. First not accepted: "06x": It ',
	);
});

it('lists up to the maximum, then says how many more', () => {
	expect(listInWords(['A', 'B'], 2)).toBe('A, B');
	expect(listInWords(['A', 'B', 'C'], 2)).toBe('A, B and 1 more');
});

it('names who ended how, at most twenty of each kind', () => {
	const statuses: Status[] = [...new Array<Status>(22).fill('notSent'), 'accepted'];
	const entries = statuses.map((_, item) => entryTo(`n${item}`, { item }));
	const outcomes = statuses.map((status): Outcome => ({
		status,
		reason: REASONS[status],
		explanation: said(''),
		smsCount: 0,
	}));
	const words = namesInWords(entries, outcomes);
	expect(words).toMatch(/^Accepted: n22\. Not sent: n0, n1, .* n19 and 2 more\.$/);
});
