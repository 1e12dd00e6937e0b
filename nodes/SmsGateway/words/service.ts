import type { CauseOf } from '../domain/cause';
import type { Finding } from '../domain/service/result';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

type ServiceFacts = CauseOf<'service'>;

const BASE_URL = "Check the 'Base URL'.";
const TOKEN = 'Enter a valid token in the credential.';

/** What was found, without a full stop, and what to check. */
export const FINDINGS: Readonly<
	Record<Finding, Readonly<{ found: string | ((facts: ServiceFacts) => string); check?: string }>>
> = {
	accepted: { found: 'Accepted by the SMS service' },
	refusedByService: { found: 'The SMS service refused the request' },
	refusedTogether: { found: 'The SMS service refused the whole request with this recipient' },
	notHere: { found: 'The SMS service refused the request', check: BASE_URL },
	unauthorized: { found: 'The SMS service did not accept the access token', check: TOKEN },
	tokenExpired: { found: ({ value }) => `The access token expired on ${value}`, check: TOKEN },
	forbidden: {
		found: ({ sms }) =>
			`The access token is not allowed to ${sms ? 'send SMS' : 'read the balance'}`,
		check: TOKEN,
	},
	rateLimited: {
		found: 'The SMS service received too many requests',
		check: `Set or lower '${SETTINGS.requestsPerSecond}', or try again later.`,
	},
	serverError: { found: 'The SMS service failed' },
	redirected: {
		found: 'The SMS service redirects to another address, which is not followed',
		check: "Enter the final address as 'Base URL'.",
	},
	seeOther: {
		found: 'The SMS service redirects to another page',
		check: BASE_URL,
	},
	tooLarge: { found: 'The response is larger than 1 MB' },
	short: { found: 'The response was cut off' },
	notJson: { found: "The response isn't from the SMS service (no JSON)", check: BASE_URL },
	notObject: {
		found: "The response isn't from the SMS service (no JSON object)",
		check: BASE_URL,
	},
	failing: { found: 'The SMS service responded that something failed' },
	failingStatus: {
		found: ({ value }) => `The SMS service responded with an unknown status, '${value}'`,
	},
	notOk: { found: 'The SMS service gave an unexpected response' },
	paid: {
		found:
			'The SMS service refused the request, but took more from the balance than the accepted SMS cost',
	},
	maybePaid: { found: 'The SMS service refused the request, and its balance could not be read' },
	noBalance: { found: "The SMS service didn't return the balance" },
	noAmount: {
		found: ({ value }) => `The SMS service returned a balance that cannot be read: "${value}"`,
	},
	connectionRefused: {
		found: 'No connection to the SMS service',
		check: "Check the 'Base URL', the network, and whether the service is running.",
	},
	dnsFailure: {
		found: "The host name in the 'Base URL' was not found",
		check: 'Check for typos.',
	},
	tlsFailure: {
		found: 'No secure connection to the SMS service',
		check: "Check its certificate, and 'https://' in the 'Base URL'.",
	},
	connectionBlocked: { found: "Requests to this 'Base URL' are not allowed by n8n" },
	proxyRefused: {
		found: 'A proxy between n8n and the SMS service refused the connection',
		check: 'Check the proxy settings of n8n.',
	},
	timeout: { found: 'The SMS service did not respond in time' },
	connectionLost: { found: 'The connection was lost before the SMS service responded' },
};

const MAY_HAVE_ARRIVED = 'It may have been sent: ask the service.';

/** The service's own words first, then what was found, what that means for the SMS, and what to check. */
export function serviceInWords(facts: ServiceFacts): string {
	const { found, check } = FINDINGS[facts.found];
	const { sms, says, http, advice } = facts;
	const what = typeof found === 'string' ? found : found(facts);
	const status = http === undefined ? '' : ` (HTTP ${http})`;
	return sentences(
		says && `The SMS service says: "${says}"`,
		`${says ? what.replace(/^The SMS service/, 'It') : what}${status}.`,
		sms === 'unknown' ? MAY_HAVE_ARRIVED : undefined,
		check ?? (sms === 'rejected' && !says ? 'Ask your SMS service why.' : undefined),
		advice,
	);
}
