import type { CertificateFlaw, Failure, ServiceResult } from '../domain/service/result';

/** The fields that Node, axios and n8n put on an error; any of them may be missing. */
export type Thrown = {
	name?: unknown;
	code?: unknown;
	syscall?: unknown;
	description?: unknown;
	cause?: unknown;
	errors?: unknown;
	/** Node's request, which axios keeps on its errors. */
	request?: unknown;
	response?: { status: number; headers: Record<string, string>; data?: unknown };
};

type Socket = { secureConnecting?: unknown; _bytesDispatched?: unknown; _pendingData?: unknown };

const asObject = <T>(value: unknown): T | undefined =>
	typeof value === 'object' && value !== null ? (value as T) : undefined;

/** n8n wraps what axios throws, and axios what Node throws: only the innermost names the system call. */
export function chainOf(error: unknown): Thrown[] {
	const chain: Thrown[] = [];
	let thrown = asObject<Thrown>(error);
	while (thrown !== undefined && chain.length < 8) {
		chain.push(thrown);
		thrown = asObject<Thrown>(thrown.cause);
	}
	return chain;
}

/** With several addresses to try, each of them must have failed to connect. */
const failedToConnect = ({ syscall, errors }: Thrown): boolean =>
	Array.isArray(errors) && errors.length > 0
		? errors.every((error) => asObject<Thrown>(error)?.syscall === 'connect')
		: syscall === 'connect';

/** Nothing was handed to the network: the first bytes still wait for the connection. */
const isConnecting = ({ _bytesDispatched: sent, _pendingData: waiting }: Socket): boolean =>
	sent === 0 && waiting !== undefined && waiting !== null;

/** How far the request came when it failed; undefined where that cannot be known. */
function stageOf(chain: readonly Thrown[]): 'unconnected' | 'handshake' | undefined {
	const holder = chain.find(({ request }) => asObject(request) !== undefined);
	const request = asObject<{ socket?: unknown }>(holder?.request);
	// Behind a proxy there is no socket before the proxy has made the connection.
	if (request !== undefined && 'socket' in request && request.socket === null) return 'unconnected';
	const socket = asObject<Socket>(request?.socket);
	if (socket === undefined) return undefined;
	if (isConnecting(socket)) return 'unconnected';
	// True until the certificate has been checked; until then a request is not encrypted, nor sent.
	return socket.secureConnecting === true ? 'handshake' : undefined;
}

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED', 'ESOCKETTIMEDOUT']);
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

const codesOf = (chain: readonly Thrown[]): string[] =>
	chain.map(({ code }) => code).filter((code) => typeof code === 'string');

function failureOf(chain: readonly Thrown[], isRead: boolean): Failure {
	const codes = codesOf(chain);
	if (codes.includes('ECONNREFUSED') || chain.some(failedToConnect)) return 'connectionRefused';
	if (chain.some(({ syscall }) => syscall === 'getaddrinfo')) return 'dnsFailure';
	if (codes.some((code) => NO_ADDRESS.has(code))) return 'dnsFailure';
	if (codes.some((code) => CERTIFICATE.test(code))) return 'tlsFailure';
	const stage = stageOf(chain);
	if (stage !== undefined) return stage === 'handshake' ? 'tlsFailure' : 'connectionRefused';
	if (isRead && codes.some((code) => NO_TLS.test(code))) return 'tlsFailure';
	return codes.some((code) => TIMED_OUT.has(code)) ? 'timeout' : 'connectionLost';
}

const flawIn = (chain: readonly Thrown[]): CertificateFlaw | undefined =>
	FLAWS.find(([flaw]) => codesOf(chain).some((code) => flaw.test(code)))?.[1];

/**
 * What a thrown network error proves. Whatever proves nothing is a lost connection: the request
 * may have arrived.
 *
 * @param isRead nothing was to be sent, so what is most likely may be said
 */
export function failureResult(error: unknown, isRead = false): ServiceResult {
	const chain = chainOf(error);
	// n8n's protection of internal addresses, which looks before anything is sent.
	const blocked = chain.find(({ name }) => String(name).startsWith('SsrfBlocked'));
	if (blocked) {
		return {
			kind: 'failure',
			failure: 'connectionBlocked',
			advice: String(blocked.description ?? ''),
		};
	}
	const failure = failureOf(chain, isRead);
	const certificate = failure === 'tlsFailure' ? flawIn(chain) : undefined;
	return { kind: 'failure', failure, ...(certificate && { certificate }) };
}
