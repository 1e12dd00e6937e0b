import { createHash } from 'crypto';
import { dayIn } from '../clock';
import type { Cause } from '../domain/cause';
import type { Entry } from '../domain/entry';
import type { Why } from '../domain/outcome';
import { whyOf, refuse } from '../domain/refusal';
import { phoneOf } from '../domain/recipient/samePhone';
import { MAX_RECIPIENTS, splitRecipients } from '../domain/recipient/split';
import { withLink } from '../question/question';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { replaceToSave } from '../domain/text/replacements';
import { shorten } from '../domain/text/sentences';
import type { NumberReading } from '../expressions/defaultCountry';
import { unread } from '../expressions/oneForAll';
import type { Reader } from '../expressions/reader';
import type { Rules } from '../settings/rules';

export type EntryRules = Pick<Rules, 'settings' | 'expiryOf' | 'refuseOneOfSeveral'> &
	Readonly<{
		/** Where the recipients of an item stand: of Send its one, of Send and Wait one or several, of others several. */
		field: 'recipient' | 'recipients';
		takesSeveral: boolean;
		/** Only of a question, behind its text: as long as the one that the recipient gets. */
		link?(isOfSeveral: boolean): string;
	}>;

/** In one field of one item: what is read in two seconds, whatever a webhook brings. */
const MAX_IN_ITEM = 200_000;
/** All of their links are kept with each that is sent. */
const MAX_ASKED = 1_000;

function filled(value: unknown, ...ifBlank: Parameters<typeof refuse>): string {
	const text = String(value);
	return isBlankText(text) ? refuse(...ifBlank) : text;
}

const KEY = { name: 'safeguards.deduplicationKey', label: SETTINGS.deduplicationKey } as const;

/** Keys that look the same are one key; empty means none. */
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

type Recipient = Pick<Entry, 'recipient' | 'phone' | 'other' | 'problem'>;
const NO_RECIPIENT: Recipient = { recipient: '', phone: '' };

/** The number that was given, as the country's people write it, or why it is none. */
function recipientIn(given: unknown, { parse }: NumberReading, by: { byModel?: true }): Recipient {
	let parsed: ReturnType<NumberReading['parse']>;
	try {
		parsed = parse(given);
	} catch (error) {
		return { recipient: shorten(given ?? ''), phone: '', problem: whyOf(error) };
	}
	if (parsed.valid) {
		const { recipient, other } = parsed;
		return { recipient, phone: phoneOf(recipient), other };
	}
	const { given: recipient, flaw } = parsed;
	const cause: Cause =
		recipient === ''
			? { name: 'noRecipient', ...by }
			: { name: 'number', given: recipient, flaw, ...by };
	return { recipient, phone: '', problem: { reason: 'invalidRecipient', causes: [cause] } };
}

/** What is sent of a text, and the key that 'Skip Repeats' gives to an SMS; the recipient is part of every key. */
function howSent({ settings, link }: EntryRules, zone: string | undefined) {
	const { replaceSpecialCharacters: which, skipRepeats } = settings;
	const replaced = remembered(
		(message: string): Pick<Entry, 'message' | 'replaced'> =>
			(which === 'off' ? undefined : replaceToSave(message, which)) ?? { message },
	);
	const compose = (text: string, isOfSeveral: boolean) =>
		link ? { ...replaced(withLink(text, link(isOfSeveral))), text } : replaced(text);
	if (skipRepeats === undefined || skipRepeats === 'off') return { compose };
	// On another day it may be sent again. A Retry counts for the day on which it sends.
	const occasion = skipRepeats === 'ever' ? skipRepeats : dayIn(zone ?? 'UTC', Date.now());
	return {
		compose,
		repeatKeyOf: (senderId: string, text: string) =>
			JSON.stringify(
				skipRepeats === 'anySameDay'
					? ['skipRepeats', 'any', occasion]
					: ['skipRepeats', occasion, senderId, replaced(text).message],
			),
	};
}

/** Reads a value, or notes why there is none. */
const readingInto =
	(problems: Why[]) =>
	<T>(value: () => T): T | undefined => {
		try {
			return value();
		} catch (error) {
			problems.push(whyOf(error));
			return undefined;
		}
	};

/** An entry that cannot be sent says why; every item has at least one. */
export function readEntries(reader: Reader, rules: EntryRules): Entry[] {
	const { field, link, takesSeveral, expiryOf, refuseOneOfSeveral } = rules;
	const { compose, repeatKeyOf } = howSent(rules, reader.zone);
	const most = link ? MAX_ASKED : MAX_IN_ITEM;
	const bySender = reader.byModel('senderId');
	const byMessage = reader.byModel('message');
	const byField = reader.byModel(field);
	const senderIdOf = reader.field({ name: 'senderId', label: 'Sender ID', takes: 'text' });
	const messageOf = reader.field({ name: 'message', label: 'Message', takes: 'text' });
	const givenKeyOf = reader.field({ ...KEY, takes: 'key' });
	const recipientsOf = takesSeveral
		? reader.field({ name: field, label: 'Recipients', takes: 'list' })
		: reader.field({ name: field, label: 'Recipient' });
	// A long key takes no more room than a short one, and often the items have one together.
	const digest = remembered((key: string) => createHash('sha256').update(key).digest('base64url'));
	const entries: Entry[] = [];

	function split(given: unknown): unknown[] {
		const recipients = takesSeveral ? splitRecipients(given, most) : [given];
		if (entries.length + recipients.length > MAX_RECIPIENTS) {
			refuse({ name: 'tooMany', most: MAX_RECIPIENTS });
		}
		return recipients;
	}

	for (const item of reader.items.keys()) {
		const problems: Why[] = [];
		const read = readingInto(problems);
		const recipients = read(() => split(recipientsOf(item)));
		const reading = reader.numbers.ofItem(item);
		const ones = recipients?.map((given) => recipientIn(given, reading, byField)) ?? [NO_RECIPIENT];
		// A number that cannot be read is somebody too.
		const phones = new Set(ones.map(({ phone, recipient }) => phone || unread(recipient)));
		// What is meant for one of several can hit no other where there is one.
		if (phones.size > 1) read(() => refuseOneOfSeveral?.(item, phones));
		const senderId =
			read(() =>
				filled(senderIdOf(item), { name: 'noSender', ...bySender }, 'invalidSender'),
			)?.trim() ?? '';
		const text = read(() =>
			filled(messageOf(item), { name: 'noMessage', ...byMessage }, 'invalidMessage'),
		);
		const ownKey = read(() => keyIn(givenKeyOf(item)));
		const key = ownKey || repeatKeyOf?.(senderId, text ?? '');
		const expiresAt = read(() => expiryOf?.(item));
		const { message, ...rest } =
			text === undefined ? { message: '' } : compose(text, ones.length > 1);
		const more = {
			...rest,
			...(key && !ownKey && { isRepeatKey: true as const }),
			...(expiresAt !== undefined && { expiresAt }),
		};
		for (const { recipient, phone, other, problem: own } of ones) {
			const all = own ? [own, ...problems] : problems;
			const problem = all[0] && { ...all[0], causes: all.flatMap(({ causes }) => causes) };
			// As one literal: what is spread together takes up to three times the memory.
			const sms = { item, senderId, message, recipient, phone, key: key ? digest(key) : '' };
			entries.push(Object.assign(sms, more, other && { other }, problem && { problem }));
		}
	}
	return entries;
}
