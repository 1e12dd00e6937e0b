/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { systemClock } from '../../nodes/SmsGateway/clock';
import { deliver } from '../../nodes/SmsGateway/delivery/deliver';
import { planRequests } from '../../nodes/SmsGateway/domain/plan/plan';
import { NO_DEDUPLICATION } from '../../nodes/SmsGateway/history/keys';
import { emptyLedgerData, openLedger } from '../../nodes/SmsGateway/history/ledger';
import { run, type Host } from '../host';
import { median } from '../median';
import { MESSAGE, numberOf, SENDER } from './ways';

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

export interface ReadingTime {
	/** Seconds to read 100,000 numbers in the usual form: +, country code and digits. */
	usual: number;
	/** Seconds for 100,000 in other spellings, a quarter of which are refused. */
	odd: number;
	/** Seconds to judge 100,000 recipients by their country and its clock. */
	judging: number;
}

const SCRIPT = `
	const [, folder] = process.argv;
	const { parseRecipient } = require(folder + '/parse.js');
	const { countriesOf, homePlan } = require(folder + '/countries.js');
	const { recipientSafeguards } = require(folder + '/../safeguards/recipients.js');
	const { timingSafeguards } = require(folder + '/../safeguards/timing.js');
	const home = homePlan('FR');
	const spell = [
		(n) => '0033 6 12 ' + n.replace(/(..)(?=.)/g, '$1 '),
		(n) => '06.12.' + n,
		(n) => '\\u200f(+229) 01-97-' + n.replace(/(..)(?=.)/g, '$1-') + '\\u00a0',
		(n) => '97 ' + n + ' (2)',
	];
	const numbers = Array.from({ length: 100000 }, (_, index) => String(100000 + index));
	const timed = (texts) => {
		const start = performance.now();
		for (const text of texts) parseRecipient(text, home);
		return (performance.now() - start) / 1000;
	};
	const usual = timed(numbers.map((n) => '+2290197' + n));
	const odd = timed(numbers.map((n, index) => spell[index % spell.length](n)));
	const countries = new Set(['BJ', 'FR', 'GB', 'US']);
	const isExcluded = recipientSafeguards({
		excluded: new Set(), countries, countriesOf, maxSmsPerRecipient: Infinity,
	});
	const window = { from: 0, until: 1440, days: [0, 1, 2, 3, 4, 5, 6] };
	const isTooEarly = timingSafeguards({ window, timeZone: 'UTC', countriesOf });
	const codes = ['2290197', '33612', '447400', '12025'];
	const recipients = numbers.map((n, index) => codes[index % codes.length] + n);
	const start = performance.now();
	for (const recipient of recipients) isExcluded({ recipient }) ?? isTooEarly({ recipient }, Date.now());
	const judging = (performance.now() - start) / 1000;
	console.log(JSON.stringify({ usual, odd, judging }));
`;

const RUNS = 5;

/** The median of several processes, each of which also compiles the numbering plans. */
export async function measureReadingTime(host: Host, packageFolder: string): Promise<ReadingTime> {
	const folder = join(packageFolder, 'dist/nodes/SmsGateway/domain/recipient');
	const times: ReadingTime[] = [];
	while (times.length < RUNS) {
		const { stdout } = await run(host.nodeBinary, ['--eval', SCRIPT, folder]);
		times.push(JSON.parse(stdout) as ReadingTime);
	}
	const medianOf = (name: keyof ReadingTime): number => median(times.map((time) => time[name]));
	return { usual: medianOf('usual'), odd: medianOf('odd'), judging: medianOf('judging') };
}
