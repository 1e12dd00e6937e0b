/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { parseArgs } from 'node:util';
import { HOST_VERSIONS, Problem, type HostVersion } from '../host';
import { print, readNumber, runMain, table } from '../command-line';
import { killAndRunAgain, type Kill } from './kills';
import { runInLockstep, type LockstepResult } from './lockstep';

const USAGE = `npx tsx scripts/queue-mode/prove.ts [--recipients 5000] [--kills 50] [--n8n 2.41.1]

Nobody gets two SMS under one deduplication key, whatever number of processes send at once, and
whenever they are killed. Needs npm run build, and PostgreSQL.`;

const FLEETS = [
	{ database: 'sqlite', processes: 2 },
	{ database: 'sqlite', processes: 4 },
	{ database: 'postgres', processes: 2 },
	{ database: 'postgres', processes: 4 },
] as const;

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
	const { values } = parseArgs({
		options: {
			recipients: { type: 'string', default: '5000' },
			kills: { type: 'string', default: '50' },
			n8n: { type: 'string', default: HOST_VERSIONS[0] },
		},
	});
	const recipients = readNumber('--recipients', values.recipients);
	const version = values.n8n;
	if (!isVersion(version)) throw new Problem(`--n8n must be one of ${HOST_VERSIONS.join(', ')}.`);
	print(USAGE);
	let isAllProved = true;

	const rows: string[][] = [];
	for (const { database, processes } of recipients > 0 ? FLEETS : []) {
		const result = await runInLockstep({ database, version, processes, recipients });
		const { twice, missing, reasons, seconds } = result;
		isAllProved &&= isProved(result, processes);
		rows.push(
			[database, processes, recipients, twice, missing, inWords(reasons), seconds].map(String),
		);
		print(rows.at(-1)!.join('   '));
	}
	const header = ['database', 'processes', 'recipients', 'two SMS', 'none', 'outcomes', 'seconds'];
	print(`\n${table(header, rows).join('\n')}\n`);

	const kills: Kill[] = await killAndRunAgain({
		kills: readNumber('--kills', values.kills),
		version,
		onKill: (kill) => print(JSON.stringify(kill)),
	});
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
