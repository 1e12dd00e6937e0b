import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { REPLIES } from '../../../../fixtures/replies';
import type { Reason, Status } from '../../../../../nodes/SmsGateway/domain/outcome';
import { people, waysToSend } from '../../run';

const page = '<!doctype html><html><body>Welcome</body></html>';

/** Beside what a service responds: how there comes to be no response. */
const NO_REPLY: Array<[what: string, answer: Answer, status: Status, reason: Reason]> = [
	['no answer in time', { hang: true }, 'unknown', 'timeout'],
	['a late answer', { delay: 700 }, 'unknown', 'timeout'],
	['a reset connection', { error: 'ECONNRESET' }, 'unknown', 'connectionLost'],
	['a broken pipe', { error: 'EPIPE' }, 'unknown', 'connectionLost'],
	['an error that nobody knows', { error: 'EWEIRD' }, 'unknown', 'connectionLost'],
	['a refused connection', { error: 'ECONNREFUSED' }, 'notSent', 'connectionRefused'],
	['a name that does not exist', { error: 'ENOTFOUND' }, 'notSent', 'dnsFailure'],
	['an expired certificate', { error: 'CERT_HAS_EXPIRED' }, 'notSent', 'tlsFailure'],
];

/** Seconds: short only where nothing comes in time, so that a slow machine changes nothing. */
const timeoutFor = ({ delay, hang }: Answer) => (hang || delay ? 0.3 : 30);

describe.each(waysToSend)('the outcome of a %s', (route, run) => {
	it.each([...REPLIES, ...NO_REPLY])('after %s', async (_, answer, status, reason) => {
		const service = gateway()[route](answer);
		const { items, runData } = await run({
			items: people(1),
			options: { timeout: timeoutFor(answer) },
			onError: 'continueRegularOutput',
		});

		expect(items.map(({ json }) => [json.status, json.reason])).toStrictEqual([[status, reason]]);
		// Neither a redirect nor anything else made another request.
		const isSafe = ['connectionRefused', 'dnsFailure', 'rateLimited'].includes(reason);
		expect(service.requests).toHaveLength(isSafe ? 3 : 1);
		expect(runData['SMS Gateway']).toHaveLength(1);
		expect(items[0]!.json).not.toHaveProperty('error');
	});
});

describe.each(waysToSend)('a %s is attempted again', (route, run) => {
	const again = { items: people(1) };

	it.each<[string, Answer]>([
		['a refused connection', { error: 'ECONNREFUSED' }],
		['a name that does not resolve', { error: 'EAI_AGAIN' }],
		['429', { status: 429, headers: { 'retry-after': '0' } }],
	])('after %s', async (_, failure) => {
		const service = gateway()[route]([failure, {}]);
		const { items } = await run(again);

		expect(service.requests).toHaveLength(2);
		expect(items.map(({ json }) => [json.status, json.request])).toStrictEqual([['accepted', 1]]);
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
		const options = { timeout: timeoutFor(failure) };
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
		expect(items.map(({ json }) => [json.status, json.reason])).toStrictEqual(
			[1, 2, 3].map(() => ['notSent', 'rateLimited']),
		);
		expect(items[2]!.json.explanation).toContain('60 minutes');
	});
});
