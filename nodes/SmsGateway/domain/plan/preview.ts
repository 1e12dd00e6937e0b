import type { Entry } from '../entry';
import { unitsFor } from './limits';
import { smsCountOf } from '../text/smsCount';
import type { Plan } from './plan';
import { adviceFor } from './advice';
import { plainText, replacementFor } from '../text/replacements';
import { nameOf, segmentsOf, unicodeCharactersOf } from '../text/segments';

/**
 * What sending one text would come to, in words for a person who has never heard of UCS-2. Flat
 * and in the order of reading, because n8n's table view shows it so.
 */
export type GroupPreview = {
	/** What to know and what to do, in a few sentences. */
	advice: string;
	message: string;
	senderId: string;
	/** All that were given for this text: the sum of the four counts that follow. */
	recipients: number;
	/** Recipients that would be texted. */
	valid: number;
	invalid: number;
	duplicate: number;
	excluded: number;
	requests: number;
	/** By the service's rule: 160 characters per SMS. */
	smsPerRecipient: number;
	smsCount: number;
	/** By the standard that networks bill by. */
	standardSmsPerRecipient: number;
	standardSmsCount: number;
	/** The larger of both counts, in balance units: what the guards judge by. */
	cost: number;
	encoding: string;
	/** Characters that lower what fits into an SMS, with what to write instead. */
	specialCharacters: string;
	/** The text without them; empty where it has none or one cannot be replaced. */
	plainMessage: string;
	/** Why recipients are invalid, with item and value; the first 100. */
	problems: string[];
	/** Valid numbers that no numbering plan knows; the first 100. They would be texted all the same. */
	unknownNumbers: string[];
};

/** A preview of one group, with the items that it comes from. */
export type Previewed = { group: GroupPreview; estimate: number; items: number[] };

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

function countRecipients({ entries, settled }: Plan, group: Group) {
	const reasons = { invalid: 0, duplicate: 0, excluded: 0 };
	const problems: string[] = [];
	const valid: string[] = [];
	for (const index of group.entries) {
		const { item, recipient, problem } = entries[index]!;
		const reason = settled[index]?.reason;
		if (problem) {
			reasons.invalid++;
			if (problems.length < MAX_LISTED) problems.push(`Item ${item}: ${problem.explanation}`);
		} else if (reason === 'duplicate' || reason === 'excluded') reasons[reason]++;
		else valid.push(recipient);
	}
	return { valid, reasons, problems };
}

function wordsFor(character: string): string {
	const replacement = replacementFor(character);
	if (replacement === undefined) return nameOf(character);
	if (replacement === '') return `${nameOf(character)} (leave it out)`;
	return `${nameOf(character)} (write ${replacement.trim() === '' ? 'a blank' : replacement})`;
}

function readText(message: string) {
	const unicodeCharacters = unicodeCharactersOf(message);
	const { encoding, segments } = segmentsOf(message);
	return {
		smsPerRecipient: smsCountOf(message),
		standardSmsPerRecipient: segments,
		encoding:
			encoding === 'GSM-7' ? 'plain: 160 characters per SMS' : 'Unicode: 70 characters per SMS',
		specialCharacters: unicodeCharacters.map(wordsFor).join(', '),
		plainMessage:
			unicodeCharacters.length === 0 ? '' : (plainText(message, unicodeCharacters) ?? ''),
	};
}

/**
 * What Bulk Send would do, group by group, in the order of the input.
 *
 * @param isKnown whether a numbering plan knows the number
 */
export function previewOf(
	plan: Plan,
	unitsPerSms: number,
	isKnown: (recipient: string) => boolean,
): Previewed[] {
	return groupsOf(plan).map((group) => {
		const { senderId, message } = plan.entries[group.entries[0]!]!;
		const { valid, reasons, problems } = countRecipients(plan, group);
		const text = readText(message);
		const estimate = valid.length * Math.max(text.smsPerRecipient, text.standardSmsPerRecipient);
		const preview = {
			message,
			senderId,
			recipients: group.entries.length,
			valid: valid.length,
			...reasons,
			requests: group.requests,
			smsPerRecipient: text.smsPerRecipient,
			smsCount: valid.length * text.smsPerRecipient,
			standardSmsPerRecipient: text.standardSmsPerRecipient,
			standardSmsCount: valid.length * text.standardSmsPerRecipient,
			cost: unitsFor(estimate, unitsPerSms),
			encoding: text.encoding,
			specialCharacters: text.specialCharacters,
			plainMessage: text.plainMessage,
			problems,
			unknownNumbers: valid.filter((recipient) => !isKnown(recipient)).slice(0, MAX_LISTED),
		};
		const items = [...new Set(group.entries.map((index) => plan.entries[index]!.item))];
		return { group: { advice: adviceFor(preview), ...preview }, estimate, items };
	});
}
