import { readBalance, readLiveBalance } from '../../../../nodes/SmsGateway/transport/readBalance';
import type { ServiceResult } from '../../../../nodes/SmsGateway/domain/service/result';
import { answer, failure } from '../delivery/simulated-service';
import { START, virtualClock } from '../delivery/virtual-clock';
import { createToken } from '../../../support/credentials';

const BALANCE = answer(200, { status: 'success', module: 'sms_module', balance: 12 });

async function read(replies: ServiceResult[], maxAttempts = 3, cancelAfter?: number) {
	const clock = virtualClock();
	const cancel = new AbortController();
	if (cancelAfter !== undefined) void clock.wait(cancelAfter).then(() => cancel.abort());
	const times: number[] = [];
	const balance = async () => {
		times.push(clock.now() - START);
		return replies[times.length - 1] ?? BALANCE;
	};
	const signal = cancelAfter === undefined ? undefined : cancel.signal;
	return { read: await clock.run(readBalance({ balance }, maxAttempts, clock, signal)), times };
}

it.each([
	failure('timeout'),
	failure('connectionLost'),
	failure('connectionRefused'),
	answer(500),
	answer(429),
])('reads again after a failure that may pass (%#)', async (reply) => {
	const { read: last, times } = await read([reply, reply]);
	expect(last).toMatchObject({ balance: 12 });
	expect(times).toStrictEqual([0, 250, 750]);
});

it('waits as long as the service asks, up to five minutes', async () => {
	const asking = (seconds: string) => answer(429, '', { 'retry-after': seconds });
	expect((await read([asking('60')])).times).toStrictEqual([0, 60_000]);
	expect((await read([asking('300')])).times).toStrictEqual([0, 300_000]);
	expect((await read([asking('301')])).times).toStrictEqual([0]);
});

it('is not read again after the execution was cancelled', async () => {
	const { read: last, times } = await read([answer(500)], 3, 100);
	expect(last).toMatchObject({ causes: [{ found: 'serverError' }] });
	expect(times).toStrictEqual([0]);
});

it.each([
	['none', {}],
	['none of this service', { credentials: { another: {} } }],
])('needs another credential where the node has %s', async (_, node) => {
	const ctx = { getNode: () => node } as never;
	expect(await readLiveBalance(ctx, { timeout: 1 })).toStrictEqual({
		read: false,
		causes: [{ name: 'credential', flaw: 'notChosen' }],
	});
});

it.each([
	['was cancelled', 1, { getExecutionCancelSignal: () => AbortSignal.abort() }],
	['may be cancelled without a word', 3, { getExecutionCancelSignal: undefined }],
	['is none', 3, {}],
])('asks up to three times where the execution %s', async (_, times, more) => {
	const httpRequestWithAuthentication = jest.fn(async () => {
		throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
	});
	const accessToken = createToken();
	const ctx = {
		getNode: () => ({ credentials: { smsGatewayApi: {} } }),
		getCredentials: async () => ({ baseUrl: 'https://sms.example.com', accessToken }),
		getTimezone: () => 'UTC',
		getWorkflowSettings: () => ({}),
		helpers: { httpRequestWithAuthentication },
		...more,
	};
	const balance = await readLiveBalance(ctx as never, { timeout: 1 });
	expect(balance).toStrictEqual({ read: false, causes: [expect.anything()] });
	expect(httpRequestWithAuthentication).toHaveBeenCalledTimes(times);
});
