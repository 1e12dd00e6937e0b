import { hash } from 'crypto';
import type { Entry } from '../domain/entry';
import {
	mayHaveArrived,
	REASONS,
	withoutRequest,
	type Outcome,
	type Reason,
	type Status,
} from '../domain/outcome';
import { itemsOf, textOf } from '../domain/plan/sameSms';
import { remembered } from '../domain/remembered';
import { estimateSms, smsCountOf } from '../domain/text/segments';

/**
 * A request that was made. Each of its recipients is `<item>.<hash of the phone>.<hash of the key>`; of equal
 * ones that it stands for, their items stand behind the first: `0+3+7`.
 */
type KeptRequest = {
	to: string;
	/** SMS for each recipient by the service's rule, and to all by the larger count. */
	smsCount: number;
	sms: number;
	/** How it ended. Without it, it is in flight; a later run finds that it was cut off. */
	reason?: Reason;
	/** The hash of the text, as long as it is not accepted. */
	text?: string;
};

/**
 * What a turn of the node has sent or may have, in the form that n8n saves with the execution. Small on
 * purpose: 100,000 recipients take 2 MB in requests of 100, and 8 MB in requests of one.
 */
export type LedgerData = {
	/** By their number. */
	requests: Record<string, KeptRequest>;
};

export const emptyLedgerData = (): LedgerData => ({ requests: {} });

/** SMS to all, by the larger count. */
export const smsIn = ({ requests }: LedgerData): number =>
	Object.values(requests).reduce((total, { sms }) => total + sms, 0);

export type Ledger = ReturnType<typeof openLedger>;

/**
 * How a ledger names what it must not spell out: a phone a text, a key. Whoever
 * has the data can still try all numbers; this hides them from whoever merely looks.
 */
export function namesWith(salt: string) {
	const short = (text: string): string =>
		hash('sha256', `${salt} ${text}`, 'base64url').slice(0, 12);
	const hashOnce = remembered(short);
	return {
		phone: short,
		text: (entry: Entry): string => hashOnce(textOf(entry)),
		/** Empty where the user gave it none. */
		key: ({ key, isRepeatKey }: Entry): string => (key === '' || isRepeatKey ? '' : hashOnce(key)),
	};
}

export type Names = ReturnType<typeof namesWith>;

/** The recipients of requests, with their outcome as a later run, or another turn, hands it out. */
export function* sentIn({ requests }: LedgerData, only?: Status) {
	for (const [number, request] of Object.entries(requests)) {
		const { to, text, smsCount, reason = 'interrupted' } = request;
		const { status } = REASONS[reason];
		if (status !== (only ?? status)) continue;
		const outcome: Outcome = {
			status,
			reason,
			causes: [
				status === 'accepted'
					? { name: 'acceptedBefore' }
					: { name: 'interrupted', earlier: reason },
			],
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

/** Reads what earlier runs left in `data` once, and writes to it as things happen. */
export function openLedger(data: LedgerData, names = namesWith('')) {
	const { requests } = data;
	const earlier = new Map<string, Outcome>();
	for (const { item, equals, phone, outcome } of sentIn(data)) {
		const id = `${item}.${phone}`;
		// An SMS that was accepted stays so, whatever a resend came to.
		if (earlier.get(id)?.status !== 'accepted') earlier.set(id, outcome);
		const cause = { name: 'duplicate', item: Number(item) } as const;
		const duplicate = withoutRequest('duplicate', [cause]);
		for (const other of equals) earlier.set(`${other}.${phone}`, duplicate);
	}
	/** The same in every run of the turn, also where the text has changed (a time, a code). */
	const idOf = ({ item, phone }: Entry): string => `${item}.${names.phone(phone)}`;

	return {
		/** The highest request number that earlier runs used, so that this one can count on; 0 for none. */
		lastRequest: Number(Object.keys(requests).at(-1) ?? 0),
		/** What an earlier run has sent, or may have. */
		find: (entry: Entry): Outcome | undefined =>
			// Empty in most runs, where it need not be asked with a hash per recipient.
			earlier.size === 0 ? undefined : earlier.get(idOf(entry)),
		/** Notes that a request is about to be made. */
		begin(request: number, entries: readonly Entry[]): void {
			const [first] = entries as [Entry];
			const { message } = first;
			requests[request] = {
				to: entries
					.map((entry) => {
						const { phone } = entry;
						return `${itemsOf(entry).join('+')}.${names.phone(phone)}.${names.key(entry)}`;
					})
					.join(','),
				smsCount: smsCountOf(message),
				sms: estimateSms(message) * entries.length,
				text: names.text(first),
			};
		},
		/** Keeps what was sent, or may have been; forgets the rest. */
		end(request: number, outcome: Outcome): void {
			if (!mayHaveArrived(outcome)) delete requests[request];
			else if (outcome.status === 'unknown') requests[request]!.reason = outcome.reason;
			else {
				const { to, smsCount, sms } = requests[request]!;
				requests[request] = { to, smsCount, sms, reason: outcome.reason };
			}
		},
		/** Forgets what another attempt has come after. */
		free(request: number): void {
			delete requests[request];
		},
	};
}
