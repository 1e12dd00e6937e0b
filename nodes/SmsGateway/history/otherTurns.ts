import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Ancestor, TurnItem } from '../n8n/lineage';
import { remembered } from '../domain/remembered';
import { namesWith, sentIn, type LedgerData, type Names } from './ledger';

/** What is kept of a turn of the node: of a loop, of an agent's calls. */
export type KeptTurn = LedgerData & {
	/** SMS with a key that it was asked to send. */
	keyed?: number;
	/** SMS that it may send at most, while it is at work under 'Max SMS'. */
	reserved?: number;
};

/** What the other turns of the node have sent in this execution. */
export type OtherTurns = Readonly<{
	/** Whether this text was sent to this recipient, or may have been. */
	hasSent(entry: Entry): boolean;
	/** Whether any SMS was sent to this recipient, or may have been. */
	hasSentTo(recipient: string): boolean;
	/**
	 * The outcome of this SMS where it must not be sent again: unknown, of the same text or of an item
	 * that this one descends from; or accepted, of an item that came back since another of its
	 * recipients failed. Another deduplication key makes it another SMS.
	 *
	 * @param ancestors the items of other turns that its item descends from
	 */
	keptOf(entry: Entry, ancestors: Iterable<Ancestor>): Outcome | undefined;
	/** Whether its recipient was sent an SMS for an item of another turn, or may have been. */
	hasSentFor(item: TurnItem, entry: Entry): boolean;
}>;

type Kept = Readonly<{ outcome: Outcome; key?: string }>;

type Contents = {
	/** Of the ledger, which only grows. */
	size: number;
	sms: number;
	/** `<recipient> <text>`, as the ledger names them. */
	sent: Set<string>;
	doubtsBySms: Map<string, Kept>;
	byId: Map<string, Kept>;
};

const sizeOf = ({ ended, inFlight }: LedgerData): number =>
	[...ended.map(({ groups }) => groups), ...Object.values(inFlight)].reduce(
		(size, { length }) => size + length,
		0,
	);

function read(data: LedgerData): Contents {
	const contents: Contents = {
		size: sizeOf(data),
		sms: 0,
		sent: new Set(),
		doubtsBySms: new Map(),
		byId: new Map(),
	};
	const { byId, doubtsBySms, sent } = contents;
	for (const { ids, outcome, text, sms } of sentIn(data)) {
		contents.sms += sms * ids.length;
		for (const id of ids) {
			const kept: Kept = { outcome, key: data.keys[id] };
			byId.set(id, kept);
			if (text === undefined) continue;
			const name = `${id.slice(id.indexOf('.') + 1)} ${text}`;
			sent.add(name);
			if (outcome.status === 'unknown') doubtsBySms.set(name, kept);
		}
	}
	return contents;
}

// Of a loop of 10,000 turns, each would read all before it.
const known = new WeakMap<LedgerData, Contents>();

function contentsOf(data: LedgerData): Contents {
	const contents = known.get(data);
	if (contents !== undefined && contents.size === sizeOf(data)) return contents;
	const now = read(data);
	known.set(data, now);
	return now;
}

/** SMS that a turn has sent, or may have. */
export const smsIn = (data: LedgerData): number => contentsOf(data).sms;

/** The same, or what it is about to send. */
export const smsTakenBy = (data: KeptTurn): number => Math.max(data.reserved ?? 0, smsIn(data));

/** @param turns the others, by the name under which they are kept */
export function otherTurns(turns: ReadonlyMap<string, KeptTurn>): OtherTurns {
	// All have one salt or none, unless a retry is to redact, or no longer to.
	const namesFor = remembered(namesWith);

	/** The turns, each with what it calls something. */
	function* turnsWith(nameOf: (names: Names) => string): Generator<[Contents, string, KeptTurn]> {
		const nameFor = remembered((salt: string | undefined) => nameOf(namesFor(salt)));
		for (const data of turns.values()) yield [contentsOf(data), nameFor(data.salt), data];
	}

	const smsOf =
		({ recipient, message }: Entry) =>
		(names: Names): string =>
			`${names.recipient(recipient)} ${names.text(message)}`;

	function keptFor({ turn, item }: TurnItem, { recipient }: Entry): Kept | undefined {
		const data = turns.get(String(turn));
		return data && contentsOf(data).byId.get(namesFor(data.salt).id({ item, recipient }));
	}

	function isUnderKeyOf(entry: Entry, kept: Kept, salt: string | undefined): boolean {
		const key = namesFor(salt).key(entry);
		return key === undefined || key === kept.key;
	}

	return {
		hasSent(entry) {
			return [...turnsWith(smsOf(entry))].some(([{ sent }, sms]) => sent.has(sms));
		},
		hasSentTo(recipient) {
			return [...turnsWith((names) => `${names.recipient(recipient)} `)].some(([{ sent }, begin]) =>
				[...sent].some((sms) => sms.startsWith(begin)),
			);
		},
		hasSentFor: (item, entry) => keptFor(item, entry) !== undefined,
		keptOf(entry, ancestors) {
			if (![...turns.values()].some((data) => contentsOf(data).byId.size > 0)) return undefined;
			for (const [{ doubtsBySms }, sms, { salt }] of turnsWith(smsOf(entry))) {
				const doubt = doubtsBySms.get(sms);
				if (doubt && isUnderKeyOf(entry, doubt, salt)) return doubt.outcome;
			}
			for (const ancestor of ancestors) {
				const kept = keptFor(ancestor, entry);
				if (!kept || (!ancestor.hasFailed && kept.outcome.status !== 'unknown')) continue;
				if (isUnderKeyOf(entry, kept, turns.get(String(ancestor.turn))!.salt)) return kept.outcome;
			}
			return undefined;
		},
	};
}
