import { lastWordsOf } from '../../../../../nodes/SmsGateway/actions/sms/report';
import type { SendingTurn } from '../../../../../nodes/SmsGateway/actions/sms/turn';
import { withoutRequest, type Outcome } from '../../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { emptyLedgerData, openLedger } from '../../../../../nodes/SmsGateway/history/ledger';
import { ACCEPTED } from '../../../../fixtures/outcomes';
import { said } from '../../../../fixtures/causes';
import { entriesOf } from '../../delivery/plans';

const PHONE = '33612345678';
const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout' };
const SENT_BEFORE = withoutRequest('alreadySent', said('Sent by another execution.'));
const REJECTED: Outcome = { ...ACCEPTED, status: 'rejected', reason: 'refusedByService' };
const NOT_SENT = withoutRequest('outsideWindow', said('Too late.'));

/** What is said of one recipient when n8n ends the execution. */
function lastWords(kept?: Outcome, now?: Outcome, doubt?: Outcome): string {
	const plan = planRequests(entriesOf(PHONE), {});
	const data = emptyLedgerData();
	if (kept) {
		const ledger = openLedger(data);
		ledger.begin(1, plan.entries);
		ledger.end(1, kept);
	}
	const turn = {
		ctx: { getNode: () => ({ name: 'SMS', type: 'smsGateway' }), getMode: () => 'trigger' },
		prepared: { plan, options: { uncertain: 'doNotResend' } },
		history: { ledgerOfRetry: () => openLedger(data) },
		progress: { outcomes: [now], doubts: new Map(doubt && [[0, doubt]]) },
	};
	return lastWordsOf(turn as unknown as SendingTurn).error.message;
}

it.each<[string, Outcome | undefined, Outcome | undefined, Outcome | undefined, RegExp]>([
	['was accepted', ACCEPTED, ACCEPTED, undefined, /1 accepted/],
	['was accepted, as only the ledger knows', ACCEPTED, undefined, undefined, /1 accepted/],
	['may have been sent', UNKNOWN, undefined, undefined, /1 unknown/],
	['was sent by another execution', undefined, SENT_BEFORE, undefined, /1 already sent/],
	['may have been sent by another one', undefined, undefined, UNKNOWN, /1 unknown/],
	['was refused by the service', undefined, REJECTED, undefined, /1 not sent/],
	['was kept back', undefined, NOT_SENT, undefined, /1 not sent/],
	['was not come to', undefined, undefined, undefined, /1 not sent/],
])('says at the end of an execution what is known of who %s', (_, kept, now, doubt, words) => {
	const text = lastWords(kept, now, doubt);
	expect(text).toMatch(/^n8n ended this execution before everything was sent: /);
	expect(text).toMatch(words);
});
