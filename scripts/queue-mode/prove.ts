import { HOST_VERSIONS, Problem, type HostVersion } from '../host';
import { print, readFlags, runMain, table } from '../command-line';
import { listWorkflow, startFleet } from './fleet';
import { killAndRunAgain, SETTINGS, type Kill } from './kills';
import { runInLockstep, type LockstepResult } from './lockstep';

const USAGE = `npx tsx scripts/queue-mode/prove.ts [--recipients 5000] [--kills 50] [--n8n 2.41.1]

Nobody gets two SMS under one deduplication key, whatever number of processes send at once, and
whenever they are killed. Needs npm run build, and PostgreSQL.`;

const DATABASES = ['sqlite', 'postgres'] as const;
const PROCESSES = [2, 4];

/** Workflows that take turns in being killed. */
const KILLED = 10;

const isVersion = (name: string): name is HostVersion =>
	HOST_VERSIONS.includes(name as HostVersion);

const inWords = (reasons: Record<string, number>): string =>
	Object.entries(reasons)
		.map(([reason, count]) => `${count} ${reason}`)
		.join(', ');

const isProved = ({ recipients, twice, missing, reasons }: LockstepResult, processes: number) =>
	twice + missing === 0 &&
	reasons.accepted === recipients &&
	reasons.alreadySent === recipients * (processes - 1);

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { recipients: 5000, kills: 50, n8n: HOST_VERSIONS[0] });
	const { recipients, kills: wantedKills, n8n: version } = flags;
	if (!isVersion(version)) throw new Problem(`--n8n must be one of ${HOST_VERSIONS.join(', ')}.`);
	print(USAGE);
	let isAllProved = true;

	const kills: Kill[] = [];
	const rows: string[][] = [];
	for (const database of DATABASES) {
		const fleet = await startFleet({
			database,
			version,
			workflows: (judge) => [
				...PROCESSES.map((processes) =>
					listWorkflow(`of ${processes}`, judge, { batchSize: 50, concurrency: 5 }),
				),
				...Array.from({ length: KILLED }, (_, index) =>
					listWorkflow(`killed ${index}`, judge, SETTINGS),
				),
			],
		});
		try {
			for (const processes of recipients > 0 ? PROCESSES : []) {
				const options = { workflow: `of ${processes}`, processes, recipients };
				const result = await runInLockstep(fleet, options);
				const { twice, missing, reasons, seconds } = result;
				isAllProved &&= isProved(result, processes);
				rows.push(
					[database, processes, recipients, twice, missing, inWords(reasons), seconds].map(String),
				);
				print(rows.at(-1)!.join('   '));
			}
			while (database === 'sqlite' && kills.length < wantedKills) {
				const workflow = `killed ${kills.length % KILLED}`;
				kills.push(await killAndRunAgain(fleet, { workflow, inLock: kills.length % 2 === 1 }));
				print(JSON.stringify(kills.at(-1)));
			}
		} finally {
			await fleet.close();
		}
	}
	const header = ['database', 'processes', 'recipients', 'two SMS', 'none', 'outcomes', 'seconds'];
	print(`\n${table(header, rows).join('\n')}\n`);

	const sum = (numberOf: (kill: Kill) => number) =>
		kills.reduce((total, kill) => total + numberOf(kill), 0);
	const longest = Math.max(...kills.map(({ seconds }) => seconds));
	print(
		`\n${kills.length} kills, ${sum(({ inLock }) => Number(inLock))} of them in the lock: ${sum(({ twice }) => twice)} recipients with two SMS, ${sum(({ forgotten }) => forgotten)} without one who were not named, ${sum(({ named }) => named)} named as interrupted; the longest rerun took ${longest} s.`,
	);
	isAllProved &&= sum(({ twice, forgotten }) => twice + forgotten) === 0;
	if (!isAllProved) throw new Problem('Not proved.');
}

runMain(main);
