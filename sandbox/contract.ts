/** Why a request is not one of openapi.yaml, and the HTTP status that says so. */
export interface Violation {
	status: number;
	message: string;
}

const RULE = 'digits only, with no leading + and no leading 00';

/** By path, the method and the fields of the body; a pattern says what a number must not look like. */
const ENDPOINTS: Record<string, { method: string; numbers?: [field: string, wrong: RegExp] }> = {
	'/balance/sms_module': { method: 'GET' },
	'/sms/send': { method: 'POST', numbers: ['recipient', /[^0-9]|^00/] },
	// Over 1,000,000 numbers a pattern must not backtrack.
	'/sms/bulk/send': { method: 'POST', numbers: ['recipients', /[^0-9|]|(^|[|])(00|[|]|$)/] },
};

/** Holds a request against the contract; undefined where it keeps to it. */
export function violationOf(
	method: string,
	path: string,
	contentType: string | undefined,
	body: unknown,
): Violation | undefined {
	const endpoint = ENDPOINTS[path];
	if (endpoint === undefined) return { status: 404, message: 'not found' };
	if (method !== endpoint.method) return { status: 405, message: `${method} method not allowed` };
	if (endpoint.numbers === undefined) return undefined;
	if (!/^application\/json\b/i.test(contentType ?? '')) {
		return { status: 415, message: 'unsupported media type: send application/json' };
	}
	const [field, wrong] = endpoint.numbers;
	const given = Object(body) as Record<string, unknown>;
	const empty = ['sender_id', field, 'message'].find(
		(name) => typeof given[name] !== 'string' || given[name] === '',
	);
	if (empty !== undefined) return { status: 400, message: `${empty} must be a text.` };
	if (!wrong.test(given[field] as string)) return undefined;
	const what = field === 'recipient' ? 'a number in' : 'numbers separated by "|", each in';
	return { status: 400, message: `${field} must be ${what} ${RULE}.` };
}
