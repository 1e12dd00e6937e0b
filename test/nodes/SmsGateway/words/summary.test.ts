import {
	CANCELLED,
	REASONS,
	withoutRequest,
	type Outcome,
	type Reason,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { summarize } from '../../../../nodes/SmsGateway/domain/summary';
import { countsInWords, endsInWords, sentenceOf } from '../../../../nodes/SmsGateway/words/summary';
import { said } from '../../../fixtures/causes';
import { entryTo } from '../../../fixtures/entries';
import { ACCEPTED } from '../../../fixtures/outcomes';

const first = (status: Status): Reason =>
	(Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason].status === status)!;

const summary = (...given: Array<Status | Outcome>) => {
	const outcomes = given.map((one) =>
		typeof one === 'string' ? withoutRequest(first(one), said(`It was ${one}.`)) : one,
	);
	return summarize(outcomes.map((one, item) => ({ ...entryTo(`${item}`, { item }), ...one })));
};

const accepted = (smsCount: number, replayed?: true): Outcome => ({
	...ACCEPTED,
	smsCount,
	...(replayed && { replayed }),
});

it('counts the recipients, in all and per status', () => {
	const { recipients } = summary('accepted', 'skipped', 'unknown', 'accepted');
	const counts = { accepted: 2, rejected: 0, unknown: 1, notSent: 0, skipped: 1 };
	expect(recipients).toStrictEqual({ total: 4, ...counts });
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
	expect(failures[0]).toMatchObject({ recipient: '1', reason: 'refusedByService' });
	expect(failures[99]!.recipient).toBe('100');
});

/** The last sentence. */
const adviceAfter = (...statuses: Status[]) =>
	/[^.]+\.$/.exec(sentenceOf(summary(...statuses)))?.[0].trim();

it.each<[Status[], advises: string]>([
	[['accepted', 'notSent'], 'the rest'],
	[['unknown', 'rejected'], 'the rest'],
	[['skipped', 'rejected'], 'the rest'],
	[['rejected', 'notSent'], 'all'],
	[['skipped', 'skipped'], 'nobody'],
	[['accepted', 'skipped'], 'nobody'],
	[['unknown', 'skipped'], 'nobody'],
])('advises after %j to send again to %s', (statuses, whom) => {
	const [rest, all, nobody] = [['accepted', 'rejected'], ['rejected'], ['accepted']].map((some) =>
		adviceAfter(...(some as Status[])),
	);
	expect(new Set([rest, all, nobody]).size).toBe(3);
	expect(adviceAfter(...statuses)).toBe({ 'the rest': rest, all, nobody }[whom]);
});

it('lets a model call again for none of those that may have got it', () => {
	const told = sentenceOf(summary('accepted', 'unknown', 'unknown'), true);
	expect(told).toMatch(/Do not call again for these recipients; tell the user\.$/);
	const some = sentenceOf(summary('accepted', 'unknown', 'rejected'), true);
	expect(some).toMatch(
		/^(?!.*(?:then|not) call again).* Tell the user\. Call again only for recipients that the user names\.$/,
	);
});

it('names who ended how, up to the maximum of each kind', () => {
	const all = ['a', 'b', 'c', 'd'].map((name, item) => {
		return { ...entryTo(name, { item }), ...(name === 'd' ? CANCELLED : accepted(1)) };
	});
	const words = endsInWords(all, 2);
	expect(words).toContain('a, b and 1 more.');
	expect(words).toMatch(/d\.$/);
});

it('names no setting to a model, and has it tell the user whom a setting keeps out', () => {
	const kept = withoutRequest('notAllowed', [{ name: 'notAllowed' }]);
	expect(sentenceOf(summary('accepted', kept))).toContain("'Allowed Recipients'");
	const told = sentenceOf(summary('accepted', kept), true);
	expect(told).toMatch(
		/, 1 not allowed\. Skipped: 1\. Tell the user\. Do not send this to the same number again\.$/,
	);
	const all = (Object.keys(REASONS) as Reason[]).map((reason) => ({ reason }));
	expect(countsInWords(all, true)).toMatch(/^[^']*1 in a country [^']*1 too late to send[^']*$/);
});

it('does not tell a person after a test never to send it', () => {
	const tested = withoutRequest('testRun', [{ name: 'testRun' }]);
	expect(sentenceOf(summary('accepted', tested))).not.toContain('Do not send');
});
