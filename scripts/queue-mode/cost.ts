import { print, readFlags, runMain, table } from '../command-line';
import { median } from '../median';
import { listWorkflow, outcomesOf, secondsOf, startFleet, type Fleet } from './fleet';
import { newPeople } from './lockstep';

const USAGE = `npx tsx scripts/queue-mode/cost.ts [--recipients 10000] [--stored 40000]

What deduplication keys cost: a Bulk Send with and without them, in a real n8n with SQLite, as the
median of three runs of each, in turns. Needs npm run build.`;

const SETTINGS = { batchSize: 100, concurrency: 5 };
const LATENCIES = [50, 20];
const ROUNDS = 3;

async function secondsFor({ judge, instance }: Fleet, id: string, count: number, latency: number) {
	judge.set(newPeople(count), { latency });
	const run = (await (await instance.launch(id)).done)!;
	const accepted = outcomesOf(run).filter(({ status }) => status === 'accepted').length;
	if (accepted !== count) throw new Error(`${accepted} of ${count} were accepted`);
	return secondsOf(run);
}

/** Both in turns, so that what else the machine does concerns them alike. */
async function compare(fleet: Fleet, keyed: string, count: number, latency: number) {
	const without: number[] = [];
	const withKeys: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		without.push(await secondsFor(fleet, 'without', count, latency));
		withKeys.push(await secondsFor(fleet, `${keyed}-${round}`, count, latency));
	}
	return { without: median(without), withKeys: median(withKeys) };
}

async function main(): Promise<void> {
	const { recipients: count, stored } = readFlags(USAGE, { recipients: 10_000, stored: 40_000 });
	print(USAGE);
	const stores = [
		...LATENCIES.map((latency) => ({ id: `idle-${latency}`, latency, stored: 0 })),
		...LATENCIES.map((latency) => ({ id: `full-${latency}`, latency, stored })),
	];
	const rounds = [...Array(ROUNDS).keys()];
	const fleet = await startFleet({
		database: 'sqlite',
		workflows: (judge) => [
			listWorkflow('without', judge, { ...SETTINGS, isKeyed: false }),
			...stores.flatMap(({ id }) =>
				rounds.map((round) => listWorkflow(`${id}-${round}`, judge, SETTINGS)),
			),
			...rounds.map((round) => listWorkflow(`one-${round}`, judge, SETTINGS)),
		],
	});
	try {
		const rows: string[][] = [];
		const add = (what: string, { without, withKeys }: Awaited<ReturnType<typeof compare>>) => {
			const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
			const more = ms(withKeys - without);
			rows.push([what, ms(without), ms(withKeys), `${(withKeys / without).toFixed(2)} (+${more})`]);
			print(rows.at(-1)!.join('   '));
		};
		add('1 SMS, 20 ms', await compare(fleet, 'one', 1, 20));
		for (const { id, latency, stored: keys } of stores) {
			for (const round of rounds) {
				if (keys > 0) await secondsFor(fleet, `${id}-${round}`, keys, 0);
			}
			add(
				`${count} SMS, ${latency} ms, ${keys} keys stored`,
				await compare(fleet, id, count, latency),
			);
		}
		print(`\n${table(['Bulk Send', 'without', 'with keys', 'times'], rows).join('\n')}`);
	} finally {
		await fleet.close();
	}
}

runMain(main);
