import { readBalance, readOwnBalance } from '../../../../nodes/SmsGateway/transport/readBalance';
import type { ServiceResult } from '../../../../nodes/SmsGateway/domain/service/result';
import { answer, failure } from '../delivery/simulated-service';
import { START, virtualClock } from '../delivery/virtual-clock';
import { defaultCredentials } from '../../../support/credentials';

const BALANCE = answer(200, { status: 'success', module: 'sms_module', balance: 12 });

async function read(replies: ServiceResult[], cancelAfter?: number) {
	const clock = virtualClock();
	const cancel = new AbortController();
	if (cancelAfter !== undefined) void clock.wait(cancelAfter).then(() => cancel.abort());
	const times: number[] = [];
	const balance = async () => {
		times.push(clock.now() - START);
		return replies[times.length - 1] ?? BALANCE;
	};
	return { read: await clock.run(readBalance({ balance }, 3, clock, cancel.signal)), times };
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
	const { read: last, times } = await read([answer(500)], 100);
	expect(last).toMatchObject({ causes: [{ found: 'serverError' }] });
	expect(times).toStrictEqual([0]);
});

it('asks once for what an execution needs that was cancelled', async () => {
	const httpRequestWithAuthentication = jest.fn(() => Promise.reject({ code: 'ECONNREFUSED' }));
	const ctx = {
		getNode: () => ({ credentials: { smsGatewayApi: {} } }),
		getCredentials: async () => defaultCredentials,
		getTimezone: () => 'UTC',
		getExecutionCancelSignal: () => AbortSignal.abort(),
		helpers: { httpRequestWithAuthentication },
	};
	const balance = await readOwnBalance(ctx as never, () => 1);
	expect(balance).toStrictEqual({ read: false, causes: [expect.anything()] });
	expect(httpRequestWithAuthentication).toHaveBeenCalledTimes(1);
});
