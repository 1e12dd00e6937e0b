import type { Entry } from '../domain/entry';
import { withoutRequest, type Outcome } from '../domain/outcome';

const RESEND =
	"so it is not sent again automatically. To send it anyway, set 'If Outcome Is Unknown' to 'Resend'.";

/** By what made the key: the user, 'Skip Repeats' or a Retry. */
const SENTENCES = {
	key: {
		sent: 'an SMS with this deduplication key was accepted for this number before.',
		inDoubt: `An earlier attempt with this deduplication key ended without a known outcome. The SMS may have been sent, ${RESEND}`,
	},
	repeat: {
		sent: "the same SMS was accepted for this number before ('Skip Repeats').",
		inDoubt: `An earlier attempt to send the same SMS to this number ended without a known outcome. It may have been sent, ${RESEND}`,
	},
	retry: {
		sent: 'another retry of this execution has sent it.',
		inDoubt: `Another retry of this execution ended without a known outcome. The SMS may have been sent, ${RESEND}`,
	},
};

export const alreadySent = ({ madeFor }: Entry): Outcome =>
	withoutRequest('alreadySent', `Skipped: ${SENTENCES[madeFor ?? 'key'].sent}`);

export const stillInDoubt = ({ madeFor }: Entry): Outcome =>
	withoutRequest('interrupted', SENTENCES[madeFor ?? 'key'].inDoubt);

/** @param what such as "the deduplication key" */
export const couldNotBeSaved = (what: string, error: Error): Outcome =>
	withoutRequest(
		'deduplicationUnavailable',
		`Not sent, because ${what} could not be saved: ${error.message}`,
	);

const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** @param prefix what that means, such as "Not sent" */
export const overDailyLimit = (
	prefix: string,
	needed: number,
	most: number,
	left: number,
): Outcome =>
	withoutRequest(
		'overMaxSmsPerDay',
		`${prefix}: ${needed} SMS ${are(needed)} needed, and 'Max SMS per Day' allows ${most} a day, of which ${left} ${are(left)} left. Wait until tomorrow, or raise the limit.`,
	);
