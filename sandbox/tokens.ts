import { createHmac, timingSafeEqual } from 'node:crypto';

const ONE_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

export interface TokenOptions {
	/** Lifetime in seconds, one year unless given. A negative one makes a token that has expired. */
	expiresInSeconds?: number;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) =>
	JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const signatureOf = (text: string, secret: string): Buffer =>
	createHmac('sha256', secret).update(text).digest();

/** A JWT (HS256, RFC 7519) that the sandbox with the same secret accepts until it expires. */
export function issueToken(secret: string, options: TokenOptions = {}): string {
	const { expiresInSeconds = ONE_YEAR_IN_SECONDS } = options;
	const now = Math.floor(Date.now() / 1000);
	const claims = { sub: 'sandbox', scope: 'read write', iat: now, exp: now + expiresInSeconds };
	const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
	return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

/** Why a request with this Authorization header is refused, for people; undefined if it is not. */
export function reasonToRefuse(header: string | undefined, secret: string): string | undefined {
	const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
	if (!token) return 'Send the header Authorization: Bearer <ACCESS_TOKEN>.';
	const [head = '', claims = '', signature = ''] = token.split('.');
	// Always HS256: a token that names another algorithm does not choose how it is checked.
	const expected = signatureOf(`${head}.${claims}`, secret);
	const given = Buffer.from(signature, 'base64url');
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		return 'The access token is not valid.';
	}
	return Number(decode(claims).exp) * 1000 > Date.now()
		? undefined
		: 'The access token has expired.';
}
