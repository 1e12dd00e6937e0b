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
import { isExpression, rawOf } from './expression';
import { oneOfListFinder } from './oneForAll';
import { readField, type Given } from './readField';

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

const EXPIRY = { name: 'safeguards.doNotSendAfter', label: SETTINGS.doNotSendAfter } as const;

const hasNoValue = (given: Given): boolean => !given.problem && (given.value ?? null) === null;

/** Undefined: an item without a date has no limit. */
function readExpiry(given: Given, timeZone: string | undefined): ReadOrProblem<number | undefined> {
	if (given.problem) return given;
	const { value = '' } = given;
	if (value === null || String(value).trim() === '') return { value: undefined };
	const expiresAt = readDateTime(value, timeZone ?? 'Etc/GMT+12');
	if (timeZone === undefined && expiresAt !== readDateTime(value, 'Etc/GMT-14')) {
		return problem('invalidParameter', { name: 'needsZone', field: SETTINGS.doNotSendAfter });
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

const KEY = { name: 'safeguards.deduplicationKey', label: SETTINGS.deduplicationKey } as const;

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
	const senderIdOf = readField(ctx, { name: 'senderId', label: 'Sender ID', takes: 'text' });
	const messageOf = readField(ctx, { name: 'message', label: 'Message', takes: 'text' });
	const recipientsOf = readField(
		ctx,
		field === 'recipients'
			? { name: field, label: 'Recipients', takes: 'list' }
			: { name: field, label: 'Recipient' },
	);
	const givenKeyOf = readField(ctx, { ...KEY, takes: 'key' });
	// Often the items have one key together.
	const digest = remembered(digestOf);
	const givenExpiryOf = readField(ctx, { ...EXPIRY, takes: 'anything' });
	let hasNoExpiry = isExpression(rawOf(ctx, EXPIRY.name));

	function readValues(item: number): Values {
		const senderId = readFilled(senderIdOf(item), 'invalidSender', { name: 'noSender' });
		const message = readFilled(messageOf(item), 'invalidMessage', { name: 'noMessage' });
		const key = readKey(givenKeyOf(item), digest);
		const givenExpiry = givenExpiryOf(item);
		hasNoExpiry &&= hasNoValue(givenExpiry);
		const expiry = readExpiry(givenExpiry, timeZone);
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

	const oneOfList = field === 'recipients' ? oneOfListFinder(ctx) : () => undefined;
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
			const cause = oneOfList(json);
			const judged = cause ? withProblem(values, 'invalidParameter', cause) : values;
			for (const one of recipients) entries.push(readEntry(item, judged, one));
		} catch (error) {
			const empty = { senderId: '', message: '', key: '', recipient: '' };
			entries.push({ item, ...empty, problem: problemOf(error) });
		}
	}
	if (!hasNoExpiry) return entries;
	const nothing = { name: 'failedExpression', field: EXPIRY.label } as const;
	return entries.map((entry) => ({ ...entry, ...problem('invalidParameter', nothing) }));
}
