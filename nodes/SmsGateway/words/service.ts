import type { CauseOf } from '../domain/cause';
import type { Finding } from '../domain/service/result';
import { SETTINGS } from '../domain/settings';
import { sentences } from '../domain/text/sentences';

type ServiceFacts = CauseOf<'service'>;

const BASE_URL =
	"Check the 'Base URL': it is everything before /sms/send, and usually ends in /api/v1.";
const TOKEN = 'Enter a valid token in the credential.';

/** What was found, without a full stop, and what to check. */
export const FINDINGS: Readonly<
	Record<Finding, Readonly<{ found: string | ((facts: ServiceFacts) => string); check?: string }>>
> = {
	accepted: { found: 'Accepted by the SMS service' },
	refusedByService: { found: 'The SMS service refused the request' },
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
		found: 'The SMS service redirects to another page, as servers also do after the work is done',
		check: BASE_URL,
	},
	tooLarge: { found: 'The response is larger than 1 MB, and was not read to its end' },
	short: { found: 'The response was cut off on its way' },
	notJson: { found: "The response is not from the SMS service: it isn't JSON", check: BASE_URL },
	notObject: {
		found: "The response is not from the SMS service: it isn't a JSON object",
		check: BASE_URL,
	},
	failing: { found: 'The SMS service says that it failed, but not that it refused the request' },
	failingStatus: {
		found: ({ value }) =>
			`The SMS service responded with the status '${value}', which its documentation does not have`,
	},
	notOk: { found: 'The SMS service gave an unexpected response' },
	paid: {
		found:
			'The SMS service refused the request, but the balance fell by more than the accepted SMS cost',
	},
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
		check: "Check its certificate, and whether the 'Base URL' must begin with https:// or http://.",
	},
	connectionBlocked: { found: "Requests to this 'Base URL' are not allowed by n8n" },
	proxyRefused: {
		found: 'A proxy between n8n and the SMS service refused the connection',
		check: 'Ask whoever runs the proxy, or check the proxy settings of n8n.',
	},
	timeout: { found: 'The SMS service did not respond in time' },
	connectionLost: { found: 'The connection was lost before the SMS service responded' },
};

export const MAY_HAVE_ARRIVED = `The SMS may have been sent. Ask your SMS service whether it was. It is sent again only if '${SETTINGS.uncertain}' is 'Resend'.`;

/** The service's own words first, then what was found, what that means for the SMS, and what to check. */
export function serviceInWords(facts: ServiceFacts): string {
	const { found, check } = FINDINGS[facts.found];
	const { sms, says, http, advice } = facts;
	const what = typeof found === 'string' ? found : found(facts);
	const status = http === undefined ? '' : ` (HTTP ${http})`;
	const isNotSent = sms === 'rejected' || sms === 'notSent';
	return sentences(
		says,
		`${what}${status}${isNotSent ? ', so it was not sent' : ''}.`,
		sms === 'unknown' ? MAY_HAVE_ARRIVED : undefined,
		check,
		advice,
	);
}
