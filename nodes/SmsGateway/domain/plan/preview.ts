import type { Entry } from '../entry';
import type { Outcome } from '../outcome';
import { phoneOf } from '../recipient/samePhone';
import { estimateSms } from '../text/segments';
import { ordinal, withoutItem } from '../text/sentences';
import { numbersWithSeveralTexts, underSentKeys } from './duplicates';
import type { Plan } from './plan';

/** Why recipients get nothing, in the order in which people read it. */
export const KEPT_OUT = [
	'invalid',
	'missingValue',
	'duplicate',
	'excluded',
	'notAllowed',
	'countryNotAllowed',
	'overMaxSmsPerRecipient',
	'expired',
	'outsideWindow',
	'alreadySent',
] as const;

export type KeptOut = Record<(typeof KEPT_OUT)[number], number>;

/** What Bulk Send would do with one text of one sender. */
export type TextPreview = Readonly<{
	senderId: string;
	message: string;
	/** What was replaced in the message by plain characters. */
	replaced?: string;
	/** Where it is for one only, such as a personal text: the number, or what was given for it. */
	recipient?: string;
	/** The items that it comes from. */
	items: readonly number[];
	/** All recipients that were given for it. */
	total: number;
	/** Those that would get it. */
	recipients: number;
	keptOut: KeptOut;
	/** About the first value that an expression could not give. */
	firstMissing?: string;
	/** Of those kept out, the failures: with On Error set to Stop they stop all. */
	failures: number;
	/** When the send window opens for the first of them, ISO 8601. */
	sendAt?: string;
	/** Why recipients fail; the first 100. */
	problems: readonly string[];
	/** Recipients that would get it, and why they look unusual; the first 100. */
	unusualNumbers: readonly string[];
	/** Recipients that would get it, and another text too. */
	withOtherTexts: readonly string[];
	requests: number;
	/** By the larger count, which the safeguards go by. */
	estimatedSms: number;
}>;

const MAX_LISTED = 100;

type Group = { entries: number[]; requests: number };

function groupsOf({ entries, requests }: Plan): Group[] {
	const groups = new Map<string, Group>();
	const groupOf = ({ senderId, message }: Pick<Entry, 'senderId' | 'message'>): Group => {
		const key = JSON.stringify([senderId, message]);
		let group = groups.get(key);
		if (group === undefined) groups.set(key, (group = { entries: [], requests: 0 }));
		return group;
	};
	entries.forEach((entry, index) => groupOf(entry).entries.push(index));
	for (const request of requests) groupOf(request).requests++;
	return [...groups.values()];
}

const keptOutBy = ({ reason }: Outcome): keyof KeptOut =>
	KEPT_OUT.find((known) => known === reason) ?? 'invalid';

/**
 * What Bulk Send would do, text by text, in the order of the input.
 *
 * @param unusualReason why a valid number looks unusual; undefined where it does not
 */
export function previewOf(
	plan: Plan,
	unusualReason: (entry: Entry) => string | undefined,
): TextPreview[] {
	const several = numbersWithSeveralTexts(plan);
	const unsent = underSentKeys(plan);
	return groupsOf(plan).map((group) => {
		const { senderId, message, replaced } = plan.entries[group.entries[0]!]!;
		const keptOut = Object.fromEntries(KEPT_OUT.map((reason) => [reason, 0])) as KeptOut;
		const problems: string[] = [];
		const unusualNumbers: string[] = [];
		const withOtherTexts = new Set<string>();
		const openings: string[] = [];
		let recipients = 0;
		let failures = 0;
		let firstMissing: string | undefined;

		for (const index of group.entries) {
			const { item, recipient } = plan.entries[index]!;
			const outcome = plan.settled[index];
			if (unsent.has(index)) {
				keptOut.alreadySent++;
				continue;
			}
			if (outcome === undefined) {
				recipients++;
				const phone = phoneOf(recipient);
				if (several.has(phone)) withOtherTexts.add(phone);
				const unusual =
					unusualNumbers.length < MAX_LISTED ? unusualReason(plan.entries[index]!) : undefined;
				if (unusual !== undefined) unusualNumbers.push(`${recipient}: ${unusual}`);
				continue;
			}
			keptOut[keptOutBy(outcome)]++;
			if (outcome.sendAt !== undefined) openings.push(outcome.sendAt);
			if (outcome.status !== 'notSent') continue;
			failures++;
			if (outcome.reason === 'missingValue') firstMissing ??= outcome.explanation;
			if (problems.length < MAX_LISTED) {
				problems.push(`${ordinal(item)} item: ${withoutItem(outcome.explanation)}`);
			}
		}
		return {
			senderId,
			message,
			...(replaced !== undefined && { replaced }),
			...(group.entries.length === 1 && { recipient: plan.entries[group.entries[0]!]!.recipient }),
			items: [...new Set(group.entries.map((index) => plan.entries[index]!.item))],
			total: group.entries.length,
			recipients,
			keptOut,
			...(firstMissing !== undefined && { firstMissing }),
			failures,
			...(openings.length > 0 && { sendAt: openings.sort()[0]! }),
			problems,
			unusualNumbers,
			withOtherTexts: [...withOtherTexts],
			requests: group.requests,
			estimatedSms: recipients * estimateSms(message),
		};
	});
}
