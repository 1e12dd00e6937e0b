import { judge } from '../domain/judge';
import { smsCountOf } from '../domain/message';
import type { Outcome } from '../domain/outcome';
import { askedToWait, backoff, LONGEST_WAIT, mayTryAgain } from '../domain/retryPolicy';
import type { Message, Run } from './run';

/**
 * Makes one request, again where the retry policy allows it, until there is an outcome to keep.
 *
 * @param number the request's number, for the outcome
 */
export async function attempt(message: Message, number: number, run: Run): Promise<Outcome> {
	const { settings, tools, pacer } = run;
	const { clock, signal } = tools;
	const smsCount = smsCountOf(message.message);
	// Once a try may have been sent, only an acceptance can settle what became of the SMS.
	let doubt: Outcome | undefined;

	for (let tried = 1; ; tried++) {
		run.requests++;
		const reply = await tools.send(message);
		const outcome = judge(reply, number, smsCount, tools.tokenExpired?.());
		if (outcome.status === 'unknown') doubt = outcome;

		const asked = askedToWait(reply, clock.now());
		const patient = (asked ?? 0) <= LONGEST_WAIT;
		const wait = asked ?? backoff(tried, clock.random());
		const limited = outcome.reason === 'rateLimited';
		// The others wait too, also where this one gives up.
		if (limited && patient) pacer.pause(wait);
		if (tried >= settings.maxTries || !patient || !mayTryAgain(outcome, settings.uncertain)) {
			run.heed(outcome, asked ?? 0);
			return outcome.status === 'accepted' ? outcome : (doubt ?? outcome);
		}

		if (!limited) await clock.wait(wait, signal);
		await pacer.turn(signal);
		const halted = run.halted();
		if (halted) return doubt ?? halted;
	}
}
