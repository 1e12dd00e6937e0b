/** Provably did not reach the service. */
type NotSent =
	'connectionRefused' | 'dnsFailure' | 'tlsFailure' | 'connectionBlocked' | 'proxyRefused';

/** How a request failed below HTTP. */
export type Failure = NotSent | 'timeout' | 'connectionLost';

type Refused =
	| ('refusedByService' | 'notHere' | 'unauthorized' | 'tokenExpired' | 'forbidden')
	| ('rateLimited' | 'redirected' | 'refusedTogether');

type NotUnderstood =
	| ('serverError' | 'seeOther' | 'notJson' | 'notObject' | 'failingStatus' | 'failing' | 'notOk')
	| Cut;

/** Of a refused request for which the balance fell, or may have; or of a balance that was asked for. */
type OfBalance = 'paid' | 'maybePaid' | 'noBalance' | 'noAmount';

/** What is found in what came back, or why nothing did. words/service.ts tells each. */
export type Finding = 'accepted' | Refused | NotUnderstood | OfBalance | Failure;

/** What is wrong with the certificate of a service. */
export type CertificateFlaw =
	'expired' | 'notYetValid' | 'selfSigned' | 'otherHost' | 'unknownIssuer';

export type Cut = 'tooLarge' | 'short';

/** What came back for a request: failures are data here, not exceptions. */
export type ServiceResult =
	| Readonly<{
			kind: 'response';
			status: number;
			/** Where the request went. */
			url?: string;
			/** Names in lower case. */
			headers: Readonly<Record<string, string>>;
			body: string;
			/** Why the body is not whole. */
			cut?: Cut;
	  }>
	| Readonly<{
			kind: 'failure';
			failure: Failure;
			/** The HTTP status by which a proxy refused. */
			http?: number;
			certificate?: CertificateFlaw;
			/** n8n's own words, where n8n refused to make the request. */
			advice?: string;
	  }>;

/** The same as facts, for its sentence. */
export const factsOfFailure = (failed: Extract<ServiceResult, { kind: 'failure' }>) => {
	const { failure, http, certificate, advice } = failed;
	return {
		found: failure,
		...(http !== undefined && { http }),
		...(certificate && { certificate }),
		...(advice && { advice }),
	};
};

export type Body =
	{ json: true; value: unknown; deep?: true } | { json: false; text: string } | undefined;

/** More than any service nests, and less than n8n's database or a later node could fail at. */
const MAX_DEPTH = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** A text, or a number of JSON as long as JavaScript may round. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** An ID that JavaScript would round becomes a text of the digits that came. */
const withExactIds = (json: string): string =>
	json.replace(TEXT_OR_LONG_NUMBER, (found) =>
		found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
	);

/** The body as JSON where it is JSON, whatever its content type says; undefined where it is empty. */
export function readBody(text: string): Body {
	// A byte order mark in front counts as white space.
	const trimmed = text.trim();
	if (trimmed === '') return undefined;
	try {
		const value = JSON.parse(/\d{16}/.test(trimmed) ? withExactIds(trimmed) : trimmed) as unknown;
		return { json: true, value, ...(isDeeper(value, MAX_DEPTH) ? { deep: true } : {}) };
	} catch {
		return { json: false, text };
	}
}

/** Some services pack their JSON into a text of JSON once more. */
function unpacked(value: unknown): unknown {
	const inner = typeof value === 'string' ? readBody(value) : undefined;
	return inner?.json ? inner.value : value;
}

function fieldOf(body: Body, name: string): unknown {
	const value = body?.json === true ? unpacked(body.value) : undefined;
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** A list or an object is no word, and turning one into text can throw. */
const wordOf = (value: unknown): string =>
	typeof value === 'object' ? '' : String(value).trim().toLowerCase();

const statusOf = (body: Body): string => wordOf(fieldOf(body, 'status'));

/** An object with status "success" or "error" (sandbox/openapi.yaml, Balance and Error). */
export const hasStatus = (body: Body, status: 'success' | 'error'): boolean =>
	statusOf(body) === status;

/** JSON that is no object cannot be the service's (service-api.md, section 1). */
export const isJsonObject = (body: Body): boolean => {
	const value = body?.json === true ? unpacked(body.value) : undefined;
	return typeof value === 'object' && value !== null && !Array.isArray(value);
};

const WORDS_OF_FAILURE = ['failed', 'failure', 'fail', 'rejected', 'denied', 'invalid', 'false'];

/** A status that the contract does not know, and that nobody would say of an SMS that was sent. */
export function failingStatus(body: Body): string | undefined {
	const status = statusOf(body);
	if (WORDS_OF_FAILURE.includes(status)) return status;
	return /^\d+$/.test(status) && Number(status) >= 400 ? status : undefined;
}

const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === false ||
	(typeof value === 'object' ? Object.keys(value).length === 0 : Number(value) === 0);

/** Whether an object says in one of the usual ways that it failed. */
export function saysFailure(body: Body): boolean {
	if (wordOf(fieldOf(body, 'success')) === 'false') return true;
	return !isNothing(fieldOf(body, 'error')) || !isNothing(fieldOf(body, 'errors'));
}

/** Characters. One sentence is usual; of a longer text the response has all. */
const MAX_WORDS = 200;

/** The service's own words on one line, shortened; undefined where it gave none. */
export function serviceWords(body: Body): string | undefined {
	const message = fieldOf(body, 'message');
	if (typeof message !== 'string') return undefined;
	const words = message.replace(/\s+/g, ' ').trim();
	if (words === '') return undefined;
	return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1)}…` : words;
}

/** What a status other than 200 means, whatever was asked. */
export function findingOf(status: number, body: Body): Finding {
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'forbidden';
	if (status === 429) return 'rateLimited';
	if (status === 408 || status >= 500) return 'serverError';
	// A web server has words for it, too; a refusal of the service has its status.
	const isElsewhere = (status === 404 || status === 405) && !hasStatus(body, 'error');
	if (status >= 400) return isElsewhere ? 'notHere' : 'refusedByService';
	return status >= 300 ? 'redirected' : 'notOk';
}

/** What a cause tells of a response; of an expired token also when that was. */
export function factsOf(status: number, found: Finding, body: Body, expired?: string) {
	const says = serviceWords(body);
	const words = says === undefined ? {} : { says };
	return found === 'unauthorized' && expired
		? { found: 'tokenExpired' as const, ...words, value: expired }
		: { found, ...words, ...(status !== 200 && { http: status }) };
}

/** A page that stands in for the service may be large; its start tells enough. */
const MAX_TEXT = 65_536;

/** The body as it is handed out under `response`. */
export function responseOf(body: Body): unknown {
	if (body === undefined) return undefined;
	if (body.json) {
		return body.deep ? `(not shown: it is nested more than ${MAX_DEPTH} levels deep)` : body.value;
	}
	return body.text.length > MAX_TEXT
		? `${body.text.slice(0, MAX_TEXT)}… (${body.text.length} characters in all)`
		: body.text;
}
