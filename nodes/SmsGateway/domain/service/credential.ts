import { jwtDecode } from 'jwt-decode';

/** The credential as the user typed it. */
export type RawCredential = {
	baseUrl?: unknown;
	accessToken?: unknown;
	allowInsecureHttp?: unknown;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isLoopback = (host: string): boolean =>
	host === 'localhost' ||
	host.endsWith('.localhost') ||
	host === '[::1]' ||
	/^127(\.\d{1,3}){3}$/.test(host);

/**
 * The base URL without blanks and trailing slashes.
 *
 * @throws Error with a sentence for the user; it never repeats what may hold a password
 */
export function cleanBaseUrl({ baseUrl, allowInsecureHttp }: RawCredential): string {
	const text = asText(baseUrl);
	if (text === '') {
		throw new Error(
			'The Base URL is empty. Put the address of your SMS service into the credential.',
		);
	}
	if (!URL.canParse(text)) {
		throw new Error(
			'The Base URL is no web address. It should look like https://sms.example.com/api/v1.',
		);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new Error('The Base URL must begin with https:// (or http:// on this machine).');
	}
	if (url.username !== '' || url.password !== '') {
		throw new Error(
			'The Base URL must not hold a user name or password. The access token is enough.',
		);
	}
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw new Error('The Base URL must end with its path: remove everything from the ? or # on.');
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname) && allowInsecureHttp !== true) {
		throw new Error(
			'The Base URL begins with http://, which would send the access token and all numbers unencrypted. Use https://, or switch on "Allow Insecure HTTP" in the credential.',
		);
	}
	return url.href.replace(/\/+$/, '');
}

/**
 * The token without blanks and without a "Bearer " that was pasted with it.
 *
 * @throws Error with a sentence for the user; it never repeats the token
 */
export function cleanAccessToken({ accessToken }: RawCredential): string {
	const token = asText(accessToken).replace(/^Bearer\s+/i, '');
	if (token === '' || /^Bearer$/i.test(token)) {
		throw new Error(
			'The Access Token is empty. Put the token of your SMS service into the credential.',
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new Error(
			'The Access Token holds a blank, a line break or another character that no token has. Copy it again.',
		);
	}
	return token;
}

/** When the token says that it expires; undefined where it is no JWT or says nothing. */
export function expiryOf(token: string): Date | undefined {
	try {
		const { exp } = jwtDecode(token);
		const expiry = new Date(typeof exp === 'number' ? exp * 1000 : NaN);
		return Number.isNaN(expiry.getTime()) ? undefined : expiry;
	} catch {
		return undefined;
	}
}
