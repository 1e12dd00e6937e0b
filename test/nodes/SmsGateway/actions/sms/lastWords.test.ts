import { lastWordsOf } from '../../../../../nodes/SmsGateway/actions/sms/sendMessages';
import type { Turn } from '../../../../../nodes/SmsGateway/actions/sms/carryOut';
import {
	INTERRUPTED,
	withoutRequest,
	type Outcome,
} from '../../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { ACCEPTED } from '../../../../fixtures/outcomes';
import { said } from '../../../../fixtures/causes';
import { entriesOf } from '../../delivery/plans';

const PHONE = '33612345678';
const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout' };
const SENT_BEFORE = withoutRequest('alreadySent', said('Sent by another execution.'));
const REJECTED: Outcome = { ...ACCEPTED, status: 'rejected', reason: 'refusedByService' };
const NOT_SENT = withoutRequest('outsideWindow', said('Too late.'));

type Known = Readonly<{ outcome?: Outcome; doubt?: Outcome }>;

/** What is said of one recipient when n8n ends the execution. */
function lastWords({ outcome, doubt }: Known): string {
	const turn = {
		ctx: { getNode: () => ({ name: 'SMS', type: 'smsGateway' }), getMode: () => 'trigger' },
		prepared: {
			plan: planRequests(entriesOf(PHONE), {}),
			options: { uncertain: 'doNotResend' },
		},
		progress: {
			outcomes: [outcome],
			doubts: new Map(doubt && [[0, doubt]]),
		},
	};
	return lastWordsOf(turn as unknown as Turn).error.message;
}

it.each<[string, Known, RegExp]>([
	['was accepted', { outcome: ACCEPTED }, /1 accepted/],
	['may have been sent', { outcome: INTERRUPTED }, /1 unknown/],
	['may have been sent before', { doubt: UNKNOWN }, /1 unknown/],
	['was sent by another execution', { outcome: SENT_BEFORE }, /1 already sent/],
	['was refused by the service', { outcome: REJECTED }, /1 not sent/],
	['was kept back', { outcome: NOT_SENT }, /1 not sent/],
	['was not come to', {}, /1 not sent/],
])('says at the end of an execution what is known of who %s', (_, known, words) => {
	const text = lastWords(known);
	expect(text).toMatch(/^n8n ended this execution before everything was sent: /);
	expect(text).toMatch(words);
});
