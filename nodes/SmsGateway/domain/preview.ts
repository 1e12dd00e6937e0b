import type { Entry } from './entry';
import { unitsFor } from './guard';
import { smsCountOf } from './message';
import type { Plan } from './plan';
import { replacementFor } from './replacement';
import { segmentsOf } from './segments';

/** What sending one text would come to. Flat, so that n8n's table view shows it. */
export type GroupPreview = {
	senderId: string;
	message: string;
	/** Recipients that would be texted. */
	valid: number;
	invalid: number;
	duplicate: number;
	excluded: number;
	requests: number;
	/** By the service's rule (its contract, section 8). */
	smsPerRecipient: number;
	smsCount: number;
	encoding: 'GSM-7' | 'UCS-2';
	/** By the standard that networks bill by. */
	segmentsPerRecipient: number;
	segments: number;
	/** The larger of both counts, in balance units: what the guards judge by. */
	cost: number;
	/** Characters that force UCS-2, with a plain replacement where there is one. */
	unicodeCharacters: Array<{ character: string; replacement: string | null }>;
	/** The first 100. */
	problems: Array<{ item: number; recipient: string; explanation: string }>;
	/** Valid numbers that no numbering plan knows; the first 100. They would be texted all the same. */
	unknownNumbers: string[];
	advice: string;
};

/** A preview of one group, with the items that it comes from. */
export type Previewed = { group: GroupPreview; estimate: number; items: number[] };

const MOST_LISTED = 100;

type Group = { entries: number[]; requests: number };

function groupsOf({ entries, requests }: Plan): Group[] {
	const groups = new Map<string, Group>();
	const groupOf = ({ senderId, message }: Pick<Entry, 'senderId' | 'message'>): Group => {
		const key = JSON.stringify([senderId, message]);
		const group = groups.get(key) ?? { entries: [], requests: 0 };
		groups.set(key, group);
		return group;
	};
	entries.forEach((entry, index) => groupOf(entry).entries.push(index));
	for (const request of requests) groupOf(request).requests++;
	return [...groups.values()];
}

/** In words for a person who has never heard of UCS-2. */
function adviceFor(preview: Omit<GroupPreview, 'advice'>): string {
	const { valid, invalid, encoding, segmentsPerRecipient, smsPerRecipient, unicodeCharacters } =
		preview;
	const parts: string[] = [];
	if (invalid > 0) parts.push(`${invalid} recipients cannot be texted; see problems.`);
	if (preview.unknownNumbers.length > 0) {
		parts.push('Some numbers look unusual; see unknownNumbers. They would be texted all the same.');
	}
	if (encoding === 'UCS-2') {
		const shown = unicodeCharacters
			.slice(0, 5)
			.map(({ character, replacement }) =>
				replacement === null ? character : `${character} (write ${replacement || 'nothing'})`,
			);
		const effect =
			segmentsPerRecipient > smsPerRecipient
				? `and make it ${segmentsPerRecipient} SMS instead of ${smsPerRecipient}`
				: 'but it costs no more here';
		parts.push(
			`Special characters leave room for 70 characters per SMS instead of 160, ${effect}: ${shown.join(', ')}.`,
		);
	}
	if (parts.length === 0) parts.push(valid === 0 ? 'Nobody would be texted.' : 'Ready to send.');
	return parts.join(' ');
}

/**
 * What Bulk Send would do, group by group.
 *
 * @param isKnown whether a numbering plan knows the number
 */
export function previewOf(
	plan: Plan,
	unitsPerSms: number,
	isKnown: (recipient: string) => boolean,
): Previewed[] {
	const { entries, settled } = plan;
	return groupsOf(plan).map((group) => {
		const { senderId, message } = entries[group.entries[0]!]!;
		const reasons = { invalid: 0, duplicate: 0, excluded: 0 };
		const problems: GroupPreview['problems'] = [];
		const valid: string[] = [];
		for (const index of group.entries) {
			const { item, recipient, problem } = entries[index]!;
			const reason = settled[index]?.reason;
			if (problem) {
				reasons.invalid++;
				if (problems.length < MOST_LISTED) {
					problems.push({ item, recipient, explanation: problem.explanation });
				}
			} else if (reason === 'duplicate' || reason === 'excluded') reasons[reason]++;
			else valid.push(recipient);
		}
		const smsPerRecipient = smsCountOf(message);
		const { encoding, segments: segmentsPerRecipient, unicodeCharacters } = segmentsOf(message);
		const estimate = valid.length * Math.max(smsPerRecipient, segmentsPerRecipient);
		const preview = {
			senderId,
			message,
			valid: valid.length,
			...reasons,
			requests: group.requests,
			smsPerRecipient,
			smsCount: valid.length * smsPerRecipient,
			encoding,
			segmentsPerRecipient,
			segments: valid.length * segmentsPerRecipient,
			cost: unitsFor(estimate, unitsPerSms),
			unicodeCharacters: unicodeCharacters.map((character) => ({
				character,
				replacement: replacementFor(character) ?? null,
			})),
			problems,
			unknownNumbers: valid.filter((recipient) => !isKnown(recipient)).slice(0, MOST_LISTED),
		};
		const items = [...new Set(group.entries.map((index) => entries[index]!.item))];
		return { group: { ...preview, advice: adviceFor(preview) }, estimate, items };
	});
}
