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
};

/** As long as it is in flight, or unknown. Found without a reason on a later run, it was cut off. */
type OpenRequest = KeptRequest & { reason?: Reason; /** The hash of the text. */ text: string };

/**
 * What a turn of the node has sent, in the form that n8n saves with the execution: requests by their
 * number. Small on purpose: 100,000 recipients take 2 MB in requests of 100, and 5 MB in requests of one.
 */
export type LedgerData = {
	accepted: Record<string, KeptRequest>;
	open: Record<string, OpenRequest>;
	/** SMS that were sent or may have been, by the larger count. */
	sms: number;
};

export const emptyLedgerData = (): LedgerData => ({ accepted: {}, open: {}, sms: 0 });

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
export function replayOf(reason: Reason, smsCount: number, request: string): Outcome {
	const { status } = REASONS[reason];
	const explanation: Outcome['explanation'] =
		status === 'accepted' ? [{ name: 'acceptedBefore' }] : [{ name: 'interrupted', by: 'run' }];
	return { status, reason, explanation, smsCount, request: Number(request), replayed: true };
}

export const namesIn = ({ to }: KeptRequest): string[] => to.split(',');

/** The outcome of each item and phone. An SMS that was accepted stays so, whatever a resend came to. */
function outcomesIn({ accepted, open }: LedgerData): Map<string, Outcome> {
	const outcomes = new Map<string, Outcome>();
	const read = (number: string, request: KeptRequest, reason: Reason): void => {
		const outcome = replayOf(reason, request.smsCount, number);
		for (const one of namesIn(request)) outcomes.set(idIn(one), outcome);
	};
	for (const [number, one] of Object.entries(open)) read(number, one, one.reason ?? 'interrupted');
	for (const [number, one] of Object.entries(accepted)) read(number, one, 'accepted');
	return outcomes;
}

const idIn = (recipient: string): string => recipient.slice(0, recipient.lastIndexOf('.'));

const lastIn = ({ accepted, open }: LedgerData): number =>
	[...Object.keys(accepted), ...Object.keys(open)].reduce(
		(last, number) => Math.max(last, Number(number)),
		0,
	);

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData, names = namesWith('')): Ledger {
	const earlier = outcomesIn(data);
	const estimateOf = remembered(estimateSms);
	/** SMS of the requests that this run makes. */
	const inFlight = new Map<number, number>();
	const idOf = ({ item, recipient }: EntryId): string => `${item}.${names.phone(recipient)}`;

	const free = (request: number): void => {
		data.sms -= inFlight.get(request) ?? 0;
		inFlight.delete(request);
		delete data.open[request];
	};

	return {
		lastRequest: lastIn(data),
		// Empty in most runs, where it need not be asked with a hash per recipient.
		find: (entry) => (earlier.size === 0 ? undefined : earlier.get(idOf(entry))),
		begin(request, entries) {
			// Another attempt, maybe for fewer.
			free(request);
			const { message } = entries[0]!;
			const sms = estimateOf(message) * entries.length;
			inFlight.set(request, sms);
			data.sms += sms;
			data.open[request] = {
				to: entries.map((entry) => `${idOf(entry)}.${names.key(entry)}`).join(','),
				smsCount: smsCountOf(message),
				text: names.text(message),
			};
		},
		end(request, outcome) {
			const ended = data.open[request];
			if (ended === undefined) return;
			if (!mayHaveArrived(outcome)) return free(request);
			if (outcome.status === 'unknown') {
				ended.reason = outcome.reason;
				return;
			}
			inFlight.delete(request);
			const { to, smsCount } = ended;
			data.accepted[request] = { to, smsCount };
			delete data.open[request];
		},
		free,
	};
}
