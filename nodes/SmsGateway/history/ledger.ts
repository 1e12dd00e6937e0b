import { createHash, randomBytes } from 'crypto';
import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import type { Uncertain } from '../domain/service/retryPolicy';

/** An outcome as the ledger keeps it: recipients that ended alike share one. */
type StoredOutcome = Omit<Outcome, 'request' | 'replayed'>;

/**
 * What a turn of the node has sent so far, in the form that n8n saves with the execution. Small
 * on purpose: 100,000 recipients stay under 3 MB. A group is `<request>:<item>.<recipient>,…;`
 * with request and item in base 36.
 */
export type LedgerData = {
	/** Outcomes that recipients share, each with the groups of entries that ended so. */
	ended: Array<{ outcome: StoredOutcome; groups: string }>;
	/** Requests in flight, by number. Found on a later run, they were interrupted. */
	inFlight: Record<string, string>;
	/**
	 * Only where n8n is to redact this execution's data, which does not reach what nodes keep: then
	 * recipients are hashed with this, and no words or responses of the service are kept. Whoever
	 * has the data can still try all numbers; it hides them from whoever merely looks.
	 */
	salt?: string;
};

/** Identifies an entry in every run of the same turn, also where its text has changed (a time, a code). */
export type EntryPlace = Readonly<{ item: number; recipient: string }>;

export type Ledger = {
	/** The highest request number that earlier runs used, so that this one can count on; 0 for none. */
	readonly lastRequest: number;
	/** The outcome of an earlier run, or undefined where the entry has none to keep. */
	find(place: EntryPlace): Outcome | undefined;
	/** Notes that a request is about to be made. */
	begin(request: number, places: readonly EntryPlace[]): void;
	/** Keeps the outcome where it must not be forgotten (accepted, unknown, duplicate), else frees the places. */
	end(request: number, places: readonly EntryPlace[], outcome: Outcome): void;
	/** The request has nobody left to send to. */
	free(request: number): void;
	/** Keeps an outcome that needed no request. */
	keep(places: readonly EntryPlace[], outcome: Outcome): void;
};

export const emptyLedgerData = (isRedacted = false): LedgerData => ({
	ended: [],
	inFlight: {},
	...(isRedacted && { salt: randomBytes(12).toString('base64url') }),
});

const INTERRUPTED: StoredOutcome = {
	status: 'unknown',
	reason: 'interrupted',
	explanation:
		"An earlier run ended while this SMS was in progress. It may have been sent. Ask your SMS service whether it was. It is sent again only if 'If Outcome Is Unknown' is 'Resend'.",
	smsCount: 0,
};

/** Characters of JSON for outcomes that differ, as where each response has its own number. */
const ROOM_FOR_DIFFERENCES = 300_000;

/** A body larger than this is not worth its place in every saved execution. Characters of JSON. */
const MAX_KEPT_RESPONSE = 2_000;

const MAX_EXPLANATION = 1_000;

const shortened = (text: string): string =>
	text.length > MAX_EXPLANATION ? `${text.slice(0, MAX_EXPLANATION)}…` : text;

const NOT_KEPT =
	'This is the outcome of an earlier attempt. Its response was not kept, because too many responses differed.';

/** What is kept of an outcome where there is no room for its own words. */
const brief = ({ status, reason, smsCount }: StoredOutcome): StoredOutcome => ({
	status,
	reason,
	explanation: NOT_KEPT,
	smsCount,
});

const isBrief = ({ explanation }: StoredOutcome): boolean => explanation === NOT_KEPT;

/** What is kept of an outcome where n8n is to redact the execution's data. */
const redacted = ({ status, reason, smsCount }: StoredOutcome): StoredOutcome => ({
	status,
	reason,
	explanation:
		'This is the outcome of an earlier attempt. Its words were not kept, because this workflow redacts execution data.',
	smsCount,
});

/** What is kept of an outcome, without what its group says. */
function stored({ status, reason, explanation, smsCount, response }: Outcome): StoredOutcome {
	const kept = { status, reason, explanation: shortened(explanation), smsCount };
	if (response === undefined || JSON.stringify(response).length > MAX_KEPT_RESPONSE) {
		return kept;
	}
	return { ...kept, response };
}

type KeyOf = (place: EntryPlace) => string;

const keysWith =
	(salt: string | undefined): KeyOf =>
	({ item, recipient }) => {
		const name =
			salt === undefined
				? recipient
				: createHash('sha256').update(`${salt}${recipient}`).digest('base64url').slice(0, 16);
		return `${item.toString(36)}.${name}`;
	};

const groupOf = (
	request: number | undefined,
	places: readonly EntryPlace[],
	keyOf: KeyOf,
): string => `${request === undefined ? '' : request.toString(36)}:${places.map(keyOf).join(',')};`;

function* readGroups(groups: string): Generator<{ request?: number; keys: string[] }> {
	for (const group of groups.split(';')) {
		if (group === '') continue;
		const [request, keys] = group.split(':') as [string, string];
		yield {
			...(request === '' ? {} : { request: parseInt(request, 36) }),
			keys: keys.split(','),
		};
	}
}

type Earlier = { outcomes: Map<string, Outcome>; lastRequest: number };

function readEnded(data: LedgerData): Earlier {
	const outcomes = new Map<string, Outcome>();
	let lastRequest = 0;
	for (const { outcome, groups } of data.ended) {
		for (const { request, keys } of readGroups(groups)) {
			lastRequest = Math.max(lastRequest, request ?? 0);
			const replay: Outcome = {
				...outcome,
				...(request === undefined ? {} : { request }),
				replayed: true,
			};
			for (const key of keys) {
				const known = outcomes.get(key)?.status;
				// An SMS that was accepted stays accepted, whatever a resend of it came to.
				if (known === 'accepted' || (known === 'unknown' && replay.status === 'skipped')) continue;
				outcomes.set(key, replay);
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

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData): Ledger {
	endInterrupted(data);
	const keyOf = keysWith(data.salt);
	const { outcomes: earlier, lastRequest } = readEnded(data);
	const rows = new Map(data.ended.map((row) => [JSON.stringify(row.outcome), row]));
	let room = [...rows.keys()].reduce((left, { length }) => left - length, ROOM_FOR_DIFFERENCES);

	const rowFor = (outcome: StoredOutcome): LedgerData['ended'][number] => {
		const identity = JSON.stringify(outcome);
		const known = rows.get(identity);
		if (known !== undefined) return known;
		if (identity.length > room && !isBrief(outcome)) return rowFor(brief(outcome));
		const row = { outcome, groups: '' };
		room -= identity.length;
		rows.set(identity, row);
		data.ended.push(row);
		return row;
	};

	const keep: Ledger['keep'] = (places, outcome) => {
		if (places.length === 0 || !mustBeKept(outcome)) return;
		const kept = data.salt === undefined ? stored(outcome) : redacted(outcome);
		rowFor(kept).groups += groupOf(outcome.request, places, keyOf);
	};

	return {
		lastRequest,
		// Empty in most runs, where it need not be asked with a text per recipient.
		find: (place) => (earlier.size === 0 ? undefined : earlier.get(keyOf(place))),
		begin: (request, places) => {
			data.inFlight[request] = groupOf(request, places, keyOf);
		},
		end: (request, places, outcome) => {
			keep(places, outcome);
			delete data.inFlight[request];
		},
		free: (request) => {
			delete data.inFlight[request];
		},
		keep,
	};
}

const positionOf = ({ item, recipient }: Entry): string => `${item} ${recipient}`;

/**
 * What earlier runs settled of entries that no request is planned for. The plan may differ from
 * theirs, as a text with a time in it changes: what was sent then stays sent.
 */
function resumeSettled({ entries, settled }: Plan, ledger: Ledger): Plan['settled'] {
	// Usual, and a text for each of 100,000 recipients takes time.
	if (settled.every((outcome) => outcome === undefined)) return settled;
	// A number that stands twice in one item has one place in the ledger, and that is the sent one's.
	const taken = new Set(entries.filter((_, index) => settled[index] === undefined).map(positionOf));
	return settled.map((outcome, index) => {
		if (outcome === undefined) return undefined;
		const place = positionOf(entries[index]!);
		const earlier = taken.has(place) ? undefined : ledger.find(entries[index]!);
		taken.add(place);
		const wasSent = earlier?.status === 'accepted' || earlier?.status === 'unknown';
		return wasSent ? earlier : outcome;
	});
}

/** The plan without what earlier runs of the turn settled: their outcomes are handed out again. */
export function resume(plan: Plan, ledger: Ledger, uncertain: Uncertain): Plan {
	const settled = [...resumeSettled(plan, ledger)];
	const doubts = new Map<number, Outcome>();
	const isLeft = (index: number): boolean => {
		const earlier = ledger.find(plan.entries[index]!);
		if (earlier === undefined) return true;
		const isResent = earlier.status === 'unknown' && uncertain === 'resend';
		if (isResent) doubts.set(index, earlier);
		else settled[index] = earlier;
		return isResent;
	};
	const requests = plan.requests.flatMap((request) => {
		const entries = request.entries.filter(isLeft);
		return entries.length > 0 ? [{ ...request, entries }] : [];
	});
	return { ...plan, requests, settled, doubts };
}
