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
	const one = values.turn === undefined ? undefined : whole('turn', values.turn);
	const [turns, seed, kinds] = [values.turns, values.seed, values.kinds].map((given, index) =>
		whole(['turns', 'seed', 'kinds'][index]!, given),
	) as [number, number, number];
	return { ...values, old, only, one, turns, seed, kinds };
}

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

async function main(): Promise<void> {
	const command = readCommand();
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-compare-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const folders = [join(folder, 'old'), join(folder, 'now')] as const;
	await Promise.all(
		[command.old, command.with].map((source, index) => buildVersion(source, folders[index]!)),
	);
	const wanted = [...command.wanted, ...wantedSince(command.old)];

	const pairs = Array.from(
		{ length: Math.max(1, Math.floor(availableParallelism() / 2)) },
		(_, index) => new Pair(folders, (index + 1) * 1e6),
	);
	process.once('exit', () => pairs.forEach((pair) => pair.stop()));
	const { kinds, one, only, seed, turns } = command;
	const found = new Map<string, Found>();
	let asked = 0;
	let onWire = 0;
	let same = 0;
	const began = performance.now();
	const isWanted = ({ kind }: Difference) => wanted.some((text) => kind.includes(text));

	async function look(pair: Pair, index: number): Promise<void> {
		const turn = turnOf(seed, index, only);
		const [old, now] = await pair.see(turn);
		if (one !== undefined) printTurn(turn, old, now);
		if (old.requests.length + now.requests.length > 0) onWire++;
		const differences = differencesOf(old, now).filter((difference) => !isWanted(difference));
		const [worst] = differences;
		if (!worst) {
			same++;
			return;
		}
		const group = found.get(worst.kind) ?? { ...worst, turns: [] };
		group.turns.push(index);
		found.set(worst.kind, group);
	}

	const indexes = one === undefined ? Array.from({ length: turns }, (_, index) => index) : [one];
	const lanes = pairs.flatMap((pair) => Array<Pair>(4).fill(pair));
	await Promise.all(
		lanes.map(async (pair) => {
			for (let at = asked++; at < indexes.length; at = asked++) await look(pair, indexes[at]!);
		}),
	);
	const seconds = (performance.now() - began) / 1000;

	/** In processes that have run nothing else. */
	async function show(group: Found): Promise<Shown> {
		const [pair] = pairs;
		const has = ([old, now]: [Seen, Seen]) =>
			differencesOf(old, now).find((each) => !isWanted(each))?.kind === group.kind;
		const first = turnOf(seed, Math.min(...group.turns), only);
		const turn = await shrink(first, async (each) => has(await pair!.see(each)), MOST_TRIES);
		const fresh = new Pair(folders, 0);
		const [old, now] = await fresh.see(turn);
		fresh.stop();
		return { ...group, turn, old, now, isConfirmed: has([old, now]) };
	}

	const groups = [...found.values()].sort((a, b) => b.turns.length - a.turns.length);
	const shown: Shown[] = [];
	for (const level of LEVELS) {
		const most = level === 'words' ? Math.min(2, kinds) : kinds;
		for (const group of groups.filter((each) => each.level === level).slice(0, most)) {
			shown.push(await show(group));
		}
	}
	pairs.forEach((pair) => pair.stop());
	report({ groups, shown, wanted });
	const share = Math.round((100 * onWire) / indexes.length);
	print(
		`\n${indexes.length} turns (seed ${seed}) in ${Math.round(seconds)} s, ${share} % reached the wire.`,
	);
	const bad = groups
		.filter(({ level }) => level === 'wire')
		.reduce((sum, { turns: all }) => sum + all.length, 0);
	print(`In ${indexes.length - same - bad} turns only something else than SMS differs.`);
	if (command.json) writeFileSync(command.json, reportFor(bad === 0));
	print(`${indexes.length - bad} passed, ${bad} failed`);
	process.exit(bad > 0 ? 1 : 0);
}

if (resolve(process.argv[1] ?? '') === resolve(__filename)) runMain(main);
