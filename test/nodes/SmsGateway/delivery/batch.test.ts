import { createClaims } from '../../../../nodes/SmsGateway/history/deduplication';
import { startRun, type Run } from '../../../../nodes/SmsGateway/delivery/run';
import { openShare, type Share } from '../../../../nodes/SmsGateway/delivery/batch';
import { emptyLedgerData, openLedger } from '../../../../nodes/SmsGateway/history/ledger';
import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { entriesOf, SETTINGS, texts } from './plans';
import { memoryMarkStore } from '../history/memory-mark-store';
import { fate, REFUSED, simulatedService } from './simulated-service';
import { virtualClock } from './virtual-clock';

const ENTRIES = entriesOf(['1', 'Hi', 'a'], ['2', 'Hi', 'b'], ['3', 'Hi', '']);

/** A request to three, of whom the second may have been sent to in an earlier run. */
function shareWith(uncertain: 'doNotResend' | 'resend', fates = [fate(REFUSED)]) {
	const data = emptyLedgerData();
	openLedger(data).keep([ENTRIES[1]!], {
		status: 'unknown',
		reason: 'timeout',
		explanation: 'No answer in time.',
		smsCount: 1,
		request: 1,
	});
	const clock = virtualClock();
	const service = simulatedService(clock, fates);
	const store = memoryMarkStore();
	const run: Run = startRun(
		{ ...SETTINGS, uncertain },
		{ send: service.send, clock, ledger: openLedger(data), claims: createClaims(store) },
	);
	const outcomes = new Map<number, Outcome>();
	const plan = planRequests(ENTRIES, { batchSize: 9, excluded: new Set() });
	const share: Share = openShare(plan, plan.requests[0]!, run, outcomes);
	return { clock, service, store, run, outcomes, share, data };
}

const statusesOf = (outcomes: Map<number, Outcome>) =>
	[0, 1, 2].map((index) => outcomes.get(index)?.status);

test('what an earlier run ended is handed out at once and not claimed', async () => {
	const { share, outcomes, store } = shareWith('doNotResend');
	expect(share.left).toEqual([0, 2]);
	expect(statusesOf(outcomes)).toEqual([undefined, 'unknown', undefined]);
	expect(await share.claim()).toBe(true);
	expect([...store.marks].join()).not.toContain(' 2 ');
});

test('what is left goes out in one request, and its end is kept', async () => {
	const { clock, service, share, outcomes, data } = shareWith('doNotResend', []);
	await share.claim();
	const sending = share.send(5);
	expect(Object.keys(data.inFlight)).toEqual(['5']);
	await clock.run(sending);
	expect(texts(service)).toEqual(['Hi: 1|3']);
	expect(statusesOf(outcomes)).toEqual(['accepted', 'unknown', 'accepted']);
	expect(data.inFlight).toEqual({});
	expect(openLedger(data).find(ENTRIES[0]!)).toMatchObject({ status: 'accepted', request: 5 });
});

test('with resend, one that may have been sent before stays unknown in a request that is refused', async () => {
	const { clock, service, store, share, outcomes } = shareWith('resend');
	expect(share.left).toEqual([0, 1, 2]);
	await share.claim();
	await clock.run(share.send(5));
	expect(texts(service)).toEqual(['Hi: 1|2|3']);
	expect(statusesOf(outcomes)).toEqual(['rejected', 'unknown', 'rejected']);
	// Only the key of the first is free again.
	expect([...store.marks].sort()).toEqual(['open 2 b', 'seen 2 b']);
});

test('a run that has ended claims nothing', async () => {
	const { run, share, outcomes, store } = shareWith('doNotResend');
	run.heed(withoutRequest('notSent', 'rateLimited', ''), 3_600_000);
	expect(await share.claim()).toBe(false);
	expect(statusesOf(outcomes)).toEqual(['notSent', 'unknown', 'notSent']);
	expect(store.marks.size).toBe(0);
});

test('a run that ends while the claims are written gives them back', async () => {
	const { run, share, outcomes, store } = shareWith('doNotResend');
	const claiming = share.claim();
	run.heed(withoutRequest('notSent', 'rateLimited', ''), 3_600_000);
	expect(await claiming).toBe(false);
	expect(statusesOf(outcomes)).toEqual(['notSent', 'unknown', 'notSent']);
	expect(store.marks.size).toBe(0);
});
