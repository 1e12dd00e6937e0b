import { createHash } from 'crypto';
import type { Cause } from '../domain/cause';
import { problemOf, refuse, type Entry, type Problem } from '../domain/entry';
import type { NumberingPlan } from '../domain/recipient/numberingPlans';
import { parseRecipient } from '../domain/recipient/parse';
import { MAX_RECIPIENTS, splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import type { Homes } from './defaultCountry';
import { oneOfListRefuser } from './oneForAll';
import type { Reader } from './reader';

export type EntryRules = Readonly<{
	/** `recipient` holds one number per item, `recipients` any number of them. */
	field: 'recipient' | 'recipients';
	homes: Homes;
	/** From which instant on an item is not sent. */
	expiryOf(item: number): number | undefined;
	/** Makes what is sent of a text, such as by a link at its end. */
	compose(text: string): Pick<Entry, 'message' | 'replaced'>;
	/** The key of an SMS that has none of its own; the recipient is part of every key. */
	repeatKeyOf?(senderId: string, text: string): string;
}>;

/** In one field of one item: what is read in two seconds, whatever a webhook brings. */
const MAX_IN_ITEM = 200_000;

function filled(value: unknown, ...ifBlank: Parameters<typeof refuse>): string {
	const text = String(value);
	return isBlankText(text) ? refuse(...ifBlank) : text;
}

const KEY = { name: 'safeguards.deduplicationKey', label: SETTINGS.deduplicationKey } as const;

/** So that a long key takes no more room than a short one. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** What differs for nobody who reads it is one key; empty means none. */
function keyIn(value: unknown): string {
	if (!['string', 'number', 'bigint'].includes(typeof value)) {
		const mustBe = 'a text or a number, such as an order number';
		refuse({ name: 'wrongValue', field: KEY.label, mustBe });
	}
	return String(value)
		.normalize('NFC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.trim();
}

/** The number that was given, as the country's people write it, or why it is none. */
function recipientIn(
	given: unknown,
	home: NumberingPlan | undefined,
): Pick<Entry, 'recipient' | 'other' | 'problem'> {
	const parsed = parseRecipient(given, home);
	if (parsed.valid) return { recipient: parsed.recipient, other: parsed.other };
	const { given: recipient, flaw } = parsed;
	const cause: Cause =
		recipient === '' ? { name: 'noRecipient' } : { name: 'number', given: recipient, flaw };
	return { recipient, problem: { reason: 'invalidRecipient', causes: [cause] } };
}

/** All that is wrong, for the reason of the first. */
const joined = (problems: readonly Problem[]): Problem | undefined =>
	problems[0] && { ...problems[0], causes: problems.flatMap(({ causes }) => causes) };

/**
 * The recipients of all items, each with its item's sender, message and deduplication key. An
 * entry that cannot be sent says why; every item has at least one entry.
 */
export function readEntries(reader: Reader, rules: EntryRules): Entry[] {
	const { field, homes, expiryOf, compose, repeatKeyOf } = rules;
	const takesSeveral = field === 'recipients';
	const senderIdOf = reader.field({ name: 'senderId', label: 'Sender ID', takes: 'text' });
	const messageOf = reader.field({ name: 'message', label: 'Message', takes: 'text' });
	const givenKeyOf = reader.field({ ...KEY, takes: 'key' });
	const recipientsOf = takesSeveral
		? reader.field({ name: field, label: 'Recipients', takes: 'list' })
		: reader.field({ name: field, label: 'Recipient' });
	const refuseOneOfList = oneOfListRefuser(reader);
	// Often the items have one key together.
	const digest = remembered(digestOf);
	const entries: Entry[] = [];

	function split(given: unknown): unknown[] {
		const recipients = takesSeveral ? splitRecipients(given, MAX_IN_ITEM) : [given];
		if (entries.length + recipients.length > MAX_RECIPIENTS) {
			refuse({ name: 'tooMany', most: MAX_RECIPIENTS });
		}
		return recipients;
	}

	for (const item of reader.items.keys()) {
		const problems: Problem[] = [];
		const read = <T>(value: () => T): T | undefined => {
			try {
				return value();
			} catch (error) {
				problems.push(problemOf(error));
				return undefined;
			}
		};
		const recipients = read(() => split(recipientsOf(item)));
		if (recipients) read(() => refuseOneOfList(item));
		const country = read(() => ({ home: homes.of(item) }));
		const senderId =
			read(() => filled(senderIdOf(item), { name: 'noSender' }, 'invalidSender'))?.trim() ?? '';
		const text = read(() => filled(messageOf(item), { name: 'noMessage' }, 'invalidMessage'));
		const ownKey = read(() => keyIn(givenKeyOf(item)));
		const key = ownKey || repeatKeyOf?.(senderId, text ?? '');
		const sms = {
			item,
			senderId,
			...(text === undefined ? { message: '' } : compose(text)),
			key: key ? digest(key) : '',
			...(key && !ownKey && { madeFor: 'repeat' as const }),
			expiresAt: read(() => expiryOf(item)),
		};
		for (const given of recipients ?? ['']) {
			const one =
				recipients && country ? recipientIn(given, country.home) : { recipient: shorten(given) };
			const problem = joined(one.problem ? [one.problem, ...problems] : problems);
			entries.push(problem ? { ...sms, ...one, problem } : { ...sms, ...one });
		}
	}
	return entries;
}
