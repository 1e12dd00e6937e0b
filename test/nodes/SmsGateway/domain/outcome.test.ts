import { isFailure, STATUSES, withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';

test('rejected, unknown and notSent are failures; accepted and skipped are not', () => {
	expect(STATUSES.filter((status) => isFailure({ status }))).toEqual([
		'rejected',
		'unknown',
		'notSent',
	]);
});

test('an outcome without a request costs nothing and names no request', () => {
	expect(withoutRequest('notSent', 'cancelled', 'Cancelled.')).toEqual({
		status: 'notSent',
		reason: 'cancelled',
		explanation: 'Cancelled.',
		smsCount: 0,
	});
});
