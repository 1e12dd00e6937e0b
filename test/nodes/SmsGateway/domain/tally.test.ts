import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Outcome, Status } from '../../../../nodes/SmsGateway/domain/outcome';
import {
	adviceOf,
	namesInWords,
	sentenceOf,
	tallyOf,
} from '../../../../nodes/SmsGateway/domain/tally';

const entry = (index: number): Entry => ({
	item: index,
	senderId: 'SHOP',
	message: 'Hi',
	key: '',
	recipient: `3363998001${index}`,
});

const outcome = (status: Status, more: Partial<Outcome> = {}): Outcome => ({
	status,
	reason: 'accepted',
	explanation: 'Because.',
	smsCount: status === 'accepted' || status === 'unknown' ? 2 : 0,
	...more,
});

function tallied(...statuses: Status[]) {
	const entries = statuses.map((_, index) => entry(index));
	const outcomes = statuses.map((status) => outcome(status));
	return { entries, outcomes, tally: tallyOf(entries, outcomes) };
}

describe('the advice', () => {
	it.each<[Status[], RegExp]>([
		[['accepted'], /^Do not send this again\.$/],
		[['unknown'], /^Do not send this again: the SMS may have arrived\.$/],
		[['rejected'], /^It was not sent; send it again only after/],
		[['notSent'], /^It was not sent; send it again only after/],
		[['skipped'], /^Nothing was sent, on purpose\. Do not send this again\.$/],
		[['accepted', 'skipped'], /^Do not send this again\.$/],
		[['unknown', 'accepted'], /^Do not send this again: those unknown may have/],
		[['skipped', 'skipped'], /^Nothing was sent, on purpose/],
		[['rejected', 'notSent'], /^Nothing was sent; send it again only after/],
		[
			['accepted', 'unknown', 'rejected', 'notSent'],
			/^Do not send again to those accepted\. .* those unknown: .* send again to them only/,
		],
	])('after %j is clear about a repeat', (statuses, advice) => {
		expect(adviceOf(tallied(...statuses).tally)).toMatch(advice);
	});
});

describe('the sentence', () => {
	it('is short when all went well', () => {
		expect(sentenceOf(tallied('accepted').tally)).toBe(
			'1 recipient: 1 accepted. Do not send this again.',
		);
	});

	it('names the first problem', () => {
		expect(sentenceOf(tallied('accepted', 'unknown', 'notSent').tally)).toBe(
			'3 recipients: 1 accepted, 1 unknown (may have been sent), 1 not sent. First problem: 33639980011: Because. Do not send again to those accepted. Do not send again to those unknown: they may have the SMS already. Those refused or not sent did not get it; send again to them only, after mending the cause.',
		);
	});
});

describe('the names', () => {
	it('stand under what became of them', () => {
		const { entries, outcomes } = tallied('notSent', 'accepted', 'notSent');
		expect(namesInWords(entries, outcomes)).toBe(
			'Accepted: 33639980011. Not sent: 33639980010, 33639980012.',
		);
	});

	it('are 20 at most, with how many more there are', () => {
		const { entries, outcomes } = tallied(...Array<Status>(25).fill('accepted'));
		expect(namesInWords(entries, outcomes)).toMatch(/^Accepted: (\d+, ){20}and 5 more\.$/);
	});
});

describe('the counts', () => {
	it('add up', () => {
		const { tally } = tallied('accepted', 'unknown', 'rejected', 'notSent', 'skipped', 'accepted');
		expect(tally.recipients).toEqual({
			total: 6,
			accepted: 2,
			unknown: 1,
			rejected: 1,
			notSent: 1,
			skipped: 1,
		});
		expect(tally.smsCount).toBe(6);
		expect(tally.failures).toHaveLength(3);
	});

	it('leave out the SMS that an earlier run has spent', () => {
		const { smsCount } = tallyOf([entry(0)], [outcome('accepted', { replayed: true })]);
		expect(smsCount).toBe(0);
	});

	it('list 100 failures at most', () => {
		const { tally } = tallied(...Array<Status>(150).fill('rejected'));
		expect(tally.recipients.rejected).toBe(150);
		expect(tally.failures).toHaveLength(100);
	});
});
