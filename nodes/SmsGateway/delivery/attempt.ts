import { classify } from '../domain/service/classify';
import { smsCountOf } from '../domain/text/smsCount';
import type { Outcome } from '../domain/outcome';
import { askedToWait, backoff, mayRetry } from '../domain/service/retryPolicy';
import type { Message } from '../domain/entry';
import type { Run } from './run';

/**
 * Makes one request, again where the retry policy allows it, until there is an outcome to keep.
 *
 * @param number the request's number, for the outcome
 * @param mayGoOn whether its recipients may still be sent to
 */
export async function attempt(
	message: Message,
	number: number,
	run: Run,
	mayGoOn = () => true,
): Promise<Outcome> {
	const { settings, tools, rateLimiter } = run;
	const { clock, signal } = tools;
	const smsCount = smsCountOf(message.message);
	// Once an attempt may have been sent, only an acceptance tells what became of the SMS.
	let doubt: Outcome | undefined;

	for (let attempts = 1; ; attempts++) {
		run.requests++;
		const reply = await tools.send(message);
		const outcome = classify(reply, number, smsCount, tools.tokenExpiredAt?.());
		if (outcome.status === 'unknown') doubt = outcome;

		const wait = askedToWait(reply, clock.now()) ?? backoff(attempts, clock.random());
		const limited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		const mayWait = !limited || run.pause(wait);
		if (attempts >= settings.maxAttempts || !mayWait || !mayRetry(outcome, settings.uncertain)) {
			run.haltOn(outcome);
			return outcome.status === 'accepted' ? outcome : (doubt ?? outcome);
		}

		if (!limited) await clock.wait(wait, signal);
		await rateLimiter.acquire(signal);
		const halted = run.halted();
		if (halted) return doubt ?? halted;
		if (!mayGoOn()) {
			run.haltOn(outcome);
			return doubt ?? outcome;
		}
	}
}
