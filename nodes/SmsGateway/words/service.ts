import type { CauseOf } from '../domain/cause';
import type { Finding } from '../domain/service/result';
import { sentences } from '../domain/text/sentences';
import plain from './plain.json';

/** n8n cannot know, and sends nothing again by itself. */
const ASK_WHO = 'Ask the service if it arrived';

/** What was found, without a full stop; … stands for the value. */
export const FOUND: Readonly<Record<Finding, string>> = plain.found;

/** The service's own words first, then what was found, what to check, and who knows what became of the SMS. */
export function serviceInWords(facts: CauseOf<'service'>): string {
	const { found, sms, says, http, value = '', certificate, advice } = facts;
	// Only what sends has that option.
	const isRead = found === 'rateLimited' && sms === undefined;
	const checks: Partial<Record<Finding, string>> = plain.check;
	const check = isRead ? 'Try again later.' : checks[found];
	const status = http === undefined ? '' : ` (HTTP ${http})`;
	const is = `${FOUND[found].replace('…', () => value)}${status}.`;
	return sentences(
		// With a full stop of ours where they said none.
		says && `The SMS service says: "${says}"${/[.!?]$/.test(says) ? '' : '.'}`,
		says ? is.replace(/^The SMS service/, 'It') : is,
		certificate && plain.certificate[certificate],
		check ?? (!says && (sms ?? 'rejected') === 'rejected' && 'Ask the service why.'),
		sms === 'unknown' && `${ASK_WHO}.`,
		advice,
	);
}
