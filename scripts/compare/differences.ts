import type { IDataObject } from 'n8n-workflow';
import type { Seen, SeenExecution } from './turn';

/** What differs, the worst first. */
export const LEVELS = ['wire', 'requests', 'outcomes', 'fields', 'data', 'hints', 'words'] as const;

export type Level = (typeof LEVELS)[number];

/** One kind of difference: the same for all turns in which it is the same that has changed. */
export type Difference = { level: Level; kind: string };

const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const countsOf = (all: readonly string[]): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
};

/** What one list has more of than the other. */
function surplus(all: readonly string[], other: readonly string[]): string[] {
	const counts = countsOf(other);
	return all.filter((one) => {
		const left = counts.get(one) ?? 0;
		counts.set(one, left - 1);
		return left <= 0;
	});
}

/** Sentences that are alike but for numbers and what is quoted. */
const masked = (text: string): string =>
	text
		.replace(/"[^"]*"/g, '"…"')
		.replace(/\{\{.*?\}\}/g, '{{…}}')
		.replace(/\+?\d[\d:.T+Z-]*/g, '#');

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;

/** Fields that hold sentences, in items and in what a tool replies. */
const WORDS = new Set(['explanation', 'text', 'error', 'message', 'note', 'suggestions']);

/** Every leaf by its path. */
function leavesOf(value: unknown, path = ''): Array<[path: string, leaf: unknown]> {
	if (!isObject(value)) return [[path, value]];
	const entries = Object.entries(value);
	if (entries.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']];
	return entries.flatMap(([name, one]) => {
		const step = Array.isArray(value) ? `[${name}]` : path === '' ? name : `.${name}`;
		return leavesOf(one, `${path}${step}`);
	});
}

const isWords = (path: string): boolean =>
	!/(^|\.)(input|data|response)\./.test(path) &&
	WORDS.has(path.replace(/^.*\./, '').replace(/\[\d+\]$/, ''));

/** An agent's reply: items as JSON, or a sentence. */
function repliesOf({ replies = [] }: SeenExecution): unknown[] {
	return replies.map((reply) => {
		try {
			return JSON.parse(reply) as unknown;
		} catch {
			return { error: reply };
		}
	});
}

const jsonOf = (execution: SeenExecution): unknown[] => [
	execution.items.map(({ json: fields, pairedItem }) => ({ fields, pairedItem })),
	execution.errorItems.map(({ json: fields, pairedItem }) => ({ fields, pairedItem })),
	repliesOf(execution),
];

type Cause = { name?: string; reason?: string; kind?: string; field?: string };
type ErrorData = {
	causes?: Cause[];
	ended?: Array<{ item: number; status: string; reason: string }>;
};

const outcomeOf = (fields: IDataObject): string | undefined => {
	const own = isObject(fields.details) ? fields.details : fields;
	if (isObject(own.phoneNumber)) return `valid ${String(own.phoneNumber.valid)}`;
	if ('wouldSend' in own)
		return `would send ${String(own.wouldSend)} ${String(own.reason ?? '')}`.trim();
	if (Array.isArray(own.recipients)) {
		const all = (own.recipients as IDataObject[]).map(
			({ reason, status }) => `${status} ${reason}`,
		);
		return `answered ${own.answered}, ${[...new Set(all)].sort().join(', ')}`;
	}
	if (isObject(own.recipients)) return `summary ${json(own.recipients)}`;
	return 'status' in own ? [...new Set([own.status, own.reason])].join(' ') : undefined;
};

/** How an execution ended, for each of its recipients and as a whole. */
function outcomesOf(execution: SeenExecution): string[] {
	const { error, errorItems, items, status } = execution;
	const data = error?.data as ErrorData | undefined;
	const all = [...items, ...errorItems].map(({ json: fields }) => fields);
	const replies = repliesOf(execution).flat().filter(isObject);
	const ended = data?.ended?.map((one) => [...new Set([one.status, one.reason])].join(' ')) ?? [];
	const [cause] = data?.causes ?? [];
	const stopped =
		cause && ['stopped by', cause.name, cause.reason, cause.kind, cause.field].filter(Boolean);
	return [
		...all.flatMap((fields) => outcomeOf(fields) ?? []),
		...replies.map((fields) => outcomeOf(fields) ?? 'a refusal'),
		...ended,
		...(stopped ? [[...new Set(stopped)].join(' ')] : []),
		`execution ${status}`,
	];
}

/** What tells most of a change: an SMS that was sent or may have been, and not how all ended. */
const byWeight = (one: string, other: string): number => {
	const weight = (text: string) =>
		/^execution/.test(text) ? 2 : /accepted|unknown|would send true/.test(text) ? 0 : 1;
	return weight(one) - weight(other) || (one < other ? -1 : 1);
};

/** What has changed from one list to another of the same things: the change that tells most. */
function changeOf(old: readonly string[], now: readonly string[]): string | undefined {
	if (old.length === now.length) {
		const pairs = old.flatMap((one, at) => (one === now[at] ? [] : [`${one} → ${now[at]}`]));
		return pairs.sort(byWeight)[0];
	}
	const [gone] = surplus(old, now).sort(byWeight);
	const [come] = surplus(now, old).sort(byWeight);
	return `${gone ?? 'nothing'} → ${come ?? 'nothing'}`;
}

/** The same as `outcomesOf`, with whose outcome it is. */
const recipientsOf = (execution: SeenExecution): string => {
	const fields = [...execution.items, ...execution.errorItems].map(({ json: own }) =>
		isObject(own.details) ? own.details.recipient : own.recipient,
	);
	return json([fields, outcomesOf(execution)]);
};

const TOTALS = /summary \{.*\}/g;

/** How it ended, of the first execution in which that differs. */
function endingOf(old: Seen, now: Seen): string | undefined {
	if (old.failure !== now.failure)
		return `${masked(old.failure ?? 'it ends')} → ${masked(now.failure ?? 'it ends')}`;
	// Of executions at the same time, another may have come first.
	const ofBoth = [old, now].map((seen) => json(seen.executions.map(recipientsOf).sort()));
	if (ofBoth[0] === ofBoth[1]) return undefined;
	for (const [index, execution] of old.executions.entries()) {
		const other = now.executions[index];
		if (!other) return 'an execution less';
		const change = changeOf(outcomesOf(execution), outcomesOf(other));
		if (change) return change.replace(TOTALS, 'summary');
	}
	return now.executions.length > old.executions.length ? 'an execution more' : undefined;
}

function wireOf(old: Seen, now: Seen): string | undefined {
	const [gone, come] = [surplus(old.wire, now.wire), surplus(now.wire, old.wire)];
	if (gone.length + come.length === 0) return undefined;
	const change = come.length === 0 ? 'fewer SMS' : gone.length === 0 ? 'more SMS' : 'other SMS';
	const isTwice = come.some((one) => now.wire.filter((other) => other === one).length > 1);
	return [change, isTwice && 'twice the same', endingOf(old, now)].filter(Boolean).join(', ');
}

const routeOf = (request: string): string => request.split(' ')[1]!.replace('/api/v1', '');

function requestsOf(old: Seen, now: Seen): string | undefined {
	const [gone, come] = [surplus(old.requests, now.requests), surplus(now.requests, old.requests)];
	if (gone.length + come.length > 0)
		return changeOf(gone.map(routeOf).sort(), come.map(routeOf).sort()) ?? 'others';
	return old.requests.join('\n') === now.requests.join('\n') ? undefined : 'another order';
}

const placeless = (path: string): string => path.replace(/\[\d+\]/g, '[]');

/** By path: what is gone, new or another. */
function leafChanges(old: unknown, now: unknown, isAsked: (path: string) => boolean): string[] {
	const [before, after] = [new Map(leavesOf(old)), new Map(leavesOf(now))];
	const paths = [...new Set([...before.keys(), ...after.keys()])].filter(isAsked);
	const changes = paths.flatMap((path) => {
		if (json(before.get(path)) === json(after.get(path))) return [];
		const how = !after.has(path) ? 'gone' : !before.has(path) ? 'new' : 'another';
		return [`${placeless(path).replace(/^\[\]\[\]\.?/, '')} ${how}`];
	});
	return [...new Set(changes)].sort();
}

function fieldsOf(old: Seen, now: Seen): string | undefined {
	const sorted = (seen: Seen) =>
		seen.executions.map((one) => jsonOf(one).map((all) => (all as unknown[]).map(json).sort()));
	const [before, after] = [old, now].map((seen) => [
		seen.executions.map(jsonOf),
		seen.polls.map(({ items }) => items),
	]);
	const changes = leafChanges(before, after, (path) => !isWords(path));
	if (changes.length > 0 && json(sorted(old)) === json(sorted(now))) return 'another order';
	const pages = changeOf(
		old.pages.map(({ status }) => `page ${status}`),
		now.pages.map(({ status }) => `page ${status}`),
	);
	return [...changes.slice(0, 3), pages].filter(Boolean).join(', ') || undefined;
}

const dataOf = (seen: Seen): unknown => [
	seen.executions.map(({ error }) => error?.data),
	seen.polls.map(({ data }) => data),
];

const hintsOf = (seen: Seen): string[] => seen.executions.flatMap(({ hints }) => hints);

/** Every sentence, where it stands. */
function sentencesOf(seen: Seen): Map<string, string> {
	const items = leavesOf(seen.executions.map(jsonOf)).filter(([path]) => isWords(path));
	const errors = seen.executions.flatMap(({ error }, index): Array<[string, unknown]> =>
		error
			? [
					[`message ${index}`, error.message],
					[`description ${index}`, error.description ?? ''],
				]
			: [],
	);
	const others = [
		...seen.pages.map(({ text }) => text),
		...seen.polls.map(({ error }) => error ?? ''),
		...hintsOf(seen),
	];
	const numbered = others.map((text, index): [string, string] => [`other ${index}`, text]);
	return new Map([...items, ...errors, ...numbered].map(([path, text]) => [path, String(text)]));
}

function wordsOf(old: Seen, now: Seen): string | undefined {
	const after = sentencesOf(now);
	for (const [path, text] of sentencesOf(old)) {
		const other = after.get(path);
		if (other !== undefined && other !== text) return `${masked(text)} → ${masked(other)}`;
	}
	return undefined;
}

/** All kinds in which two versions differ in one turn, the worst first. */
export function differencesOf(old: Seen, now: Seen): Difference[] {
	const areHints = hintsOf(old).length !== hintsOf(now).length;
	const found: Record<Level, string | undefined> = {
		wire: wireOf(old, now),
		requests: requestsOf(old, now),
		outcomes: endingOf(old, now),
		fields: fieldsOf(old, now),
		data:
			leafChanges(dataOf(old), dataOf(now), () => true)
				.slice(0, 3)
				.join(', ') || undefined,
		hints: areHints ? changeOf(hintsOf(old).map(masked), hintsOf(now).map(masked)) : undefined,
		words: wordsOf(old, now),
	};
	return LEVELS.flatMap((level) => {
		const kind = found[level];
		return kind === undefined ? [] : [{ level, kind: `${level}: ${kind}` }];
	});
}
