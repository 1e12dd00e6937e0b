import { hash } from 'crypto';
import type { Entry } from '../domain/entry';
import { mayHaveArrived, REASONS, type Outcome, type Reason } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { remembered } from '../domain/remembered';
import { estimateSms, smsCountOf } from '../domain/text/segments';

/** A request that was made. Each of its recipients is `<item>.<hash of the phone>.<hash of the key>`. */
type KeptRequest = {
	to: string;
	/** SMS for each recipient, by the service's rule. */
	smsCount: number;
	/** How it ended. Without it, it is in flight; a later run finds that it was cut off. */
	reason?: Reason;
	/** As long as it is not accepted: the hash of the text, and SMS to all, by the larger count. */
	text?: string;
	sms?: number;
};

/**
 * What a turn of the node has sent or may have, in the form that n8n saves with the execution. Small on
 * purpose: 100,000 recipients take 2 MB in requests of 100, and 5 MB in requests of one.
 */
export type LedgerData = {
	/** By their number. */
	requests: Record<string, KeptRequest>;
	/** SMS to all, by the larger count. */
	sms: number;
};

export const emptyLedgerData = (): LedgerData => ({ requests: {}, sms: 0 });

/** Identifies an entry in every run of the same turn, also where its text has changed (a time, a code). */
export type EntryId = Pick<Entry, 'item' | 'recipient'>;

type SentEntry = EntryId & Pick<Entry, 'message' | 'key' | 'madeFor'>;

export type Ledger = Readonly<{
	/** The highest request number that earlier runs used, so that this one can count on; 0 for none. */
	lastRequest: number;
	/** What an earlier run has sent, or may have. */
	find(entry: EntryId): Outcome | undefined;
	/** Notes that a request is about to be made. */
	begin(request: number, entries: readonly SentEntry[]): void;
	/** Keeps what was sent, or may have been; forgets the rest. */
	end(request: number, outcome: Outcome): void;
	/** Forgets what another attempt has come after. */
	free(request: number): void;
}>;

/** How a ledger names what it must not spell out: a phone in any form of its number, a text, a key. */
export type Names = Readonly<{
	phone(recipient: string): string;
	text(message: string): string;
	/** Empty where the user gave it none. */
	key(entry: Pick<Entry, 'key' | 'madeFor'>): string;
}>;

/** Whoever has the data can still try all numbers; this hides them from whoever merely looks. */
export function namesWith(salt: string): Names {
	const short = (text: string): string =>
		hash('sha256', `${salt} ${text}`, 'base64url').slice(0, 12);
	const hashOnce = remembered(short);
	return {
		phone: (recipient) => short(phoneOf(recipient)),
		text: hashOnce,
		key: ({ key, madeFor }) => (key === '' || madeFor !== undefined ? '' : hashOnce(key)),
	};
}

/** The outcome as a later run, or another turn, hands it out. */
export function replayOf(
	request: string,
	{ reason = 'interrupted', smsCount }: KeptRequest,
): Outcome {
	const { status } = REASONS[reason];
	const explanation: Outcome['explanation'] =
		status === 'accepted' ? [{ name: 'acceptedBefore' }] : [{ name: 'interrupted', by: 'run' }];
	return { status, reason, explanation, smsCount, request: Number(request), replayed: true };
}

export const namesIn = ({ to }: KeptRequest): string[] => to.split(',');

/** The outcome of each item and phone. */
function outcomesIn({ requests }: LedgerData): Map<string, Outcome> {
	const outcomes = new Map<string, Outcome>();
	for (const [number, request] of Object.entries(requests)) {
		const outcome = replayOf(number, request);
		for (const one of namesIn(request)) {
			const id = one.slice(0, one.lastIndexOf('.'));
			// An SMS that was accepted stays so, whatever a resend came to.
			if (outcomes.get(id)?.status !== 'accepted') outcomes.set(id, outcome);
		}
	}
	return outcomes;
}

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData, names = namesWith('')): Ledger {
	const { requests } = data;
	const earlier = outcomesIn(data);
	const idOf = ({ item, recipient }: EntryId): string => `${item}.${names.phone(recipient)}`;

	function free(request: number): void {
		data.sms -= requests[request]?.sms ?? 0;
		delete requests[request];
	}

	return {
		// Keys that are numbers are in their order.
		lastRequest: Number(Object.keys(requests).at(-1) ?? 0),
		// Empty in most runs, where it need not be asked with a hash per recipient.
		find: (entry) => (earlier.size === 0 ? undefined : earlier.get(idOf(entry))),
		begin(request, entries) {
			// Another attempt, maybe for fewer.
			free(request);
			const { message } = entries[0]!;
			const sms = estimateSms(message) * entries.length;
			data.sms += sms;
			requests[request] = {
				to: entries.map((entry) => `${idOf(entry)}.${names.key(entry)}`).join(','),
				smsCount: smsCountOf(message),
				text: names.text(message),
				sms,
			};
		},
		end(request, outcome) {
			const ended = requests[request];
			if (ended === undefined) return;
			if (!mayHaveArrived(outcome)) return free(request);
			const { to, smsCount } = ended;
			const { status, reason } = outcome;
			requests[request] = status === 'unknown' ? { ...ended, reason } : { to, smsCount, reason };
		},
		free,
	};
}
