import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import { problemOf, refuse, type Entry, type Problem } from '../domain/entry';
import { readDateTime } from '../domain/safeguards/dateTime';
import { parseRecipient } from '../domain/recipient/parse';
import { MAX_RECIPIENTS, splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { isBlankText } from '../domain/text/blank';
import { shorten } from '../domain/text/sentences';
import { workflowZone } from '../n8n/place';
import type { Homes } from './defaultCountry';
import { oneOfListFinder } from './oneOfList';
import { readField, type FieldRules, type Given } from './parameters';
import { valueAt } from './template';

export type EntryRules = Readonly<{
	/** `recipient` holds one number per item, `recipients` any number of them. */
	field: 'recipient' | 'recipients';
	homes?: Homes;
	/** Makes what is sent of a text, such as by a link at its end. */
	compose?(text: string): string;
}>;

/** In one field of one item: what is read in two seconds, whatever a webhook brings. */
export const MAX_IN_ITEM = 200_000;

type Values = Pick<Entry, 'senderId' | 'message' | 'key' | 'expiresAt' | 'problem'>;

const problem = (reason: Problem['reason'], ...causes: Cause[]): { problem: Problem } => ({
	problem: { reason, causes },
});

/** The values with one more problem in front of those that they have. */
const withProblem = (values: Values, ...found: Parameters<typeof problem>): Values => ({
	...values,
	...problem(...found, ...(values.problem?.causes ?? [])),
});

type ReadOrProblem<T> = Readonly<{ value: T; problem?: undefined } | { problem: Problem }>;

function readFilled(given: Given, ...ifBlank: Parameters<typeof problem>): ReadOrProblem<string> {
	if (given.problem) return given;
	const value = String(given.value);
	return isBlankText(value) ? problem(...ifBlank) : { value };
}

/** Undefined: an empty text means never. */
function readExpiry(given: Given, timeZone: string | undefined): ReadOrProblem<number | undefined> {
	if (given.problem) return given;
	const { value } = given;
	if (typeof value === 'string' && value.trim() === '') return { value: undefined };
	const expiresAt = readDateTime(value, timeZone ?? 'Etc/GMT+12');
	if (timeZone === undefined && expiresAt !== readDateTime(value, 'Etc/GMT-14')) {
		const cure = 'Add the offset, such as 2026-11-21T18:00+01:00';
		const field = SETTINGS.doNotSendAfter;
		return problem('invalidParameter', { name: 'needsZone', field, cure });
	}
	return expiresAt === undefined
		? problem('invalidParameter', {
				name: 'wrongValue',
				field: SETTINGS.doNotSendAfter,
				mustBe: 'a date, such as 2026-11-21T18:00',
				value: shorten(value),
			})
		: { value: expiresAt };
}

/**
 * What an expression writes where it had no value. As part of a key it would give all who have no
 * value the same key.
 */
const LEFT_IN_KEY =
	/undefined|(?<![\p{L}\p{N}])(?:null|NaN|Infinity|Invalid Date|Invalid DateTime)(?![\p{L}\p{N}])|\[object \w+\]/u;

const isRounded = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

const KEY: FieldRules = {
	name: 'safeguards.deduplicationKey',
	label: SETTINGS.deduplicationKey,
	mayBeEmpty: false,
	leftovers: LEFT_IN_KEY,
	isRounded(value, { isField, reads }, json) {
		const isLeft = (one: unknown): boolean => isRounded(one) && String(value).includes(String(one));
		const values = isField ? [] : reads.mentions.map((one) => valueAt(json, one.field));
		return isRounded(value) || values.some(isLeft);
	},
};

/** So that a long key takes no more room than a short one. */
export const digestOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url');

/** What differs for nobody who reads it is one key. */
const asRead = (key: string): string =>
	key
		.normalize('NFC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.trim();

/** The digest of an item's key. Empty where it has none; where an expression failed, there is a problem instead. */
function readKey(given: Given, digest: (key: string) => string): ReadOrProblem<string> {
	if (given.problem) return given;
	const { isEmpty, value } = given;
	if (!['string', 'number', 'bigint'].includes(typeof value)) {
		return problem('invalidParameter', {
			name: 'wrongValue',
			field: SETTINGS.deduplicationKey,
			mustBe: 'a text or a number, such as an order number',
		});
	}
	const key = isEmpty ? '' : asRead(String(value));
	return { value: key && digest(key) };
}

/**
 * The recipients of all items, each with its item's sender, message and deduplication key. An
 * entry that cannot be sent says why; every item has at least one entry.
 */
export function readEntries(ctx: IExecuteFunctions, items: number, rules: EntryRules): Entry[] {
	const { field, homes, compose = (text) => text } = rules;
	const timeZone = workflowZone(ctx);
	const text = (name: string, label: string) =>
		readField(ctx, { name, label, mayBeEmpty: false, takes: 'text' });
	const senderIdOf = text('senderId', 'Sender ID');
	const messageOf = text('message', 'Message');
	// An empty one is refused later, as an invalid number: that explains more than a missing value.
	const recipientsOf =
		field === 'recipients'
			? readField(ctx, { name: field, label: 'Recipients', mayBeEmpty: 'whole', takes: 'list' })
			: readField(ctx, { name: field, label: 'Recipient', mayBeEmpty: 'whole' });
	const givenKeyOf = readField(ctx, KEY);
	// Often the items have one key together.
	const digest = remembered(digestOf);
	const givenExpiryOf = readField(ctx, {
		name: 'safeguards.doNotSendAfter',
		label: SETTINGS.doNotSendAfter,
		mayBeEmpty: true,
	});

	function readValues(item: number): Values {
		const senderId = readFilled(senderIdOf(item), 'invalidSender', { name: 'noSender' });
		const message = readFilled(messageOf(item), 'invalidMessage', { name: 'noMessage' });
		const key = readKey(givenKeyOf(item), digest);
		const expiry = readExpiry(givenExpiryOf(item), timeZone);
		const problems = [senderId, message, key, expiry].flatMap((one) => one.problem ?? []);
		const causes = problems.flatMap((one) => one.causes);
		return {
			senderId: senderId.problem ? '' : senderId.value.trim(),
			message: message.problem ? '' : compose(message.value),
			key: key.problem ? '' : key.value,
			...(!expiry.problem && expiry.value !== undefined && { expiresAt: expiry.value }),
			...(problems[0] && problem(problems[0].reason, ...causes)),
		};
	}

	function readEntry(item: number, values: Values, given: unknown): Entry {
		const { home, problem: unread } = homes?.of(item) ?? {};
		if (unread) return { problem: unread, ...values, item, recipient: shorten(given) };
		const parsed = parseRecipient(given, home);
		if (parsed.valid) {
			const { recipient, other } = parsed;
			return {
				...values,
				item,
				recipient,
				...(other !== undefined && { other }),
			};
		}
		const { given: value } = parsed;
		const cause: Cause =
			value === '' ? { name: 'noRecipient' } : { name: 'number', given: value, flaw: parsed.flaw };
		return { ...withProblem(values, 'invalidRecipient', cause), item, recipient: value };
	}

	const oneOfList = oneOfListFinder(ctx, [
		['senderId', 'Sender ID'],
		['message', 'Message'],
	]);
	const entries: Entry[] = [];
	const split = (given: unknown): unknown[] => {
		const recipients = field === 'recipients' ? splitRecipients(given, MAX_IN_ITEM) : [given];
		if (entries.length + recipients.length > MAX_RECIPIENTS) {
			refuse({ name: 'tooMany', most: MAX_RECIPIENTS, of: 'execution' });
		}
		return recipients;
	};
	for (let item = 0; item < items; item++) {
		try {
			const values = readValues(item);
			const given = recipientsOf(item);
			if (given.problem) {
				const { reason, causes } = given.problem;
				entries.push({ ...withProblem(values, reason, ...causes), item, recipient: '' });
				continue;
			}
			const { json } = ctx.getInputData()[item]!;
			const recipients = split(given.value);
			const cause = oneOfList(json, recipients.length);
			const judged = cause ? withProblem(values, 'invalidParameter', cause) : values;
			for (const one of recipients) entries.push(readEntry(item, judged, one));
		} catch (error) {
			const empty = { senderId: '', message: '', key: '', recipient: '' };
			entries.push({ item, ...empty, problem: problemOf(error) });
		}
	}
	return entries;
}
