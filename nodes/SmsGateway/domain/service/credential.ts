import { jwtDecode } from 'jwt-decode';

/** The credential as the user typed it. */
export type RawCredential = {
	baseUrl?: unknown;
	accessToken?: unknown;
	allowInsecureHttp?: unknown;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Not x.localhost: a resolver may ask the network for it. */
export const isLoopback = (host: string): boolean =>
	host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** In a field that is not an expression, n8n would use the placeholder's text as the value. */
function refuseBraces(label: string, text: string): void {
	if (!text.includes('{{')) return;
	throw new Error(
		`The '${label}' contains braces as plain text. Switch the field to 'Expression'.`,
	);
}

/**
 * The base URL without spaces around it and trailing slashes.
 *
 * @throws Error with a sentence for the user; it never repeats what may hold a password
 */
export function cleanBaseUrl({ baseUrl, allowInsecureHttp }: RawCredential): string {
	const text = asText(baseUrl);
	if (text === '') {
		throw new Error(
			"The 'Base URL' is empty. Enter the address of your SMS service in the credential.",
		);
	}
	refuseBraces('Base URL', text);
	// What reads a URL drops a line break, and writes a space as %20.
	if (/\s/.test(text)) {
		throw new Error("The 'Base URL' contains a space or a line break. Remove it.");
	}
	if (!URL.canParse(text)) {
		throw new Error(
			"The 'Base URL' isn't a valid URL. It should look like https://sms.example.com/api/v1.",
		);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new Error("The 'Base URL' must begin with https:// (or http:// on this machine).");
	}
	if (url.username !== '' || url.password !== '') {
		throw new Error(
			"The 'Base URL' must not contain a user name or password. The access token is enough.",
		);
	}
	if (/[?#]/.test(text)) {
		throw new Error("The 'Base URL' must end with its path. Remove everything from the ? or # on.");
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && allowInsecureHttp !== true) {
		throw new Error(
			"The 'Base URL' begins with http://, which would send the access token and all numbers unencrypted. Use https://, or switch on 'Allow Insecure HTTP' in the credential.",
		);
	}
	return url.href.replace(/\/+$/, '');
}

/**
 * The token without spaces around it and without a "Bearer " that was pasted with it.
 *
 * @throws Error with a sentence for the user; it never repeats the token
 */
export function cleanAccessToken({ accessToken }: RawCredential): string {
	const token = asText(accessToken).replace(/^Bearer\s+/i, '');
	if (token === '' || /^Bearer$/i.test(token)) {
		throw new Error(
			"The 'Access Token' is empty. Enter the token of your SMS service in the credential.",
		);
	}
	refuseBraces('Access Token', token);
	if (/^["'“‘«].*["'”’»]$/s.test(token)) {
		throw new Error("Enter the 'Access Token' without quotation marks.");
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new Error(
			'The access token contains a space, a line break or another character that no token has. Copy it again.',
		);
	}
	return token;
}

/**
 * The token goes to the service that issued it and nowhere else, whatever the HTTP Request node is
 * asked to call with this credential.
 *
 * @param url where the request goes; relative to the base URL where it has no origin of its own
 * @throws Error with a sentence for the user
 */
export function refuseOtherOrigin(url: string, baseUrl: string): void {
	const { origin } = new URL(baseUrl);
	const target = URL.canParse(url, `${baseUrl}/`) ? new URL(url, `${baseUrl}/`).origin : 'this URL';
	if (target === origin) return;
	throw new Error(
		`The access token is for ${origin} only and is not sent to ${target}. Use a URL that begins with the credential's 'Base URL', or another credential.`,
	);
}

/** When the token says that it expires; undefined where it isn't a JWT or doesn't say. */
export function expiryOf(token: string): Date | undefined {
	let exp: unknown;
	try {
		({ exp } = jwtDecode(token));
	} catch {
		// Not a JWT.
	}
	const expiry = new Date(typeof exp === 'number' ? exp * 1000 : NaN);
	return Number.isNaN(expiry.getTime()) ? undefined : expiry;
}
