import type { CredentialFlaw } from '../cause';
import { refuse } from '../refusal';

/** As the user typed it. */
export type RawCredential = { [N in 'baseUrl' | 'accessToken' | 'allowInsecureHttp']?: unknown };

export const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Not x.localhost: a resolver may ask the network for it. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

function refuseCredential(flaw: CredentialFlaw): never {
	refuse({ name: 'credential', flaw });
}

/** In a field that is not an expression, n8n would use the placeholder's text as the value. */
function refuseBraces(field: string, text: string): void {
	// Not what stands in them: it may be a secret.
	if (text.includes('{{')) refuse({ name: 'placeholder', field });
}

/** What documentation shows whole is often pasted whole. */
const ENDPOINT = /(?:\/+(?:sms(?:\/bulk)?\/send|balance\/sms_module))?\/*$/;

/** @throws RefusedError */
export function cleanBaseUrl({ baseUrl, allowInsecureHttp }: RawCredential): string {
	const text = asText(baseUrl);
	if (text === '') refuseCredential('noBaseUrl');
	refuseBraces('Base URL', text);
	// What reads a URL drops a line break, and writes a space as %20.
	if (!URL.canParse(text) || /[\s?#]/.test(text)) refuseCredential('invalidBaseUrl');
	const { protocol, username, password, hostname, href } = new URL(text);
	if (!/^https?:$/.test(protocol) || username || password) refuseCredential('invalidBaseUrl');
	if (protocol === 'http:' && !isLoopback(hostname) && allowInsecureHttp !== true) {
		refuseCredential('notEncrypted');
	}
	return href.replace(ENDPOINT, '');
}

/** @throws RefusedError */
export function cleanAccessToken({ accessToken }: RawCredential): string {
	const token = asText(accessToken).replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
	if (token === '' || /^Bearer$/i.test(token)) refuseCredential('noToken');
	refuseBraces('Access Token', token);
	// Quotes came with it; a response could spell the others in more ways than can be masked.
	if (!/^[\x21-\x7e]+$/.test(token) || /["'<>&%\\]/.test(token)) refuseCredential('invalidToken');
	return token;
}

/** The token goes to the service that issued it and nowhere else, whatever an HTTP Request node is asked to call. */
export function refuseOtherOrigin(url: string, baseUrl: string): void {
	const own = new URL(baseUrl).origin;
	// By itself "https:host/x" is of that host, and beside an address of the service a path.
	const readings = [undefined, `${baseUrl}/`].flatMap((base) =>
		URL.canParse(url, base) ? new URL(url, base) : [],
	);
	const isOne = new Set(readings.map(({ href }) => href)).size === 1;
	if (!isOne || readings[0]!.origin !== own) refuse({ name: 'otherOrigin', own });
}

const DIVERSIONS = ['proxy', 'skipSslCertificateValidation', 'agentOptions', 'httpsAgent', 'agent'];

/** Whoever writes a workflow must not be able to read the token on its way. */
export function refuseDiversion(options: object): void {
	const given = options as Record<string, unknown>;
	const isDiverted = DIVERSIONS.some((name) => given[name]);
	if (isDiverted || given.rejectUnauthorized === false) refuse({ name: 'diverted' });
}

/** Of a JWT that says it. */
export function expiryOf(token: string): Date | undefined {
	try {
		const [, claims = ''] = token.split('.');
		const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp?: unknown };
		return typeof exp === 'number' ? new Date(exp * 1000) : undefined;
	} catch {
		return undefined;
	}
}
