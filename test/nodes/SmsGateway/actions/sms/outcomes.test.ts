import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { people, refusal, waysToSend } from '../../run';

const page = '<!doctype html><html><body>Welcome</body></html>';
const json = (body: object, status = 200): Answer => ({ status, body });
const no = { status: 'error', message: 'No credit' };

type Case = [what: string, answer: Answer, status: string, reason: string, words?: RegExp];

const cases: Case[] = [
	['200', json({ status: 'success' }), 'accepted', 'accepted'],
	[
		'200 with a message',
		json({ message: 'Queued' }),
		'accepted',
		'accepted',
		/^Accepted by the SMS service\.$/,
	],
	['200 with an empty body', {}, 'accepted', 'accepted'],
	['200 with blanks', { body: ' \n' }, 'accepted', 'accepted'],
	['200 with JSON that is no object', { body: '[]' }, 'accepted', 'accepted'],
	[
		'200 with JSON under another content type',
		{ body: '{"status":"success"}', headers: { 'content-type': 'text/html' } },
		'accepted',
		'accepted',
	],
	['200 with status error', refusal('No credit'), 'rejected', 'refusedByService', /^No credit\. /],
	[
		'200 with status error under another content type',
		{ body: JSON.stringify(no), headers: { 'content-type': 'text/plain' } },
		'rejected',
		'refusedByService',
		/^No credit\. /,
	],
	['200 with status error, no words', json({ status: 'error' }), 'rejected', 'refusedByService'],
	[
		'200 with a page',
		{ body: page, headers: { 'content-type': 'text/html' } },
		'unknown',
		'unreadableAnswer',
	],
	['200 with plain text', { body: 'OK' }, 'unknown', 'unreadableAnswer'],
	[
		'200 with half a JSON',
		{ body: '{"status":"succ', headers: { 'content-type': 'application/json' } },
		'unknown',
		'unreadableAnswer',
	],
	['201', json({ status: 'success' }, 201), 'accepted', 'accepted'],
	['201 with another status', json({ status: 'ok' }, 201), 'unknown', 'unreadableAnswer', /201/],
	['204', { status: 204 }, 'unknown', 'unreadableAnswer', /HTTP 204/],
	[
		'301',
		{ status: 301, headers: { location: 'https://sms.example.com/' } },
		'rejected',
		'redirected',
	],
	[
		'302 to another page',
		{ status: 302, headers: { location: '/sent' } },
		'unknown',
		'seeOther',
		/may have been sent/,
	],
	['303', { status: 303, headers: { location: '/' } }, 'unknown', 'seeOther', /HTTP 303/],
	[
		'307',
		{ status: 307, headers: { location: 'https://sms.example.com/' } },
		'rejected',
		'redirected',
	],
	['400', json(no, 400), 'rejected', 'refusedByService', /^No credit\. /],
	['400 with a page', { status: 400, body: page }, 'rejected', 'refusedByService', /HTTP 400/],
	[
		'401',
		json({ status: 'error', message: 'Bad token.' }, 401),
		'rejected',
		'unauthorized',
		/^Bad token\. The SMS service did not accept/,
	],
	['402', json(no, 402), 'rejected', 'refusedByService', /^No credit\. /],
	['403', json({}, 403), 'rejected', 'forbidden', /HTTP 403/],
	['404', { status: 404, body: page }, 'rejected', 'refusedByService'],
	['408', json(no, 408), 'unknown', 'serverError'],
	['422', json(no, 422), 'rejected', 'refusedByService', /^No credit\. /],
	['429', json(no, 429), 'notSent', 'rateLimited', /^No credit\. /],
	['500', json(no, 500), 'unknown', 'serverError', /^No credit\. .*HTTP 500/],
	['502 with a page', { status: 502, body: page }, 'unknown', 'serverError'],
	['503', { status: 503, headers: { 'retry-after': '0' } }, 'unknown', 'serverError'],
	['504', { status: 504 }, 'unknown', 'serverError'],
	['no answer in time', { hang: true }, 'unknown', 'timeout'],
	['a late answer', { delay: 1500 }, 'unknown', 'timeout'],
	['a reset connection', { error: 'ECONNRESET' }, 'unknown', 'connectionLost'],
	['a broken pipe', { error: 'EPIPE' }, 'unknown', 'connectionLost'],
	['an error that nobody knows', { error: 'EWEIRD' }, 'unknown', 'connectionLost'],
	['a refused connection', { error: 'ECONNREFUSED' }, 'notSent', 'connectionRefused'],
	['a name that does not exist', { error: 'ENOTFOUND' }, 'notSent', 'dnsFailure'],
	['a name server that fails', { error: 'EAI_AGAIN' }, 'notSent', 'dnsFailure'],
	['an expired certificate', { error: 'CERT_HAS_EXPIRED' }, 'notSent', 'tlsFailure'],
];

/** Seconds: short only where nothing comes in time, so that a slow machine changes nothing. */
const timeoutFor = ({ delay, hang }: Answer) => (hang || delay ? 1 : 30);

describe.each(waysToSend)('the outcome of a %s', (route, run) => {
	it.each(cases)('that is answered with %s', async (_, answer, status, reason, words = /./) => {
		const service = gateway()[route](answer);
		const { items, runData } = await run({
			items: people(1),
			options: { timeout: timeoutFor(answer), maxAttempts: 1 },
			onError: 'continueRegularOutput',
		});

		expect(items.map(({ json }) => [json.status, json.reason])).toEqual([[status, reason]]);
		expect(items[0]!.json.explanation).toMatch(words);
		// Neither a redirect nor anything else made another request.
		expect(service.requests).toHaveLength(1);
		expect(runData['SMS Gateway']).toHaveLength(1);
		expect(items[0]!.json).not.toHaveProperty('error');
	});
});

describe.each(waysToSend)('a %s is attempted again', (route, run) => {
	const again = { items: people(1), options: { maxAttempts: 2 } };

	it.each<[string, Answer]>([
		['a refused connection', { error: 'ECONNREFUSED' }],
		['a name that does not resolve', { error: 'EAI_AGAIN' }],
		['429', { status: 429, headers: { 'retry-after': '0' } }],
	])('after %s', async (_, failure) => {
		const service = gateway()[route]([failure, {}]);
		const { items } = await run(again);

		expect(service.requests).toHaveLength(2);
		expect(items.map(({ json }) => [json.status, json.request])).toEqual([['accepted', 1]]);
		service.done();
	});

	it.each<[string, Answer]>([
		['a timeout', { hang: true }],
		['a lost connection', { error: 'ECONNRESET' }],
		['500', { status: 500 }],
		['503 with Retry-After', { status: 503, headers: { 'retry-after': '0' } }],
		['a page', { body: page }],
	])('after %s only with If Outcome Is Unknown set to Resend', async (_, failure) => {
		const stub = () => gateway()[route]([failure, {}]);
		const options = { maxAttempts: 2, timeout: timeoutFor(failure) };
		const careful = stub();
		await run({ ...again, options, onError: 'continueRegularOutput' });
		expect(careful.requests).toHaveLength(1);

		const service = stub();
		const { items } = await run({ ...again, options: { ...options, uncertain: 'resend' } });
		expect(service.requests).toHaveLength(2);
		expect(items[0]!.json.status).toBe('accepted');
	});

	it('not before the service wants it', async () => {
		const arrived: number[] = [];
		gateway()[route](() => {
			arrived.push(Date.now());
			return arrived.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {};
		});
		await run(again);

		expect(arrived).toHaveLength(2);
		expect(arrived[1]! - arrived[0]!).toBeGreaterThanOrEqual(990);
	});

	it('never when the service wants more than five minutes; then nothing else starts', async () => {
		const service = gateway()[route]([{ status: 429, headers: { 'retry-after': '3600' } }]);
		const { items } = await run({
			...again,
			items: people(3),
			options: { concurrency: 1, batchSize: 1 },
			onError: 'continueRegularOutput',
		});

		expect(service.requests).toHaveLength(1);
		expect(items.map(({ json }) => [json.status, json.reason])).toEqual(
			[1, 2, 3].map(() => ['notSent', 'rateLimited']),
		);
		expect(items[2]!.json.explanation).toContain('60 minutes');
	});
});
