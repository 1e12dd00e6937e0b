/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../host/package';
import { Problem } from '../../host';
import { print, runMain } from '../command-line';
import { differencesOf, LEVELS, type Difference } from './differences';
import { turnOf } from './generate';
import { Pair } from './pair';
import { printTurn, report } from './report';
import { shrink } from './shrink';
import { WAYS, type Seen, type Turn, type Way } from './turn';
import { buildVersion, wantedSince } from './versions';

const USAGE = `npm run compare -- <git ref or folder> [options]

Runs the same turns with two versions of the package and says what differs, the wire first. Ends with 1
where an SMS differs that is not on record.

  --with <git ref or folder>   compare with this instead of the working tree
  --turns <number>             500 unless given
  --seed <number>              other turns; 1 unless given
  --only <way,way>             ${WAYS.join(', ')}
  --turn <number>              only this one, in full
  --json <file>                counts for .ci/count.mjs
  --wanted <text>              put kinds of differences with this text on record, for now
  --kinds <number>             kinds of each level that are shrunk and shown; 5 unless given
  --help`;

const whole = (name: string, text: string): number => {
	const number = Number(text);
	if (Number.isInteger(number) && number >= 0) return number;
	throw new Problem(`--${name} must be a whole number from 0 up, not "${text}".`);
};

function readCommand() {
	const text = { type: 'string' } as const;
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			with: { ...text, default: PROJECT },
			turns: { ...text, default: '500' },
			seed: { ...text, default: '1' },
			kinds: { ...text, default: '5' },
			only: text,
			turn: text,
			json: text,
			wanted: { ...text, multiple: true, default: [] },
			help: { type: 'boolean' },
		},
	});
	if (values.help) {
		print(USAGE);
		process.exit();
	}
	const [old] = positionals;
	if (old === undefined) throw new Problem(`Which version is the old one?\n\n${USAGE}`);
	const only = (values.only?.split(',') ?? []) as Way[];
	const unknown = only.find((way) => !WAYS.includes(way));
	if (unknown) throw new Problem(`There are no turns "${unknown}". There are ${WAYS.join(', ')}.`);
	return {
		...values,
		old,
		only,
		turn: values.turn === undefined ? undefined : whole('turn', values.turn),
		turns: whole('turns', values.turns),
		seed: whole('seed', values.seed),
		kinds: whole('kinds', values.kinds),
	};
}

type Command = ReturnType<typeof readCommand>;

/** A kind of difference, with the turns in which it was the worst that is not on record. */
export type Found = Difference & { turns: number[] };

/** One that was shrunk and confirmed. */
export type Shown = Found & { turn: Turn; old: Seen; now: Seen; isConfirmed: boolean };

const MOST_TRIES = 250;

/** As Jest leaves it, for one test. */
const reportFor = (isGood: boolean): string =>
	JSON.stringify({
		numPassedTests: Number(isGood),
		numFailedTests: Number(!isGood),
		numPendingTests: 0,
		numTodoTests: 0,
		testResults: [],
	});

/** What is asked of all turns, in as many lanes as there are pairs of processes, and some to wait. */
async function runAll(
	{ only, seed, turn: one, turns }: Command,
	pairs: readonly Pair[],
	kindOf: (old: Seen, now: Seen) => Difference | undefined,
) {
	const found = new Map<string, Found>();
	const indexes = one === undefined ? Array.from({ length: turns }, (_, index) => index) : [one];
	const count = indexes.length;
	let onWire = 0;
	async function look(pair: Pair): Promise<void> {
		for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
			const turn = turnOf(seed, index, only);
			const [old, now] = await pair.see(turn);
			if (one !== undefined) printTurn(turn, old, now);
			if (old.requests.length + now.requests.length > 0) onWire++;
			const difference = kindOf(old, now);
			if (difference === undefined) continue;
			const known = found.get(difference.kind) ?? { ...difference, turns: [] };
			found.set(difference.kind, { ...known, turns: [...known.turns, index] });
		}
	}
	await Promise.all(pairs.flatMap((pair) => [1, 2, 3, 4].map(async () => await look(pair))));
	const groups = [...found.values()].sort((one, other) => other.turns.length - one.turns.length);
	return { groups, count, onWire };
}

/** The commonest of each level, shrunk; each is confirmed by processes that have run nothing else. */
async function showSome(
	{ kinds, only, seed }: Command,
	groups: readonly Found[],
	[pair]: readonly Pair[],
	kindOf: (old: Seen, now: Seen) => Difference | undefined,
	another: () => Pair,
): Promise<Shown[]> {
	const chosen = LEVELS.flatMap((level) =>
		groups.filter((each) => each.level === level).slice(0, level === 'words' ? 2 : kinds),
	);
	const shown: Shown[] = [];
	for (const group of kinds === 0 ? [] : chosen) {
		const has = ([old, now]: [Seen, Seen]) => kindOf(old, now)?.kind === group.kind;
		const first = turnOf(seed, Math.min(...group.turns), only);
		// Each try takes all patience.
		const most = group.kind.includes('stands still') ? 5 : MOST_TRIES;
		const turn = await shrink(first, async (each) => has(await pair!.see(each)), most);
		const fresh = another();
		const [old, now] = await fresh.see(turn);
		fresh.stop();
		shown.push({ ...group, turn, old, now, isConfirmed: has([old, now]) });
	}
	return shown;
}

async function main(): Promise<void> {
	const command = readCommand();
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-compare-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const folders = [join(folder, 'old'), join(folder, 'now')] as const;
	const sources = [command.old, command.with];
	await Promise.all(sources.map(async (source, at) => await buildVersion(source, folders[at]!)));

	const wanted = [...command.wanted, ...wantedSince(command.old)];
	const kindOf = (old: Seen, now: Seen) =>
		differencesOf(old, now).find(({ kind }) => !wanted.some((text) => kind.includes(text)));
	const another = (at = 0) => new Pair(folders, at * 1e6);
	const lanes = Math.max(1, Math.floor(availableParallelism() / 2));
	const pairs = Array.from({ length: lanes }, (_, at) => another(at + 1));
	const began = performance.now();
	const { count, groups, onWire } = await runAll(command, pairs, kindOf);
	const seconds = Math.round((performance.now() - began) / 1000);
	report({ groups, shown: await showSome(command, groups, pairs, kindOf, another), wanted });
	for (const pair of pairs) pair.stop();

	const sum = (some: readonly Found[]) =>
		some.reduce((total, { turns }) => total + turns.length, 0);
	const bad = sum(groups.filter(({ level }) => level === 'wire'));
	const share = Math.round((100 * onWire) / count);
	print(`\n${count} turns (seed ${command.seed}) in ${seconds} s, ${share} % reached the wire.`);
	print(`In ${sum(groups) - bad} turns only something else than SMS differs.`);
	const isVain = command.only.length === 0 && count >= 100 && share < 60;
	if (isVain) print('That is too few: something is wrong with the turns, or with both versions.');
	if (command.json) writeFileSync(command.json, reportFor(bad === 0 && !isVain));
	print(`${count - bad} passed, ${bad + Number(isVain)} failed`);
	process.exitCode = bad > 0 || isVain ? 1 : 0;
}

if (resolve(process.argv[1] ?? '') === resolve(__filename)) runMain(main);
