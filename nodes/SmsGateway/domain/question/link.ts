import { isLoopback } from '../service/credential';

const PRIVATE_IPV4 =
	/^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, unspecified, unique local, link local, and IPv4 in an IPv6 coat. */
const PRIVATE_IPV6 = /^\[(::|f[cd]|fe[89ab])/;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|home\.arpa|intranet|corp|test)$/;

const isIpv4 = (host: string): boolean => /^\d+(\.\d+){3}$/.test(host);

/** Whether a host is only known on its own machine or network. */
export function isPrivateHost(host: string): boolean {
	if (isIpv4(host)) return PRIVATE_IPV4.test(host);
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
	const name = host.replace(/\.$/, '');
	return !name.includes('.') || PRIVATE_NAME.test(name);
}

const FIX =
	"Set n8n's environment variable WEBHOOK_URL to its public address, such as https://n8n.example.com/, and restart n8n.";

/**
 * Why a phone cannot or must not open the link; undefined where it can. Where the SMS service is on
 * this machine too, as the sandbox is, so is the phone: then any address will do.
 */
export function linkProblem(link: string, service: string): string | undefined {
	const { protocol, host, hostname } = new URL(link);
	if (URL.canParse(service) && isLoopback(new URL(service).hostname)) return undefined;
	if (isPrivateHost(hostname)) {
		return `The recipient's phone can't open the link: ${host} is only known on this machine or network. ${FIX}`;
	}
	return protocol === 'https:'
		? undefined
		: `The link to ${host} isn't encrypted, so others could read the question and answer it. ${FIX}`;
}

/** The text first, as a notification shows only the beginning; then the link, alone on its line. */
export const withLink = (text: string, link: string): string => `${text.trimEnd()}\n${link}`;

/** The text before `withLink` added the link. */
export const withoutLink = (text: string, link: string): string =>
	text.endsWith(`\n${link}`) ? text.slice(0, -link.length - 1) : text;
