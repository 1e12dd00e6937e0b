import { print } from '../command-line';
import { LEVELS } from './differences';
import type { Found, Shown } from './main';
import type { Seen, Turn } from './turn';

const compact = (value: unknown): string => JSON.stringify(value);

/** What is not as usual in a turn. */
function linesOf(turn: Turn): string[] {
	const { parameters, items, service, store, ...rest } = turn;
	const usual: Record<string, unknown> = {
		...{
			zone: 'UTC',
			mode: 'trigger',
			calls: [],
			polls: [],
			retries: [],
			safeguards: {},
			options: {},
			node: {},
		},
		...{
			starts: [{ at: 0, process: 0 }],
			retriesAtOnce: false,
			takes: 20,
			balance: 10_000,
			price: 1,
		},
		...{ fates: {}, inOrder: [], wrong: [], balanceFates: [], fails: [] },
		baseUrl: 'https://sms.example.com/api/v1',
	};
	const special = (name: string, value: unknown) =>
		value === undefined || compact(usual[name]) === compact(value)
			? []
			: [`${name} ${compact(value)}`];
	return [
		compact(parameters),
		...items.map((item) => `item ${compact(item)}`),
		...Object.entries(rest).flatMap(([name, value]) => special(name, value)),
		...Object.entries(service).flatMap(([name, value]) =>
			special(name, value).map((text) => `service: ${text}`),
		),
		...special('store', store.takes === 1 && store.fails.length === 0 ? undefined : store),
	];
}

function versionLines(seen: Seen): string[] {
	const { executions, failure, pages, polls, requests, wire } = seen;
	return [
		...(failure === undefined ? [] : [`it ${failure}`]),
		...wire.map((sms) => `SMS ${sms}`),
		...requests.map((request) => `asked ${request}`),
		...executions.flatMap(({ error, errorItems, hints, items, replies = [], status }) => [
			`execution ${status}`,
			...items.map(({ json }) => `  item ${compact(json)}`),
			...errorItems.map(({ json }) => `  error item ${compact(json)}`),
			...replies.map((reply) => `  reply ${reply}`),
			...(error
				? [`  error ${error.message} | ${error.description ?? ''}`, `  data ${compact(error.data)}`]
				: []),
			...hints.map((hint) => `  hint ${hint}`),
		]),
		...pages.map(({ status, text }) => `page ${status} ${text.length} characters`),
		...polls.map((poll) => `poll ${compact(poll)}`),
	];
}

/** Lines of both, and what only one of them has. */
function sideBySide(old: readonly string[], now: readonly string[]): string[] {
	const same = old.filter((line) => now.includes(line)).map((line) => `    ${line}`);
	const gone = old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`);
	const come = now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`);
	return [...same, ...gone, ...come].map((line) =>
		line.length > 900 ? `${line.slice(0, 900)}…` : line,
	);
}

export function printTurn(turn: Turn, old: Seen, now: Seen): void {
	print(
		linesOf(turn)
			.map((line) => `  | ${line}`)
			.join('\n'),
	);
	print(sideBySide(versionLines(old), versionLines(now)).join('\n'));
}

function printShown({ isConfirmed, kind, now, old, turn, turns }: Shown): void {
	const again = isConfirmed ? '' : '; NOT the same in a second run';
	print(`\n${kind}`);
	print(`  ${turns.length} turns, such as ${turns.slice(0, 5).join(', ')}${again}`);
	printTurn(turn, old, now);
}

export function report({
	groups,
	shown,
	wanted,
}: {
	groups: Found[];
	shown: Shown[];
	wanted: string[];
}): void {
	for (const level of LEVELS) {
		const all = groups.filter((group) => group.level === level);
		if (all.length === 0) continue;
		print(
			`\n## ${level}: ${all.length} kinds in ${all.reduce((sum, { turns }) => sum + turns.length, 0)} turns`,
		);
		for (const one of shown.filter((each) => each.level === level)) printShown(one);
		const rest = all.filter(({ kind }) => !shown.some((one) => one.kind === kind));
		if (rest.length > 0) print('\nand');
		for (const { kind, turns } of rest.slice(0, 30))
			print(`  ${turns.length} × ${kind} (turn ${turns[0]})`);
	}
	if (wanted.length > 0) print(`\nOn record: ${wanted.join('; ')}`);
}
