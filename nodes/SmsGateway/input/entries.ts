import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry, Problem } from '../domain/entry';
import { readDateTime } from '../domain/safeguards/dateTime';
import { parseRecipient } from '../domain/recipient/parse';
import type { Plan } from '../domain/recipient/plans';
import { ListError, MAX_RECIPIENTS, splitRecipients } from '../domain/recipient/split';
import { shorten } from '../domain/text/shorten';
import { deduplicationKeys } from './deduplicationKeys';
import { perItem } from './parameters';

export type Reading = Readonly<{
	/** `recipient` holds one number per item, `recipients` any number of them. */
	field: 'recipient' | 'recipients';
	/** The default country, which reads numbers without country code. */
	home?: Plan;
	/** Makes what is sent of a text, such as by a link at its end. */
	compose?(text: string): string;
}>;

/** In one field of one item: what is read in two seconds, whatever a webhook brings. */
const MAX_IN_ITEM = 200_000;

type Values = Pick<Entry, 'senderId' | 'message' | 'key' | 'expiresAt' | 'problem'>;

const asText = (value: unknown): string | undefined => {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	return value === undefined || value === null ? '' : undefined;
};

function problemOf(senderId: string | undefined, message: string | undefined): Problem | undefined {
	if (senderId === undefined || senderId === '') {
		return {
			reason: 'invalidSender',
			explanation:
				"'Sender ID' is empty. Enter the sender name that is registered with your SMS service.",
		};
	}
	if (message === undefined) {
		return { reason: 'invalidMessage', explanation: "'Message' is neither text nor a number." };
	}
	return message.trim() === ''
		? { reason: 'invalidMessage', explanation: "'Message' is empty, so there is nothing to send." }
		: undefined;
}

/** An expression that returns nothing has failed; an empty text means never. */
function readExpiry(given: unknown, timeZone: string): number | Problem | undefined {
	if (given === '') return undefined;
	const expiresAt = readDateTime(given, timeZone);
	if (expiresAt !== undefined) return expiresAt;
	const got = given === undefined || given === null ? 'no value' : `"${shorten(given)}"`;
	const explanation = `'Do Not Send After' must be a date, such as 2026-11-21T18:00, but it is ${got}.`;
	return { reason: 'invalidParameter', explanation };
}

/**
 * The recipients of all items, each with its item's sender, message and deduplication key. An
 * entry that cannot be sent says why; every item has at least one entry.
 */
export function readEntries(ctx: IExecuteFunctions, items: number, reading: Reading): Entry[] {
	const { field, home, compose = (text) => text } = reading;
	const senderIdOf = perItem(ctx, 'senderId', '');
	const messageOf = perItem(ctx, 'message', '');
	const recipientsOf = perItem(ctx, field, '');
	const keyOf = deduplicationKeys(ctx);
	const expiryOf = perItem(ctx, 'safeguards.doNotSendAfter', '');

	function readValues(item: number): Values {
		const senderId = asText(senderIdOf(item))?.trim();
		const message = asText(messageOf(item));
		const key = keyOf(item);
		const expiry = readExpiry(expiryOf(item), ctx.getTimezone());
		const problem: Problem | undefined =
			problemOf(senderId, message) ??
			(typeof key === 'string' ? undefined : key) ??
			(typeof expiry === 'object' ? expiry : undefined);
		return {
			senderId: senderId ?? '',
			message: compose(message ?? ''),
			key: typeof key === 'string' ? key : '',
			...(typeof expiry === 'number' && { expiresAt: expiry }),
			...(problem && { problem }),
		};
	}

	function readEntry(item: number, values: Values, given: unknown): Entry {
		const parsed = parseRecipient(given, home);
		if (parsed.valid) return { ...values, item, recipient: parsed.recipient };
		const problem: Problem = { reason: 'invalidRecipient', explanation: parsed.explanation };
		return { ...values, item, recipient: parsed.given, problem };
	}

	const entries: Entry[] = [];
	const split = (given: unknown): unknown[] => {
		const recipients = field === 'recipients' ? splitRecipients(given, MAX_IN_ITEM) : [given];
		if (entries.length + recipients.length > MAX_RECIPIENTS) {
			const most = MAX_RECIPIENTS.toLocaleString('en');
			throw new ListError(
				`There are more than ${most} recipients. Send to fewer in one execution.`,
			);
		}
		return recipients;
	};
	for (let item = 0; item < items; item++) {
		try {
			const values = readValues(item);
			const given = recipientsOf(item);
			for (const one of split(given)) entries.push(readEntry(item, values, one));
		} catch (error) {
			const explanation =
				error instanceof ListError
					? error.message
					: `A field could not be read: ${shorten((error as Error).message)}`;
			const problem: Problem = { reason: 'invalidParameter', explanation };
			entries.push({ item, senderId: '', message: '', key: '', recipient: '', problem });
		}
	}
	return entries;
}
