import { NO_DEDUPLICATION } from '../../../../nodes/SmsGateway/history/deduplication';
import { startRun } from '../../../../nodes/SmsGateway/delivery/run';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import type { Outcome, Reason, Status } from '../../../../nodes/SmsGateway/domain/outcome';
import { MAX_WAIT } from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import { SETTINGS } from './plans';
import { simulatedService } from './simulated-service';
import { virtualClock } from './virtual-clock';

const outcome = (status: Status, reason: Reason): Outcome => ({
	status,
	reason,
	explanation: '',
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

test('a run goes on until something ends it', () => {
	expect(runWith({}).halted()).toBeUndefined();
	expect(reasonAfter(outcome('accepted', 'accepted'), true)).toBeUndefined();
});

test.each<[Status, Reason]>([
	['rejected', 'refusedByService'],
	['unknown', 'timeout'],
	['notSent', 'connectionRefused'],
])('%s, %s ends it only where On Error is Stop', (status, reason) => {
	expect(reasonAfter(outcome(status, reason))).toBeUndefined();
	expect(reasonAfter(outcome(status, reason), true)).toBe('stopped');
});

test.each<Reason>(['unauthorized', 'forbidden'])('%s always ends it', (reason) => {
	expect(reasonAfter(outcome('rejected', reason))).toBe('stopped');
});

test('a pause longer than five minutes ends it, a shorter one does not', () => {
	const run = runWith({});
	expect(run.pause(MAX_WAIT)).toBe(true);
	expect(run.halted()).toBeUndefined();
	expect(run.pause(MAX_WAIT + 1)).toBe(false);
	expect(run.halted()?.reason).toBe('rateLimited');
});

test('the first cause stays the one that is told', () => {
	const run = runWith({ stopOnFailure: true });
	run.pause(MAX_WAIT + 1);
	run.haltOn(outcome('rejected', 'unauthorized'));
	expect(run.halted()!.reason).toBe('rateLimited');
});

test('a cancellation ends it', () => {
	const cancel = new AbortController();
	const run = runWith({ signal: cancel.signal });
	expect(run.halted()).toBeUndefined();
	cancel.abort();
	expect(run.halted()).toMatchObject({ status: 'notSent', reason: 'cancelled' });
});
