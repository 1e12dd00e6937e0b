import { INTERRUPTED, mayHaveArrived, type Outcome } from '../domain/outcome';
import { entriesOf, type PlannedRequest } from '../domain/plan/plan';
import { textOf } from '../domain/plan/sameSms';
import { classify, refusedButPaid, refusedTogether } from '../domain/service/classify';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	mayDivide,
	mayRetry,
} from '../domain/service/retryPolicy';
import { smsCountOf } from '../domain/text/segments';
import { settle, type Run } from './run';

/** `wait`: milliseconds until it is attempted again. `isOpen`: refused, unless the balance says otherwise. */
type Attempt = { outcome: Outcome; wait?: number; isOpen?: boolean };

/** Makes a request once, and settles its rows. */
export async function attempt(request: PlannedRequest, run: Run): Promise<Attempt> {
	const { senderId, message, rows, attempts = 0, inDoubt } = request;
	const { balance, clock, ledger, send } = run.tools;
	const entries = entriesOf(rows);
	const number = ++run.lastRequest;
	ledger.begin(number, entries);
	// So they end if n8n ends the execution meanwhile.
	settle(rows, INTERRUPTED);
	const started = clock.now();
	const result = await send({ senderId, message, recipients: entries.map((one) => one.recipient) });
	run.lastTook = clock.now() - started;
	const outcome = classify(result, number, smsCountOf(message));
	const isRefusedTogether = mayDivide(outcome, rows.length);
	const isOpen = isRefusedTogether && balance !== undefined;
	if (!isOpen) ledger.end(number, outcome);
	// The attempt before was for the same SMS: one of the two counts. Rows that have left the request keep its doubt.
	const isSame = inDoubt?.recipients === rows.length;
	if (isSame && mayHaveArrived(outcome)) ledger.forget(inDoubt.request);
	if (isRefusedTogether) {
		// While it is open, what is true if n8n ends the execution now.
		const perhaps = refusedButPaid(outcome, message, 'maybePaid');
		settle(rows, isOpen ? perhaps : refusedTogether(outcome));
		return { outcome, isOpen };
	}

	const isLimited = outcome.reason === 'rateLimited';
	const wait = askedToWait(result, clock.now()) ?? backoff(attempts + 1, clock.random());
	// The others wait too, also where this one gives up.
	const tooLong = isLimited ? run.pause(wait) : undefined;
	settle(rows, tooLong ? { ...outcome, causes: [tooLong, ...outcome.causes] } : outcome);
	if (!tooLong && attempts + 1 < MAX_ATTEMPTS && mayRetry(outcome, run.settings.uncertain)) {
		// From here on only an acceptance tells what became of the SMS.
		if (outcome.status === 'unknown') for (const row of rows) row.doubt = outcome;
		return { outcome, wait: isLimited ? 0 : wait };
	}
	run.haltOn(outcome);
	if (outcome.status === 'accepted') {
		run.smsSinceBalance += smsCountOf(message) * rows.length;
		run.acceptedTexts.add(textOf(request));
	}
	return { outcome };
}
