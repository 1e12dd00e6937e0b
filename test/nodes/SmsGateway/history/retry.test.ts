import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { withRetryKeys } from '../../../../nodes/SmsGateway/history/retry';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { entriesOf } from '../delivery/plans';

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
