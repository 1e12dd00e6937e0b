import type { Failure, ServiceResult } from '../domain/service/result';

type Thrown = {
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	cause?: unknown;
	errors?: unknown;
};

const asThrown = (value: unknown): Thrown | undefined =>
	typeof value === 'object' && value !== null ? value : undefined;

/** The error that carries a system code, somewhere below what n8n wrapped around it. */
function findCoded(error: unknown, depth = 0): Thrown | undefined {
	const thrown = asThrown(error);
	if (thrown === undefined || depth > 5) return undefined;
	if (typeof thrown.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(thrown.code)) return thrown;
	return findCoded(thrown.cause, depth + 1);
}

/** With several addresses to try, each of them must have failed to connect. */
function failedToConnect({ syscall, errors }: Thrown): boolean {
	if (Array.isArray(errors) && errors.length > 0) {
		return errors.every((error) => asThrown(error)?.syscall === 'connect');
	}
	return syscall === 'connect';
}

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED', 'ESOCKETTIMEDOUT']);
// Only what ends the handshake before a request can be written.
const BEFORE_HANDSHAKE =
	/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH|ERR_SSL_WRONG_VERSION_NUMBER)/;

function failureOf(thrown: Thrown | undefined): Failure {
	if (thrown === undefined) return 'lost';
	const code = String(thrown.code);
	if (code === 'ECONNREFUSED' || failedToConnect(thrown)) return 'refused';
	if (NO_ADDRESS.has(code)) return 'dns';
	if (BEFORE_HANDSHAKE.test(code)) return 'tls';
	if (code === 'EPROTO' && /wrong.version.number/i.test(String(thrown.message))) return 'tls';
	return TIMED_OUT.has(code) ? 'timeout' : 'lost';
}

/** What a thrown network error proves. Whatever proves nothing is a lost connection: it may have arrived. */
export function failureReply(error: unknown): ServiceResult {
	return { kind: 'failure', failure: failureOf(findCoded(error)) };
}
