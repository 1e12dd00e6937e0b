import { createHash, randomBytes } from 'crypto';
import type { CauseOf } from '../domain/cause';
import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { remembered } from '../domain/remembered';
import { estimateSms } from '../domain/text/segments';

/** An outcome as the ledger keeps it: recipients that ended alike share one. */
type StoredOutcome = Omit<Outcome, 'request' | 'replayed'>;

/**
 * What a turn of the node has sent so far, in the form that n8n saves with the execution. Small
 * on purpose: 100,000 recipients stay under 3 MB. A group is `<request>.<text>:<item>.<recipient>,…;`
 * with request, text and item in base 36.
 */
export type LedgerData = {
	/** Outcomes that recipients share, each with the groups of entries that ended so. */
	ended: Array<{ outcome: StoredOutcome; groups: string }>;
	/** Requests in flight, by number. Found on a later run, they were interrupted. */
	inFlight: Record<string, string>;
	/** What was sent, by the position that groups name: `<hash of the text>.<SMS it takes>`. */
	texts: string[];
	/** Hashes of the deduplication keys of what is unknown, by `<item>.<recipient>`. */
	keys: Record<string, string>;
	/**
	 * Only where n8n is to redact this execution's data, which does not reach what nodes keep: then
	 * recipients are hashed with this, and no words or responses of the service are kept. Whoever
	 * has the data can still try all numbers; it hides them from whoever merely looks.
	 */
	salt?: string;
};

/** Identifies an entry in every run of the same turn, also where its text has changed (a time, a code). */
export type EntryId = Pick<Entry, 'item' | 'recipient'>;

/** An entry, and what later turns know it by. */
export type SentEntry = EntryId & Partial<Pick<Entry, 'message' | 'key' | 'madeFor'>>;

export type Ledger = {
	/** The highest request number that earlier runs used, so that this one can count on; 0 for none. */
	readonly lastRequest: number;
	/** The outcome of an earlier run, or undefined where the entry has none to keep. */
	find(entry: EntryId): Outcome | undefined;
	/** Notes that a request is about to be made. */
	begin(request: number, entries: readonly SentEntry[]): void;
	/** Keeps the outcome where it must not be forgotten (accepted, unknown, duplicate), else frees the entries. */
	end(request: number, entries: readonly SentEntry[], outcome: Outcome): void;
	/** The request has nobody left to send to. */
	free(request: number): void;
	/** Keeps an outcome that needed no request. */
	keep(entries: readonly SentEntry[], outcome: Outcome): void;
};

export const newSalt = (): string => randomBytes(12).toString('base64url');

export const emptyLedgerData = (salt?: string): LedgerData => ({
	ended: [],
	inFlight: {},
	texts: [],
	keys: {},
	...(salt !== undefined && { salt }),
});

const INTERRUPTED: StoredOutcome = {
	status: 'unknown',
	reason: 'interrupted',
	explanation: [{ name: 'interrupted', by: 'run' }],
	smsCount: 0,
};

/** Characters of JSON for outcomes that differ, as where each response has its own number. */
const ROOM_FOR_DIFFERENCES = 300_000;

/** A body larger than this is not worth keeping in every saved execution. Characters of JSON. */
const MAX_KEPT_RESPONSE = 2_000;

/** What is kept of an outcome where there is no room for its own words, or n8n is to redact the execution's data. */
const brief = (
	{ status, reason, smsCount }: StoredOutcome,
	because: CauseOf<'notKept'>['because'],
): StoredOutcome => ({ status, reason, explanation: [{ name: 'notKept', because }], smsCount });

const isBrief = ({ explanation: [cause] }: StoredOutcome): boolean => cause?.name === 'notKept';

/** What is kept of an outcome, without what its group says. */
function stored({ status, reason, explanation, smsCount, response }: Outcome): StoredOutcome {
	const kept = { status, reason, explanation, smsCount };
	if (response === undefined || JSON.stringify(response).length > MAX_KEPT_RESPONSE) {
		return kept;
	}
	return { ...kept, response };
}

const shortHash = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

/** How a ledger names what it must not spell out, and a phone in any form of its number. */
export type Names = Readonly<{
	recipient(recipient: string): string;
	id(entry: EntryId): string;
	text(message: string): string;
	/** Undefined where the user gave it none. */
	key(entry: SentEntry): string | undefined;
}>;

export function namesWith(salt: string | undefined): Names {
	const recipient = (digits: string): string =>
		salt === undefined ? phoneOf(digits) : shortHash(`${salt}${phoneOf(digits)}`, 16);
	return {
		recipient,
		id: (one) => `${one.item.toString(36)}.${recipient(one.recipient)}`,
		text: remembered((message) => shortHash(`${salt ?? ''}${message}`, 10)),
		key: ({ key, madeFor }) =>
			key && madeFor === undefined ? shortHash(`${salt ?? ''}${key}`, 10) : undefined,
	};
}

const written = (number: number | undefined): string => number?.toString(36) ?? '';

const textAs = (hash: string, sms: number): string => `${hash}.${written(sms)}`;

type LedgerGroup = { request?: number; text?: number; ids: string[] };

const numberIn36 = (digits: string): number | undefined =>
	digits === '' ? undefined : parseInt(digits, 36);

function* readGroups(groups: string): Generator<LedgerGroup> {
	for (const group of groups.split(';')) {
		if (group === '') continue;
		const [head, ids] = group.split(':') as [string, string];
		const [request, text] = head.split('.') as [string, string];
		yield { request: numberIn36(request), text: numberIn36(text), ids: ids.split(',') };
	}
}

const replayOf = (outcome: StoredOutcome, request: number | undefined): Outcome => ({
	...outcome,
	...(request !== undefined && { request }),
	replayed: true,
});

type Earlier = { outcomes: Map<string, Outcome>; lastRequest: number };

function readEnded(data: LedgerData): Earlier {
	const outcomes = new Map<string, Outcome>();
	let lastRequest = 0;
	for (const { outcome, groups } of data.ended) {
		for (const { request, ids } of readGroups(groups)) {
			lastRequest = Math.max(lastRequest, request ?? 0);
			const replay = replayOf(outcome, request);
			for (const id of ids) {
				const known = outcomes.get(id)?.status;
				// An SMS that was accepted stays accepted, whatever a resend of it came to.
				if (known === 'accepted' || (known === 'unknown' && replay.status === 'skipped')) continue;
				outcomes.set(id, replay);
			}
		}
	}
	return { outcomes, lastRequest };
}

/** Requests still in flight when a run begins were cut off: this run is the next one. */
function endInterrupted(data: LedgerData): void {
	const groups = Object.values(data.inFlight).join('');
	if (groups !== '') data.ended.push({ outcome: INTERRUPTED, groups });
	data.inFlight = {};
}

const mustBeKept = ({ status }: Outcome): boolean =>
	status === 'accepted' || status === 'unknown' || status === 'skipped';

type SentAlike = Readonly<{
	/** As the ledger names them. */
	ids: readonly string[];
	outcome: Outcome;
	/** The hash of the text; absent where another execution, or another turn, has sent it. */
	text?: string;
	/** SMS that it took for each of them. */
	sms: number;
}>;

/** What was sent, may have been sent, or is being sent. */
export function* sentIn({ ended, inFlight, texts }: LedgerData): Generator<SentAlike> {
	const open = { outcome: INTERRUPTED, groups: Object.values(inFlight).join('') };
	for (const { outcome, groups } of [...ended, open]) {
		if (outcome.status === 'skipped') continue;
		for (const { request, text, ids } of readGroups(groups)) {
			const [hash, sms] = text === undefined ? [] : texts[text]!.split('.');
			yield {
				ids,
				outcome: replayOf(outcome, request),
				...(hash !== undefined && { text: hash }),
				sms: numberIn36(sms ?? '') ?? 0,
			};
		}
	}
}

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData): Ledger {
	endInterrupted(data);
	const names = namesWith(data.salt);
	const { outcomes: earlier, lastRequest } = readEnded(data);
	const rows = new Map(data.ended.map((row) => [JSON.stringify(row.outcome), row]));
	let room = [...rows.keys()].reduce((left, { length }) => left - length, ROOM_FOR_DIFFERENCES);
	const texts = new Map(data.texts.map((text, position) => [text, position]));

	const rowFor = (outcome: StoredOutcome): LedgerData['ended'][number] => {
		const identity = JSON.stringify(outcome);
		const known = rows.get(identity);
		if (known !== undefined) return known;
		if (identity.length > room && !isBrief(outcome)) return rowFor(brief(outcome, 'room'));
		const row = { outcome, groups: '' };
		room -= identity.length;
		rows.set(identity, row);
		data.ended.push(row);
		return row;
	};

	const positionOfText = remembered((message: string): number => {
		const text = textAs(names.text(message), estimateSms(message));
		const position = texts.get(text) ?? data.texts.push(text) - 1;
		texts.set(text, position);
		return position;
	});

	/** @param message what was sent to all of them, or may have been */
	const groupOf = (
		request: number | undefined,
		entries: readonly EntryId[],
		message?: string,
	): string => {
		const text = message === undefined ? undefined : positionOfText(message);
		return `${written(request)}.${written(text)}:${entries.map(names.id).join(',')};`;
	};

	const keep = (entries: readonly SentEntry[], outcome: Outcome, message?: string): void => {
		if (entries.length === 0 || !mustBeKept(outcome)) return;
		const kept = data.salt === undefined ? stored(outcome) : brief(outcome, 'redaction');
		rowFor(kept).groups += groupOf(outcome.request, entries, message);
		if (outcome.status !== 'unknown') return;
		for (const entry of entries) {
			const key = names.key(entry);
			if (key !== undefined) data.keys[names.id(entry)] = key;
		}
	};

	return {
		lastRequest,
		// Empty in most runs, where it need not be asked with a text per recipient.
		find: (entry) => (earlier.size === 0 ? undefined : earlier.get(names.id(entry))),
		begin: (request, entries) => {
			data.inFlight[request] = groupOf(request, entries, entries[0]?.message);
		},
		end: (request, entries, outcome) => {
			keep(entries, outcome, entries[0]?.message);
			delete data.inFlight[request];
		},
		free: (request) => {
			delete data.inFlight[request];
		},
		keep: (entries, outcome) => keep(entries, outcome),
	};
}
