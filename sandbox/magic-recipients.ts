/** How the API behaves towards a request that carries a magic recipient. */
export type Behaviour =
	| { kind: 'answer'; status: number; body: BodyKind; headers?: () => Record<string, string> }
	| { kind: 'hang' }
	| { kind: 'answerLate' }
	| { kind: 'reset' }
	| { kind: 'cutShort' };

export type BodyKind =
	| 'success'
	| 'error'
	| 'html'
	| 'empty'
	| 'plainText'
	| 'truncatedJson'
	| 'tenMegabytes'
	| 'wrongContentType';

export interface MagicRecipient {
	/** Digits only, as it goes over the wire. */
	number: string;
	/** One line for people. */
	does: string;
	/** Whether a misbehaving request is accepted (sent and billed) anyway. */
	accepts: boolean;
	/** The first request misbehaves; each later one is accepted like any other number. */
	once: boolean;
	behaviour: Behaviour;
}

/**
 * North America keeps 555-0100 to 555-0199 free in every area, so that no such number belongs to
 * anybody, and yet each is one that phones know.
 *
 * @param code two digits of the area, and the last two
 */
export const magicNumber = (code: string): string => `12${code.slice(0, 2)}55501${code.slice(2)}`;

interface Extras {
	accepts?: boolean;
	once?: boolean;
	headers?: () => Record<string, string>;
	body?: BodyKind;
}

const magic = (
	code: string,
	does: string,
	behaviour: Behaviour,
	{ accepts = false, once = false }: Extras = {},
): MagicRecipient => ({ number: magicNumber(code), does, accepts, once, behaviour });

const answer = (code: string, status: number, does: string, extras: Extras = {}): MagicRecipient =>
	magic(
		code,
		does,
		{ kind: 'answer', status, body: extras.body ?? 'error', headers: extras.headers },
		extras,
	);

const FOLLOWED_REDIRECT = '/api/v1/balance/sms_module';
const afterSeconds = (seconds: number) => () => ({ 'Retry-After': String(seconds) });
const atDateIn = (seconds: number) => () => ({
	'Retry-After': new Date(Date.now() + seconds * 1000).toUTCString(),
});

/** What the second digit of a number's area says. */
const MAGIC_FAMILIES: Readonly<Record<string, string>> = {
	0: 'Always this HTTP status',
	1: 'Only the first time, then accepted',
	2: 'Accepted, whatever the response says',
	3: 'HTTP 429 with an unusual Retry-After',
	7: 'HTTP 200 with an unusual body',
	8: 'Connection problems',
};

/** The documented magic recipients, in the order of the page's help. */
export const MAGIC_RECIPIENTS: readonly MagicRecipient[] = [
	answer('0302', 302, 'Redirects to an address that responds with 200', {
		headers: () => ({ Location: FOLLOWED_REDIRECT }),
		body: 'empty',
	}),
	answer('0400', 400, 'Refuses with HTTP 400'),
	answer('0401', 401, 'Refuses with HTTP 401'),
	answer('0403', 403, 'Refuses with HTTP 403'),
	answer('0408', 408, 'Responds with HTTP 408'),
	answer('0413', 413, 'Refuses with HTTP 413'),
	answer('0422', 422, 'Refuses with HTTP 422'),
	answer('0429', 429, 'Responds with HTTP 429, always, without Retry-After'),
	answer('0500', 500, 'Responds with HTTP 500'),
	answer('0502', 502, 'Responds with HTTP 502 with an HTML page', { body: 'html' }),
	answer('0503', 503, 'Responds with HTTP 503'),
	answer('0504', 504, 'Responds with HTTP 504 with an HTML page', { body: 'html' }),

	answer('1400', 400, 'Refuses with HTTP 400', { once: true }),
	answer('1401', 401, 'Refuses with HTTP 401', { once: true }),
	answer('1429', 429, 'Responds with HTTP 429 with Retry-After in seconds (1)', {
		once: true,
		headers: afterSeconds(1),
	}),
	answer('1500', 500, 'Responds with HTTP 500', { once: true }),
	answer('1503', 503, 'Responds with HTTP 503', { once: true }),

	answer('2400', 400, 'Refuses with HTTP 400', { accepts: true }),
	answer('2408', 408, 'Responds with HTTP 408', { accepts: true }),
	answer('2500', 500, 'Responds with HTTP 500', { accepts: true }),
	answer('2502', 502, 'Responds with HTTP 502 with an HTML page', { accepts: true, body: 'html' }),
	answer('2504', 504, 'Responds with HTTP 504 with an HTML page', { accepts: true, body: 'html' }),

	answer('3429', 429, 'Responds with HTTP 429 with Retry-After as a date (in 2 seconds)', {
		once: true,
		headers: atDateIn(2),
	}),
	answer('3430', 429, 'Responds with HTTP 429, always, with Retry-After: 3600', {
		headers: afterSeconds(3600),
	}),

	answer('7001', 200, 'Responds with HTTP 200 with status "error"'),
	answer('7002', 200, 'Responds with HTTP 200 with an HTML page', { body: 'html' }),
	answer('7003', 200, 'Responds with HTTP 200 with an empty body', {
		accepts: true,
		body: 'empty',
	}),
	answer('7004', 200, 'Responds with HTTP 200 with plain text', {
		accepts: true,
		body: 'plainText',
	}),
	answer('7005', 200, 'Responds with HTTP 200 with JSON that breaks off', {
		accepts: true,
		body: 'truncatedJson',
	}),
	answer('7006', 200, 'Responds with HTTP 200 with a body of 10 MB', {
		accepts: true,
		body: 'tenMegabytes',
	}),
	answer('7007', 200, 'Responds with HTTP 200 with JSON that is called text/html', {
		accepts: true,
		body: 'wrongContentType',
	}),
	answer('7008', 200, 'Responds with HTTP 200 with status "error"', { once: true }),

	magic('8101', 'Never responds', { kind: 'hang' }),
	magic('8102', 'Never responds', { kind: 'hang' }, { accepts: true }),
	magic(
		'8103',
		'Responds late (after 60 seconds unless set)',
		{ kind: 'answerLate' },
		{ accepts: true },
	),
	magic('8104', 'Resets the connection', { kind: 'reset' }),
	magic('8105', 'Resets the connection', { kind: 'reset' }, { accepts: true }),
	magic(
		'8106',
		'Resets the connection in the middle of its response',
		{ kind: 'cutShort' },
		{ accepts: true },
	),
	magic('8111', 'Never responds', { kind: 'hang' }, { once: true }),
	magic('8114', 'Resets the connection', { kind: 'reset' }, { once: true }),
	magic('8115', 'Resets the connection', { kind: 'reset' }, { accepts: true, once: true }),
];

const BY_NUMBER = new Map(MAGIC_RECIPIENTS.map((entry) => [entry.number, entry]));

/** The magic recipient with this number, if it is one. */
export const findMagic = (number: string): MagicRecipient | undefined => BY_NUMBER.get(number);

/** The family that a magic recipient belongs to, in words. */
export const familyOf = ({ number }: MagicRecipient): string =>
	MAGIC_FAMILIES[number.charAt('12'.length)] ?? '';

/** Whether a message to this number is sent, in the words of the table. */
export function describeAcceptance({ accepts, once }: MagicRecipient): string {
	if (!once) return accepts ? 'yes' : 'no';
	return accepts ? 'yes, each time' : 'from the second request on';
}
