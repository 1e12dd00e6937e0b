import { shortenedTo } from '../text/sentences';

/** How a request failed below HTTP. The first row provably did not reach the service. */
export type Failure =
	| ('connectionRefused' | 'dnsFailure' | 'tlsFailure' | 'connectionBlocked' | 'proxyRefused')
	| ('timeout' | 'connectionLost');

/** What is found in what came back, or why nothing did. words/service.ts tells each. */
export type Finding =
	| ('accepted' | 'refusedByService' | 'notHere' | 'unauthorized' | 'tokenExpired' | 'forbidden')
	| ('rateLimited' | 'redirected' | 'seeOther' | 'serverError' | 'notOk')
	| ('notJson' | 'notObject' | 'failing')
	// Of a refused request, about which more is known; or of a balance that was asked for.
	| ('refusedTogether' | 'paid' | 'maybePaid' | 'noBalance' | 'noAmount')
	| Cut
	| Failure;

export type CertificateFlaw =
	'expired' | 'notYetValid' | 'selfSigned' | 'otherHost' | 'unknownIssuer';

export type Cut = 'tooLarge' | 'short';

export type FailureFacts = Readonly<{
	found: Failure;
	/** The HTTP status by which a proxy refused. */
	http?: number;
	certificate?: CertificateFlaw;
	/** n8n's words, where it refused to make the request. */
	advice?: string;
}>;

export type ServiceResponse = Readonly<{
	kind: 'response';
	status: number;
	url?: string;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	body: string;
	/** When the access token's own expiry has passed: that date. */
	tokenExpired?: string;
	/** Why the body is not whole. */
	cut?: Cut;
}>;

/** What came back for a request: failures are data here, not exceptions. */
export type ServiceResult = ServiceResponse | Readonly<{ kind: 'failure'; facts: FailureFacts }>;

export type Body = Readonly<{
	holds: 'nothing' | 'text' | 'json' | 'object';
	fields: Readonly<Record<string, unknown>>;
	/** As it is handed out; undefined where it holds nothing. */
	response?: unknown;
}>;

/** Less than n8n's database or a later node could fail at. */
const MAX_DEPTH = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Nearly no body has one, and without one nothing is rounded. */
const LONG_NUMBER = /\d{16}/;

/** A text, or a number of JSON as long as JavaScript may round. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** An ID that JavaScript would round becomes a text of the digits that came. */
const withExactIds = (json: string): string =>
	json.replace(TEXT_OR_LONG_NUMBER, (found) =>
		found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
	);

/** A page that stands in for the service may be large; its start tells enough. */
const MAX_TEXT = 65_536;

function parsed(json: string): unknown {
	const rounded: unknown = JSON.parse(json);
	// Only where it is JSON: to look for the ends of texts that have none can take minutes.
	return LONG_NUMBER.test(json) ? JSON.parse(withExactIds(json)) : rounded;
}

const isObject = (value: unknown): value is Body['fields'] =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some services pack their JSON into a text of JSON once more. */
function unpacked(text: string): Body['fields'] | undefined {
	try {
		const value = parsed(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Reads JSON where it is JSON, whatever its content type says. */
export function readBody(text: string): Body {
	// A byte order mark in front counts as white space.
	const json = text.trim();
	if (json === '') return { holds: 'nothing', fields: {} };
	try {
		const value = parsed(json);
		const response = isDeeper(value, MAX_DEPTH)
			? `(not shown: it is nested more than ${MAX_DEPTH} levels deep)`
			: value;
		// The responses that are documented are objects (sandbox/openapi.yaml): other JSON is not the service's.
		const fields = typeof value === 'string' ? unpacked(value) : value;
		return isObject(fields)
			? { holds: 'object', fields, response }
			: { holds: 'json', fields: {}, response };
	} catch {
		const start = `${text.slice(0, MAX_TEXT)}… (${text.length} characters in all)`;
		return { holds: 'text', fields: {}, response: text.length > MAX_TEXT ? start : text };
	}
}

/** A list or an object is no word, and turning one into text can throw. */
const wordOf = (value: unknown): string =>
	typeof value === 'object' ? '' : String(value).trim().toLowerCase();

/** Where the contract does not know the status: what says that an SMS was not sent. */
const FAILING =
	/fail|reject|refus|denied|declin|blocked|invalid|insufficient|unauthori|undeliver|unsuccess|cancelled|expired|^(?:false|nok|ko)$/;

/** Two steps: as one pattern, a long word without an end would take minutes. */
const isFailingWord = (word: string): boolean =>
	word.startsWith('err') || (/^[\w-]+$/.test(word) && FAILING.test(word));

const isNothing = (value: unknown): boolean =>
	!value || (typeof value === 'object' ? Object.keys(value).length === 0 : Number(value) === 0);

/** By the status (sandbox/openapi.yaml, Balance and Error), or in one of the usual ways. */
export function verdictIn({ fields }: Body): 'success' | 'error' | 'failing' | undefined {
	const { status, success, error, errors } = fields;
	const word = wordOf(status);
	if (word === 'success' || word === 'error') return word;
	const hasFailed = isFailingWord(word) || Number(word) >= 400 || wordOf(success) === 'false';
	return hasFailed || !isNothing(error) || !isNothing(errors) ? 'failing' : undefined;
}

/** A 302 to the same path of another origin asks to send the request again, like a 307. */
function isMoved({ status, url = '', headers: { location = '' } }: ServiceResponse): boolean {
	if (status === 301 || status === 307 || status === 308) return true;
	if (status !== 302 || !URL.canParse(location, url)) return false;
	const from = new URL(url);
	const to = new URL(location, url);
	return to.origin !== from.origin && to.pathname === from.pathname && to.search === from.search;
}

/** What a response means, whatever was asked; undefined for a whole HTTP 200 that may be the service's. */
export function findingOf(response: ServiceResponse, body: Body): Finding | undefined {
	const { status, tokenExpired, cut } = response;
	if (status === 401) return tokenExpired ? 'tokenExpired' : 'unauthorized';
	if (status === 403) return 'forbidden';
	if (status === 429) return 'rateLimited';
	if (status === 408 || status >= 500) return 'serverError';
	// A web server has words for it, too; a refusal of the service has its status.
	const isElsewhere = (status === 404 || status === 405) && verdictIn(body) !== 'error';
	if (status >= 400) return isElsewhere ? 'notHere' : 'refusedByService';
	if (status >= 300) return isMoved(response) ? 'redirected' : 'seeOther';
	if (status !== 200) return 'notOk';
	return cut ?? (body.holds === 'text' ? 'notJson' : undefined);
}

/** Characters. One sentence is usual; of a longer text the response has all. */
const MAX_WORDS = 200;

export function factsOf({ status, tokenExpired }: ServiceResponse, found: Finding, body: Body) {
	const { message } = body.fields;
	const says = typeof message === 'string' && shortenedTo(message, MAX_WORDS);
	return {
		found,
		...(says && { says }),
		...(status !== 200 && { http: status }),
		...(found === 'tokenExpired' && { value: tokenExpired! }),
	};
}
