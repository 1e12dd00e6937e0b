import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/history/deduplication';
import { startRun } from '../../../../nodes/SmsGateway/delivery/run';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import type { Outcome, Reason, Status } from '../../../../nodes/SmsGateway/domain/outcome';
import { MAX_WAIT } from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { SETTINGS } from './harness';
import { simulatedService } from './simulated-service';
import { virtualClock } from './virtual-clock';
import { said } from '../../../fixtures/causes';

const outcome = (status: Status, reason: Reason): Outcome => ({
	status,
	reason,
	explanation: said(''),
	smsCount: 0,
});

function runWith({
	stopOnFailure = false,
	signal,
}: {
	stopOnFailure?: boolean;
	signal?: AbortSignal;
}) {
	const clock = virtualClock();
	return startRun(
		planRequests([], {}),
		{ ...SETTINGS, stopOnFailure },
		{
			clock,
			send: simulatedService(clock).send,
			ledger: openLedger(emptyLedgerData()),
			deduplication: NO_DEDUPLICATION,
			signal,
		},
	);
}

const reasonAfter = (given: Outcome, stopOnFailure = false) => {
	const run = runWith({ stopOnFailure });
	run.haltOn(given);
	return run.halted()?.reason;
};

it.each<[Status, Reason]>([
	['rejected', 'refusedByService'],
	['unknown', 'timeout'],
	['notSent', 'connectionRefused'],
])('ends with %s, %s only if On Error is Stop', (status, reason) => {
	expect(reasonAfter(outcome(status, reason))).toBeUndefined();
	expect(reasonAfter(outcome(status, reason), true)).toBe('stopped');
});

it.each<Reason>(['unauthorized', 'forbidden'])('always ends with %s, and says why', (reason) => {
	const run = runWith({});
	run.haltOn(outcome('rejected', reason));
	expect(run.halted()).toMatchObject({
		reason: 'stopped',
		explanation: [{ name: 'stopped', by: 'tokenRefused' }],
	});
});

it('ends when the service asks for more than five minutes', () => {
	const run = runWith({});
	expect(run.pause(MAX_WAIT)).toBe(true);
	expect(run.halted()).toBeUndefined();
	expect(run.pause(MAX_WAIT + 1)).toBe(false);
	expect(run.halted()?.reason).toBe('rateLimited');
});

it.each([
	[5 * 60_000 + 1, 6],
	[24 * 60 * 60_000, 1440],
])('says how long it was asked to wait: %i ms', (milliseconds, minutes) => {
	const run = runWith({});
	run.pause(milliseconds);
	expect(run.halted()!.explanation).toStrictEqual([{ name: 'askedToWait', minutes }]);
});
