import type { CauseOf } from '../domain/cause';
import type { CertificateFlaw, Finding } from '../domain/service/result';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

type ServiceFacts = CauseOf<'service'>;

const BASE_URL = "Check the 'Base URL'.";
const TOKEN = 'Renew it in the credential.';
const REFUSED = 'The SMS service refused the request';

/** What was found, without a full stop, and what to check; … stands for the value. */
export const FINDINGS: Readonly<Record<Finding, readonly [found: string, check?: string]>> = {
	accepted: ['Accepted by the SMS service'],
	refusedByService: [REFUSED],
	refusedTogether: ['The SMS service refused the whole request with this recipient'],
	notHere: [REFUSED, BASE_URL],
	unauthorized: ['The SMS service did not accept the access token', TOKEN],
	tokenExpired: ['The access token expired on …', TOKEN],
	forbidden: ['The access token has no permission for this', 'Ask the service for it.'],
	rateLimited: [
		'The SMS service received too many requests',
		`Set '${SETTINGS.requestsPerSecond}' to 1, or retry later.`,
	],
	serverError: ['The SMS service failed'],
	redirected: ['The SMS service has another address', "Ask it for the new 'Base URL'."],
	seeOther: ['The SMS service redirects to another page', BASE_URL],
	tooLarge: ['The response is larger than 1 MB'],
	short: ['The response was cut off'],
	notJson: ["The response isn't JSON", BASE_URL],
	notObject: ["The response isn't a JSON object", BASE_URL],
	failing: ['The SMS service responded that something failed'],
	notOk: ['The SMS service gave an unexpected response'],
	paid: [`${REFUSED}, but the balance fell`],
	maybePaid: [`${REFUSED}, and its balance could not be read`],
	noBalance: ["The SMS service didn't return the balance"],
	noAmount: ['The SMS service returned a balance that cannot be read: "…"'],
	connectionRefused: [
		'No connection to the SMS service',
		"Check the 'Base URL', and whether it is running.",
	],
	dnsFailure: ["The host name in the 'Base URL' was not found", 'Check for typos.'],
	tlsFailure: [
		'No secure connection to the SMS service',
		"Check its certificate, and 'https://' in the 'Base URL'.",
	],
	connectionBlocked: ["Requests to this 'Base URL' are not allowed by n8n"],
	proxyRefused: [
		'A proxy before the SMS service refused the connection',
		"Check n8n's proxy settings.",
	],
	timeout: ['The SMS service did not respond in time'],
	connectionLost: ['The connection was lost before a response came'],
};

const CERTIFICATES: Readonly<Record<CertificateFlaw, string>> = {
	expired: 'The certificate has expired.',
	notYetValid: 'The certificate is not valid yet.',
	selfSigned: 'The certificate is self-signed.',
	otherHost: 'The certificate is for another host name.',
	unknownIssuer: 'The issuer of the certificate is not known to n8n.',
};

export const ASK_WHETHER_SENT = 'Ask the service whether it was sent.';

/** The service's own words first, then what was found, what that means for the SMS, and what to check. */
export function serviceInWords(facts: ServiceFacts): string {
	const { found, sms, says, http, value = '', certificate, advice } = facts;
	const [what, check] = FINDINGS[found];
	// A certificate that is known tells what to do.
	const todo = (!certificate && check) ?? (sms === 'rejected' && !says && 'Ask the service why.');
	const status = http === undefined ? '' : ` (HTTP ${http})`;
	const is = `${what.replace('…', () => value)}${status}.`;
	const wrong = sentences(
		// With a full stop of ours where they said none.
		says && `The SMS service says: "${says}"${/[.!?]$/.test(says) ? '' : '.'}`,
		says ? is.replace(/^The SMS service/, 'It') : is,
		certificate && CERTIFICATES[certificate],
		sms === 'unknown' && ASK_WHETHER_SENT,
	);
	return `${wrong}\n${sentences(todo, advice)}`;
}
