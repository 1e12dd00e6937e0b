import type { Entry } from '../entry';
import { wordsOf, type Outcome, type Reason } from '../outcome';
import { oddityOf } from '../recipient/parse';
import { phoneOf } from '../recipient/samePhone';
import { estimateSms } from '../text/segments';
import { numbersWithSeveralTexts, textOf, underSentKeys, type Plan } from './plan';

/** A recipient that fails before anything is sent. */
export type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

/** Those who would get nothing: why, what is no number, and the first whose value is missing. */
export type KeptOut = Readonly<{
	reasons: readonly Reason[];
	notNumbers: readonly string[];
	firstMissing?: RefusedEntry;
}>;

/** What Bulk Send would do with one text of one sender, or with all. */
export type TextPreview = Readonly<{
	senderId: string;
	message: string;
	/** What was replaced in the message by plain characters. */
	replaced?: string;
	/** Its first number, or what was given for it. */
	recipient: string;
	/** Whether it is for that one only, such as a personal text. */
	isForOne: boolean;
	/** The items that it comes from. */
	items: readonly number[];
	/** All recipients that were given for it. */
	total: number;
	/** Those that would get it. */
	recipients: number;
	keptOut: KeptOut;
	/** Of those kept out, the failures: with On Error set to Stop they stop all. */
	refused: readonly RefusedEntry[];
	/** When the send window opens for the first of them, ISO 8601. */
	sendAt?: string;
	/** Those that would get it, and look unusual. */
	unusual: readonly Entry[];
	/** The phones that would get it, and another text too. */
	withOtherTexts: readonly string[];
	requests: number;
	/** By the larger count, which the safeguards go by. */
	estimatedSms: number;
}>;

type OfText = { entries: number[]; requests: number };

/** By sender and text, in the order of the input. */
function byText({ entries, requests }: Plan): OfText[] {
	const texts = new Map<string, OfText>();
	entries.forEach((entry, index) => {
		const text = textOf(entry);
		const known = texts.get(text);
		if (known === undefined) texts.set(text, { entries: [index], requests: 0 });
		else known.entries.push(index);
	});
	for (const request of requests) texts.get(textOf(request))!.requests++;
	return [...texts.values()];
}

/** Sent to, but it deserves a second look. */
const isUnusual = (entry: Entry): boolean =>
	entry.other !== undefined || oddityOf(entry) !== undefined;

/** What Bulk Send would do, text by text, in the order of the input. */
export function previewOf(plan: Plan): TextPreview[] {
	const several = numbersWithSeveralTexts(plan);
	const unsent = underSentKeys(plan);
	return byText(plan).map(({ entries: indexes, requests }) => {
		const entries = indexes.map((index) => plan.entries[index]!);
		const [first] = entries as [Entry, ...Entry[]];
		const settled = indexes.flatMap((index) => plan.settled[index] ?? []);
		const ofKey = indexes.filter((index) => !plan.settled[index] && unsent.has(index));
		const reached = indexes
			.filter((index) => !plan.settled[index] && !unsent.has(index))
			.map((index) => plan.entries[index]!);
		const refused = indexes.flatMap((index) => {
			const { item, recipient } = plan.entries[index]!;
			const outcome = plan.settled[index];
			return outcome?.status === 'notSent' ? [{ item, outcome, recipient }] : [];
		});
		const firstMissing = refused.find(({ outcome }) => outcome.reason === 'missingValue');
		const [sendAt] = settled.flatMap((outcome) => outcome.sendAt ?? []).sort();
		const phones = reached.map(({ recipient }) => phoneOf(recipient));
		return {
			senderId: first.senderId,
			message: first.message,
			...(first.replaced !== undefined && { replaced: first.replaced }),
			recipient: first.recipient,
			isForOne: entries.every(({ recipient }) => recipient === first.recipient),
			items: [...new Set(entries.map(({ item }) => item))],
			total: entries.length,
			recipients: reached.length,
			keptOut: {
				reasons: [
					...settled.map(({ reason }) => reason),
					...ofKey.map((): Reason => 'alreadySent'),
				],
				notNumbers: refused
					.filter(({ outcome }) => outcome.reason === 'invalidRecipient')
					.map(({ recipient }) => recipient),
				...(firstMissing && { firstMissing }),
			},
			refused,
			...(sendAt !== undefined && { sendAt }),
			unusual: reached.filter(isUnusual),
			withOtherTexts: [...new Set(phones.filter((phone) => several.has(phone)))],
			requests,
			estimatedSms: reached.length * estimateSms(first.message),
		};
	});
}

/** All texts together. */
export type RunPreview = Readonly<{
	total: number;
	recipients: number;
	failures: number;
	estimatedSms: number;
	keptOut: KeptOut;
	withOtherTexts: readonly string[];
}>;

export function totalOf(texts: readonly TextPreview[]): RunPreview {
	const sum = (of: (text: TextPreview) => number): number =>
		texts.reduce((total, text) => total + of(text), 0);
	const [firstMissing] = texts.flatMap(({ keptOut }) => keptOut.firstMissing ?? []);
	return {
		total: sum(({ total }) => total),
		recipients: sum(({ recipients }) => recipients),
		failures: sum(({ refused }) => refused.length),
		estimatedSms: sum(({ estimatedSms }) => estimatedSms),
		withOtherTexts: [...new Set(texts.flatMap(({ withOtherTexts }) => withOtherTexts))],
		keptOut: {
			reasons: texts.flatMap(({ keptOut }) => keptOut.reasons),
			notNumbers: texts.flatMap(({ keptOut }) => keptOut.notNumbers),
			...(firstMissing && { firstMissing }),
		},
	};
}

/** How many are kept out for each reason: all that are invalid under one name. */
export function countsByReason({ reasons }: KeptOut): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const reason of reasons) {
		const name = wordsOf(reason) === 'invalid' ? 'invalid' : reason;
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}
