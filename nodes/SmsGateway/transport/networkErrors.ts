import type { CertificateFlaw, Failure, ServiceResult } from '../domain/service/result';
import type { Response } from './readResponse';

type Socket = Readonly<Record<string, unknown>>;

/** What Node, axios and n8n put on an error; any of it may be missing, or be something else. */
type Thrown = Partial<
	Record<'name' | 'code' | 'syscall' | 'description' | 'cause' | 'errors', unknown>
> & {
	/** Node's, with its connection. */
	request?: { socket?: Socket | null };
	response?: { status?: unknown; headers: Response['headers']; data: Response['body'] };
};

/** n8n wraps what axios throws, and axios what Node throws: only the innermost names the system call. */
const chainOf = (error: unknown, levels = 8): Thrown[] =>
	error && levels > 0 ? [error, ...chainOf((error as Thrown).cause, levels - 1)] : [];

/** With several addresses to try, each of them must have failed to connect. */
const failedToConnect = ({ syscall, errors }: Thrown): boolean =>
	Array.isArray(errors) && errors.length > 0
		? errors.every((error: Thrown | null) => error?.syscall === 'connect')
		: syscall === 'connect';

function stageOf(chain: readonly Thrown[]): 'connectionRefused' | 'tlsFailure' | undefined {
	const socket = chain.find(({ request }) => request)?.request?.socket;
	// Behind a proxy there is no socket before the proxy has made the connection.
	if (socket === null) return 'connectionRefused';
	// Nothing was handed to the network: the first bytes still wait for the connection.
	if (socket?._bytesDispatched === 0 && socket._pendingData) return 'connectionRefused';
	// True until the certificate has been checked; until then a request is not encrypted, nor sent.
	return socket?.secureConnecting === true ? 'tlsFailure' : undefined;
}

const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ERR_CANCELED|ESOCKETTIMEDOUT)$/;
/** A certificate is checked before the request is sent, so these prove it without a socket. */
const CERTIFICATE =
	/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH)/;
/** No secure connection can be made, or something broke into it later: only the socket tells which. */
const NO_TLS = /^(EPROTO$|ERR_SSL_)/;

/** What is wrong with a certificate, by Node's code. */
const FLAWS: ReadonlyArray<readonly [code: RegExp, flaw: CertificateFlaw]> = [
	[/EXPIRED/, 'expired'],
	[/NOT_YET_VALID/, 'notYetValid'],
	[/SELF_SIGNED/, 'selfSigned'],
	[/ALTNAME|HOSTNAME_MISMATCH/, 'otherHost'],
	[/UNABLE_TO_(GET_ISSUER|VERIFY)/, 'unknownIssuer'],
];

const hasCode = (chain: readonly Thrown[], pattern: RegExp): boolean =>
	chain.some(({ code }) => pattern.test(String(code)));

function failureOf(chain: readonly Thrown[], isRead: boolean): Failure {
	if (hasCode(chain, /^ECONNREFUSED$/) || chain.some(failedToConnect)) return 'connectionRefused';
	const isLookup = chain.some(({ syscall }) => syscall === 'getaddrinfo');
	if (isLookup || hasCode(chain, /^(ENOTFOUND$|EAI_)/)) return 'dnsFailure';
	if (hasCode(chain, CERTIFICATE)) return 'tlsFailure';
	const stage = stageOf(chain);
	if (stage) return stage;
	if (isRead && hasCode(chain, NO_TLS)) return 'tlsFailure';
	return hasCode(chain, TIMED_OUT) ? 'timeout' : 'connectionLost';
}

/**
 * What an error proves. Where it proves nothing, the request may have arrived: a lost connection.
 *
 * @param isRead nothing was to be sent, so what is most likely may be said
 */
export function failureResult(error: unknown, isRead: boolean): ServiceResult {
	const chain = chainOf(error);
	// n8n's protection of internal addresses, which looks before anything is sent.
	const blocked = chain.find(({ name }) => String(name).startsWith('SsrfBlocked'));
	const found = blocked ? 'connectionBlocked' : failureOf(chain, isRead);
	const advice = blocked && { advice: String(blocked.description ?? '') };
	const flaw = found === 'tlsFailure' && FLAWS.find(([code]) => hasCode(chain, code));
	return { kind: 'failure', facts: { found, ...advice, ...(flaw && { certificate: flaw[1] }) } };
}

/** @throws the error, where it is about no response */
export function thrownResponse(error: unknown): Response {
	const thrown = chainOf(error).find(({ response }) => typeof response?.status === 'number');
	if (thrown?.response === undefined) throw error;
	const { data: body, headers, status } = thrown.response;
	return { statusCode: Number(status), headers, body, request: thrown.request };
}

/**
 * Over https, what comes in plain text, on a connection on which nothing was sent, a proxy said. n8n 1 has
 * the connection in the body.
 */
export function isOfProxy(url: string, { request, body }: Response): boolean {
	const { socket } = Object(request ?? body) as { socket?: Socket | null };
	if (!url.startsWith('https:') || !socket) return false;
	return socket.encrypted !== true && !socket._bytesDispatched;
}
