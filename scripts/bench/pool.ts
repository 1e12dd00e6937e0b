/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { systemClock } from '../../nodes/SmsGateway/clock';
import { deliver } from '../../nodes/SmsGateway/delivery/deliver';
import { planRequests } from '../../nodes/SmsGateway/domain/plan/plan';
import { NO_DEDUPLICATION } from '../../nodes/SmsGateway/history/deduplication';
import { emptyLedgerData, openLedger } from '../../nodes/SmsGateway/history/ledger';
import { MESSAGE, numberOf, SENDER } from './subject';

const REQUESTS = 20_000;
const FEW = 20;
const MANY = 2_000;
const ACCEPTED = { kind: 'answer', status: 200, headers: {}, body: '' } as const;

/** Seconds of processor time to deliver to a service that responds at once. */
async function deliverWith(concurrency: number): Promise<number> {
	const entries = Array.from({ length: REQUESTS }, (_, item) => ({
		item,
		senderId: SENDER,
		message: MESSAGE,
		recipient: numberOf(item),
		key: '',
	}));
	const plan = planRequests(entries, {});
	const before = process.cpuUsage();
	await deliver(
		plan,
		{
			concurrency,
			requestsPerSecond: 0,
			maxAttempts: 1,
			uncertain: 'doNotResend',
			stopOnFailure: false,
		},
		{
			send: async () => {
				await new Promise((resolve) => setImmediate(resolve));
				return ACCEPTED;
			},
			clock: systemClock(async () => {}),
			ledger: openLedger(emptyLedgerData()),
			deduplication: NO_DEDUPLICATION,
		},
	);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

/** How many times the processor time of few requests in flight at once it takes to have many. */
export async function measurePool(): Promise<number> {
	// Compiled once, so that neither of the two pays for it.
	await deliverWith(FEW);
	const few = await deliverWith(FEW);
	return (await deliverWith(MANY)) / few;
}
