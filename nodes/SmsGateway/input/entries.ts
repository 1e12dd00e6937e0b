import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry, Problem } from '../domain/entry';
import { parseRecipient, type NationalReader } from '../domain/recipient/parse';
import { splitRecipients } from '../domain/recipient/split';
import { shorten } from '../domain/text/shorten';
import { deduplicationKeys } from './deduplicationKeys';
import { perItem } from './parameters';

export type Reading = Readonly<{
	/** `recipient` holds one number per item, `recipients` any number of them. */
	field: 'recipient' | 'recipients';
	/** Reads numbers without country code; without it they are invalid. */
	national?: NationalReader;
}>;

type Texts = { senderId: string; message: string; key: string; problem?: Problem };

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
				'Sender ID is empty. Put the sender name in that is registered with your service.',
		};
	}
	if (message === undefined) {
		return { reason: 'invalidMessage', explanation: 'Message is neither text nor a number.' };
	}
	return message.trim() === ''
		? { reason: 'invalidMessage', explanation: 'Message is empty, so there is nothing to send.' }
		: undefined;
}

/**
 * The recipients of all items, each with its item's sender, message and deduplication key. An
 * entry that cannot be sent says why; every item has at least one entry.
 */
export function readEntries(ctx: IExecuteFunctions, items: number, reading: Reading): Entry[] {
	const { field, national } = reading;
	const senderIdOf = perItem(ctx, 'senderId', '');
	const messageOf = perItem(ctx, 'message', '');
	const recipientsOf = perItem(ctx, field, '');
	const keyOf = deduplicationKeys(ctx);

	function readTexts(item: number): Texts {
		const senderId = asText(senderIdOf(item))?.trim();
		const message = asText(messageOf(item));
		const key = keyOf(item);
		const problem: Problem | undefined =
			problemOf(senderId, message) ?? (typeof key === 'string' ? undefined : key);
		return {
			senderId: senderId ?? '',
			message: message ?? '',
			key: typeof key === 'string' ? key : '',
			...(problem ? { problem } : {}),
		};
	}

	function readEntry(item: number, texts: Texts, given: unknown): Entry {
		const { senderId, message, key } = texts;
		const parsed = parseRecipient(given, national);
		if (parsed.valid && texts.problem === undefined) {
			return { item, senderId, message, key, recipient: parsed.recipient };
		}
		const problem: Problem = parsed.valid
			? texts.problem!
			: { reason: 'invalidRecipient', explanation: parsed.explanation };
		const recipient = parsed.valid ? parsed.recipient : parsed.given;
		return { item, senderId, message, key, recipient, problem };
	}

	const entries: Entry[] = [];
	for (let item = 0; item < items; item++) {
		try {
			const texts = readTexts(item);
			const given = recipientsOf(item);
			for (const one of field === 'recipients' ? splitRecipients(given) : [given]) {
				entries.push(readEntry(item, texts, one));
			}
		} catch (error) {
			const explanation = `A field could not be read: ${shorten((error as Error).message)}`;
			const problem: Problem = { reason: 'invalidParameter', explanation };
			entries.push({ item, senderId: '', message: '', key: '', recipient: '', problem });
		}
	}
	return entries;
}
