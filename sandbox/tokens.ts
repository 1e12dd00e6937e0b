import { sign, verify } from 'jsonwebtoken';

const ONE_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

export interface TokenOptions {
	/** Lifetime in seconds, one year unless given. A negative one makes a token that has expired. */
	expiresInSeconds?: number;
}

/** A JWT (HS256) that the sandbox with the same secret accepts until it expires. */
export function issueToken(secret: string, options: TokenOptions = {}): string {
	const { expiresInSeconds = ONE_YEAR_IN_SECONDS } = options;
	return sign({ sub: 'sandbox', scope: 'read write' }, secret, {
		algorithm: 'HS256',
		expiresIn: expiresInSeconds,
	});
}

/** Why a request with this Authorization header is refused, for people; undefined if it is not. */
export function reasonToRefuse(header: string | undefined, secret: string): string | undefined {
	const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
	if (!token) return 'Send the header Authorization: Bearer <ACCESS_TOKEN>.';
	try {
		// Without the list, a token that names another algorithm would choose how it is checked.
		verify(token, secret, { algorithms: ['HS256'] });
		return undefined;
	} catch (error) {
		const expired = error instanceof Error && error.name === 'TokenExpiredError';
		return expired ? 'The access token has expired.' : 'The access token is not valid.';
	}
}
