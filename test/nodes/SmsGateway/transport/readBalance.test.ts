import { readBalanceWithTries } from '../../../../nodes/SmsGateway/transport/readBalance';
import type { ServiceResult } from '../../../../nodes/SmsGateway/domain/service/result';
import { answer, failure } from '../delivery/simulated-service';
import { START, virtualClock } from '../delivery/virtual-clock';

const BALANCE = answer(200, { status: 'success', module: 'sms_module', balance: 12 });

async function read(replies: ServiceResult[], maxAttempts = 3, cancelAfter?: number) {
	const clock = virtualClock();
	const cancel = new AbortController();
	if (cancelAfter !== undefined) void clock.wait(cancelAfter).then(() => cancel.abort());
	const times: number[] = [];
	const source = {
		balance: async () => {
			times.push(clock.now() - START);
			return replies[times.length - 1] ?? BALANCE;
		},
		tokenExpiredAt: () => undefined,
	};
	const balance = await clock.run(readBalanceWithTries(source, maxAttempts, clock, cancel.signal));
	return { balance, times };
}

test('reads once where it works', async () => {
	expect(await read([])).toMatchObject({ balance: { read: true, balance: 12 }, times: [0] });
});

test.each([failure('timeout'), failure('lost'), failure('refused'), answer(500), answer(429)])(
	'reads again after what may pass, as reading changes nothing (%#)',
	async (reply) => {
		const { balance, times } = await read([reply, reply]);
		expect(balance).toMatchObject({ read: true });
		expect(times).toEqual([0, 250, 750]);
	},
);

test.each([answer(401), answer(404), answer(200, '<html>'), failure('tls')])(
	'does not read again after what will not pass (%#)',
	async (reply) => {
		const { balance, times } = await read([reply]);
		expect(balance).toMatchObject({ read: false });
		expect(times).toEqual([0]);
	},
);

test('gives up after the tries that it has', async () => {
	const { balance, times } = await read(new Array<ServiceResult>(9).fill(answer(500)), 2);
	expect(balance).toMatchObject({ read: false });
	expect(times).toHaveLength(2);
});

test('waits as long as the service asks, up to five minutes', async () => {
	const asking = (seconds: string) => answer(429, '', { 'retry-after': seconds });
	expect((await read([asking('60')])).times).toEqual([0, 60_000]);
	expect((await read([asking('301')])).times).toEqual([0]);
});

test('cancelled while it waits, it does not read again', async () => {
	const { times } = await read(
		new Array<ServiceResult>(9).fill(answer(429, '', { 'retry-after': '60' })),
		9,
		100,
	);
	expect(times).toEqual([0]);
});
