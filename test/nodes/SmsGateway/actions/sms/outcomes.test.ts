import '../../../../support/fast-clock';
import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { REPLIES } from '../../../../fixtures/replies';
import type { Reason, Status } from '../../../../../nodes/SmsGateway/domain/outcome';
import { people, waysToSend } from '../../run';

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
