import { classify } from '../domain/service/classify';
import { smsCountOf } from '../domain/text/smsCount';
import type { Outcome } from '../domain/outcome';
import { askedToWait, backoff, MAX_WAIT, mayRetry } from '../domain/service/retryPolicy';
import type { Message } from '../domain/entry';
import type { Run } from './run';

/**
 * Makes one request, again where the retry policy allows it, until there is an outcome to keep.
 *
 * @param number the request's number, for the outcome
 */
export async function attempt(message: Message, number: number, run: Run): Promise<Outcome> {
	const { settings, tools, rateLimiter } = run;
	const { clock, signal } = tools;
	const smsCount = smsCountOf(message.message);
	// Once a try may have been sent, only an acceptance can settle what became of the SMS.
	let doubt: Outcome | undefined;

	for (let tried = 1; ; tried++) {
		run.requests++;
		const reply = await tools.send(message);
		const outcome = classify(reply, number, smsCount, tools.tokenExpiredAt?.());
		if (outcome.status === 'unknown') doubt = outcome;

		const asked = askedToWait(reply, clock.now());
		const patient = (asked ?? 0) <= MAX_WAIT;
		const wait = asked ?? backoff(tried, clock.random());
		const limited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		if (limited && patient) rateLimiter.pause(wait);
		if (tried >= settings.maxAttempts || !patient || !mayRetry(outcome, settings.uncertain)) {
			run.heed(outcome, asked ?? 0);
			return outcome.status === 'accepted' ? outcome : (doubt ?? outcome);
		}

		if (!limited) await clock.wait(wait, signal);
		await rateLimiter.acquire(signal);
		const halted = run.halted();
		if (halted) return doubt ?? halted;
	}
}
