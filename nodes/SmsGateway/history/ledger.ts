import { hash } from 'crypto';
import type { Entry } from '../domain/entry';
import { mayHaveArrived, REASONS, withoutRequest, type Outcome } from '../domain/outcome';
import { hasUsersKey, itemsOf, textOf } from '../domain/plan/sameSms';
import { remembered } from '../domain/remembered';
import { estimateSms, smsCountOf } from '../domain/text/segments';

type KeptRequest = {
	/** Each is `<item>.<hash of the phone>.<hash of the key>`; with the items of equal ones, `0+3+7` for the first. */
	to: string;
	/** SMS for each recipient by the service's rule, and to all by the larger count. */
	smsCount: number;
	sms: number;
	/** How it ended; none while it is in flight, or where that was cut off. */
	reason?: Outcome['reason'];
	/** The hash of the text, as long as it is not accepted. */
	text?: string;
};

/**
 * What a turn of the node has sent or may have, in the form that n8n saves with the execution. Small on
 * purpose: 100,000 recipients take 2 MB in requests of 100, and 8 MB in requests of one.
 */
export type LedgerData = { requests: Record<number, KeptRequest> };

export const emptyLedgerData = (): LedgerData => ({ requests: {} });

export const smsIn = ({ requests }: LedgerData): number =>
	Object.values(requests).reduce((total, { sms }) => total + sms, 0);

export type Ledger = ReturnType<typeof openLedger>;

/** The recipients of requests, with their outcome as a later run, or another turn, hands it out. */
export function* sentIn({ requests }: LedgerData, only?: Outcome['status']) {
	for (const [number, request] of Object.entries(requests)) {
		const { to, text, smsCount, reason = 'interrupted' } = request;
		const { status } = REASONS[reason];
		if (status !== (only ?? status)) continue;
		const isAccepted = status === 'accepted';
		const outcome: Outcome = {
			status,
			reason,
			causes: [isAccepted ? { name: 'acceptedBefore' } : { name: 'interrupted', earlier: reason }],
			smsCount,
			request: Number(number),
			replayed: true,
		};
		for (const one of to.split(',')) {
			const [items, phone, key] = one.split('.') as [string, string, string];
			const [item, ...equals] = items.split('+') as [string, ...string[]];
			yield { item, equals, phone, key, text, outcome };
		}
	}
}

const duplicateOf = (item: number): Outcome =>
	withoutRequest('duplicate', [{ name: 'duplicate', item }]);

/** For what the data must not spell out, though all numbers can still be tried. */
function hashesWith(salt: string) {
	const short = (text: string) => hash('sha256', `${salt} ${text}`, 'base64url').slice(0, 12);
	const hashOnce = remembered(short);
	return {
		phone: short,
		text: (entry: Entry): string => hashOnce(textOf(entry)),
		/** Empty where the user gave it none. */
		key: (entry: Entry): string => (hasUsersKey(entry) ? hashOnce(entry.key) : ''),
	};
}

/** The same in every run of the turn, also where the text has changed (a time, a code). */
const idOf = (item: number | string, phone: string): string => `${item}.${phone}`;

function outcomesIn(data: LedgerData): ReadonlyMap<string, Outcome> {
	const outcomes = new Map<string, Outcome>();
	for (const { item, equals, phone, outcome } of sentIn(data)) {
		const id = idOf(item, phone);
		// An SMS that was accepted stays so, whatever a resend came to.
		if (outcomes.get(id)?.status !== 'accepted') outcomes.set(id, outcome);
		const duplicate = duplicateOf(Number(item));
		for (const other of equals) outcomes.set(idOf(other, phone), duplicate);
	}
	return outcomes;
}

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData, salt = '') {
	const { requests } = data;
	const hashOf = hashesWith(salt);
	const earlier = outcomesIn(data);

	return {
		hashOf,
		/** The highest request number kept of earlier runs, so that this one counts on; those of refused ones come again. */
		lastRequest: Number(Object.keys(requests).at(-1) ?? 0),
		/** What an earlier run has sent, or may have; in most runs nothing, for which no hash is needed. */
		find(entry: Entry): Outcome | undefined {
			if (earlier.size === 0) return undefined;
			return earlier.get(idOf(itemsOf(entry)[0], hashOf.phone(entry.phone)));
		},
		/** What one of its equals has sent, or may have: an SMS that was accepted for another item is this one. */
		findEqual({ equals = [], phone }: Entry): Outcome | undefined {
			if (earlier.size === 0 || equals.length === 0) return undefined;
			const name = hashOf.phone(phone);
			const found = equals.map((item) => {
				const outcome = earlier.get(idOf(item, name));
				// Item 0 was sent for 2 as well: where 2 is the first by now, that SMS is its own.
				const [cause] = outcome?.causes ?? [];
				if (cause?.name !== 'duplicate') return { item, outcome };
				return { item: cause.item, outcome: earlier.get(idOf(cause.item, name)) };
			});
			const accepted = found.find(({ outcome }) => outcome?.status === 'accepted');
			if (accepted) return duplicateOf(accepted.item);
			return found.find(({ outcome }) => outcome?.status === 'unknown')?.outcome;
		},
		/** Notes that a request is about to be made. */
		begin(request: number, entries: readonly Entry[]): void {
			const [first] = entries as [Entry];
			const to = entries.map((entry) =>
				[itemsOf(entry).join('+'), hashOf.phone(entry.phone), hashOf.key(entry)].join('.'),
			);
			requests[request] = {
				to: to.join(','),
				smsCount: smsCountOf(first.message),
				sms: estimateSms(first.message) * entries.length,
				text: hashOf.text(first),
			};
		},
		/** Keeps what was sent, or may have been; forgets the rest. */
		end(request: number, outcome: Outcome): void {
			const kept = requests[request]!;
			if (outcome.status === 'accepted') delete kept.text;
			kept.reason = outcome.reason;
			if (!mayHaveArrived(outcome)) delete requests[request];
		},
		/** Forgets a request that was attempted again. */
		forget(request: number): void {
			delete requests[request];
		},
	};
}
