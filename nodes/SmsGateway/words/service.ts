import type { CauseOf } from '../domain/cause';
import type { CertificateFlaw, Finding } from '../domain/service/result';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';
import plain from './plain.json';

const BASE_URL = "Check the 'Base URL'.";
/** n8n cannot know, and sends nothing again by itself. */
const ASK_WHO = 'Ask the recipient or service before sending again';
const REFUSED = 'The SMS service refused the request';

/** What was found, without a full stop, and what to check; … stands for the value. */
export const FINDINGS: Readonly<Record<Finding, readonly [found: string, check?: string]>> = {
	accepted: ['Accepted by the SMS service'],
	refusedByService: [REFUSED],
	refusedTogether: ['The SMS service refused this recipient and others together'],
	notHere: [REFUSED, BASE_URL],
	unauthorized: [
		'The SMS service did not accept the access token',
		'Copy it again into the credential.',
	],
	tokenExpired: ['The access token expired on …', 'Ask the service for a new one.'],
	forbidden: ['The access token has no permission for this', 'Ask the service for it.'],
	rateLimited: [
		'The SMS service got too many requests',
		`Set '${SETTINGS.requestsPerSecond}' to 1.`,
	],
	serverError: ['The SMS service failed'],
	redirected: ['The SMS service has another address', "Ask it for the new 'Base URL'."],
	seeOther: ['The SMS service redirects elsewhere', BASE_URL],
	tooLarge: ['The response is larger than 1 MB'],
	short: ['The response was cut off'],
	notJson: ["The response isn't JSON", BASE_URL],
	notObject: ["The response isn't a JSON object", BASE_URL],
	failing: ['The SMS service responded that something failed'],
	notOk: ['The SMS service gave an unexpected response'],
	paid: [`${REFUSED}, but the balance fell`],
	maybePaid: [`${REFUSED}, and its balance could not be read`],
	noBalance: ["The SMS service didn't return the balance", BASE_URL],
	noAmount: ['The SMS service returned an unreadable balance, "…"', 'Ask it why.'],
	connectionRefused: [
		'No connection to the SMS service',
		"Check the 'Base URL', or ask the service if it is down.",
	],
	dnsFailure: ["The host in the 'Base URL' was not found", "Check for typos, or n8n's network."],
	tlsFailure: [
		'No secure connection to the SMS service',
		"Ask it for a valid certificate, or check the 'Base URL'.",
	],
	connectionBlocked: ["n8n does not allow requests to this 'Base URL'", 'Ask its administrator.'],
	proxyRefused: ['A proxy refused the connection', "Check n8n's proxy settings."],
	timeout: ['The SMS service did not respond in time'],
	connectionLost: ['The connection was lost before a response came'],
};

const CERTIFICATES: Readonly<Record<CertificateFlaw, string>> = plain.certificate;

/** The service's own words first, then what was found, what to check, and who knows what became of the SMS. */
export function serviceInWords(facts: CauseOf<'service'>): string {
	const { found, sms, says, http, value = '', certificate, advice } = facts;
	const [what, check] = FINDINGS[found];
	const status = http === undefined ? '' : ` (HTTP ${http})`;
	const is = `${what.replace('…', () => value)}${status}.`;
	return sentences(
		// With a full stop of ours where they said none.
		says && `The SMS service says: "${says}"${/[.!?]$/.test(says) ? '' : '.'}`,
		says ? is.replace(/^The SMS service/, 'It') : is,
		certificate && CERTIFICATES[certificate],
		check ?? (!says && (sms ?? 'rejected') === 'rejected' && 'Ask the service why.'),
		sms === 'unknown' && `${ASK_WHO}.`,
		advice,
	);
}
