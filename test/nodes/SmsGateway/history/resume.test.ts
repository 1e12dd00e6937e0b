import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { resume, withRetryKeys } from '../../../../nodes/SmsGateway/history/resume';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { entriesOf, excluding } from '../delivery/plans';
import { said } from '../../../fixtures/causes';

const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout' };
const nothing = { find: () => undefined };
const nobody = () => undefined;
const knowing = (outcome: Outcome, ...phones: string[]) => ({
	find: ({ recipient }: Pick<Entry, 'recipient'>) =>
		phones.includes(recipient) ? outcome : undefined,
});

describe('of what is not to be sent now', () => {
	const late = planRequests(entriesOf('1', '2'), {
		refusalOf: () => withoutRequest('expired', said('Too late.')),
	});
	const excluded = planRequests(entriesOf('1', '2'), { refusalOf: excluding('2') });

	it('hands out what was sent before', () => {
		for (const plan of [late, excluded]) {
			expect(resume(plan, knowing(ACCEPTED, '2'), 'resend', nobody).settled[1]).toBe(ACCEPTED);
			expect(resume(plan, knowing(UNKNOWN, '2'), 'resend', nobody).settled[1]).toBe(UNKNOWN);
		}
	});

	it('hands out what another turn does not know, unless it is skipped on purpose', () => {
		const elsewhere = knowing(UNKNOWN, '2').find;
		const settledIn = (plan: Plan) => resume(plan, nothing, 'doNotResend', elsewhere).settled[1];
		expect(settledIn(late)).toBe(UNKNOWN);
		expect(settledIn(excluded)).toMatchObject({ reason: 'excluded' });
	});
});

it('gives what is left a key of the execution, its turn and item, and a second one beside its own', () => {
	const planned = planRequests(entriesOf('1', ['2', 'Hi', 'order-1'], '3', '4'), {});
	const plan = { ...planned, settled: [undefined, undefined, ACCEPTED, undefined] };
	const keyed = withRetryKeys(plan, '7', '2');
	const keysOf = keyed.entries.map(({ key, retryKey, madeFor }) => [key, retryKey, madeFor]);
	expect(keysOf).toStrictEqual([
		['retry 7 2 0', undefined, 'retry'],
		['order-1', 'retry 7 2 1', undefined],
		['', undefined, undefined],
		['retry 7 2 3', undefined, 'retry'],
	]);
	expect(keyed).toStrictEqual({ ...plan, entries: keyed.entries });
});

it('gives several SMS of an item to one phone keys of their own', () => {
	const [one] = entriesOf('1');
	const plan = planRequests([one!, { ...one!, message: 'More' }], {});
	const keys = withRetryKeys(plan, '7', '0').entries.map(({ key }) => key);
	expect(keys).toStrictEqual(['retry 7 0 0', 'retry 7 0 0 more']);
});
