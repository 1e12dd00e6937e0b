import type { Entry } from '../domain/entry';
import { causesOf, wordsOf, type Reason } from '../domain/outcome';
import { phoneOf } from '../domain/recipient/samePhone';
import { amountInWords, costOf } from '../domain/service/balance';
import { inList, whatIsMissing } from './causes';
import { whyUnusual } from './numbers';
import { countsInWords, listInWords } from './summary';
import { aboutReplaced, adviceOn, type Advice } from '../domain/text/replacements';
import { estimateSms, nameOf, segmentsOf, smsCountOf } from '../domain/text/segments';
import { ordinal, shorten } from '../domain/text/sentences';
import { numbersWithSeveralTexts, underSentKeys, type Plan } from '../domain/plan/plan';

/** Those who would get nothing: why, what is no number, and the first value that an expression could not give. */
export type KeptOut = Readonly<{
	reasons: readonly Reason[];
	notNumbers: readonly string[];
	firstMissing?: string;
}>;

/** What Bulk Send would do with one text of one sender. */
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
	failures: number;
	/** When the send window opens for the first of them, ISO 8601. */
	sendAt?: string;
	/** Why recipients fail; the first ten, and how many more. */
	problems: readonly string[];
	/** Recipients that would get it, and why they look unusual; the first ten, and how many more. */
	unusualNumbers: readonly string[];
	/** How many look unusual. */
	unusual: number;
	/** Recipients that would get it, and another text too. */
	withOtherTexts: readonly string[];
	requests: number;
	/** By the larger count, which the safeguards go by. */
	estimatedSms: number;
}>;

/** More would make a row of n8n's table higher than the screen. */
const MAX_LISTED = 10;

/** Lists lines up to the maximum, and counts the others in a last one. */
function lineList() {
	const listed: string[] = [];
	let count = 0;
	return {
		add(line: () => string): void {
			if (count++ < MAX_LISTED) listed.push(line());
		},
		count: () => count,
		lines: () => (count <= MAX_LISTED ? listed : [...listed, `and ${count - MAX_LISTED} more`]),
	};
}

type OfText = { entries: number[]; requests: number };

/** By sender and text, in the order of the input. */
function byText({ entries, requests }: Plan): OfText[] {
	const texts = new Map<string, OfText>();
	const textOf = ({ senderId, message }: Pick<Entry, 'senderId' | 'message'>): OfText => {
		const key = JSON.stringify([senderId, message]);
		let text = texts.get(key);
		if (text === undefined) texts.set(key, (text = { entries: [], requests: 0 }));
		return text;
	};
	entries.forEach((entry, index) => textOf(entry).entries.push(index));
	for (const request of requests) textOf(request).requests++;
	return [...texts.values()];
}

/** What Bulk Send would do, text by text, in the order of the input. */
export function previewOf(plan: Plan): TextPreview[] {
	const several = numbersWithSeveralTexts(plan);
	const unsent = underSentKeys(plan);
	return byText(plan).map(({ entries, requests }) => {
		const first = plan.entries[entries[0]!]!;
		const reasons: Reason[] = [];
		const notNumbers: string[] = [];
		const problems = lineList();
		const unusualNumbers = lineList();
		const withOtherTexts = new Set<string>();
		const openings: string[] = [];
		let failures = 0;
		let firstMissing: string | undefined;

		function willGetIt(entry: Entry): void {
			const { recipient } = entry;
			const phone = phoneOf(recipient);
			if (several.has(phone)) withOtherTexts.add(phone);
			const why = whyUnusual(entry);
			if (why !== undefined) unusualNumbers.add(() => `${recipient}: ${why}`);
		}

		for (const index of entries) {
			const entry = plan.entries[index]!;
			const outcome = plan.settled[index];
			if (outcome === undefined) {
				if (unsent.has(index)) reasons.push('alreadySent');
				else willGetIt(entry);
				continue;
			}
			reasons.push(outcome.reason);
			if (outcome.sendAt !== undefined) openings.push(outcome.sendAt);
			if (outcome.status !== 'notSent') continue;
			failures++;
			if (outcome.reason === 'missingValue') firstMissing ??= whatIsMissing(outcome, entry.item);
			if (outcome.reason === 'invalidRecipient') notNumbers.push(entry.recipient);
			problems.add(() => `${ordinal(entry.item)} item: ${inList(causesOf(outcome))}`);
		}
		const recipients = entries.length - reasons.length;
		const isForOne = entries.every((index) => plan.entries[index]!.recipient === first.recipient);
		return {
			senderId: first.senderId,
			message: first.message,
			...(first.replaced !== undefined && { replaced: first.replaced }),
			recipient: first.recipient,
			isForOne,
			items: [...new Set(entries.map((index) => plan.entries[index]!.item))],
			total: entries.length,
			recipients,
			keptOut: { reasons, notNumbers, ...(firstMissing !== undefined && { firstMissing }) },
			failures,
			...(openings.length > 0 && { sendAt: openings.sort()[0]! }),
			problems: problems.lines(),
			unusualNumbers: unusualNumbers.lines(),
			unusual: unusualNumbers.count(),
			withOtherTexts: [...withOtherTexts],
			requests,
			estimatedSms: recipients * estimateSms(first.message),
		};
	});
}

/** All texts together. */
export type RunPreview = Pick<
	TextPreview,
	'total' | 'recipients' | 'keptOut' | 'failures' | 'estimatedSms' | 'withOtherTexts'
>;

export function totalOf(texts: readonly TextPreview[]): RunPreview {
	const sum = (of: (text: TextPreview) => number): number =>
		texts.reduce((total, text) => total + of(text), 0);
	const firstMissing = texts.find(({ keptOut }) => keptOut.firstMissing)?.keptOut.firstMissing;
	return {
		total: sum(({ total }) => total),
		recipients: sum(({ recipients }) => recipients),
		failures: sum(({ failures }) => failures),
		estimatedSms: sum(({ estimatedSms }) => estimatedSms),
		withOtherTexts: [...new Set(texts.flatMap(({ withOtherTexts }) => withOtherTexts))],
		keptOut: {
			reasons: texts.flatMap(({ keptOut }) => keptOut.reasons),
			notNumbers: texts.flatMap(({ keptOut }) => keptOut.notNumbers),
			...(firstMissing !== undefined && { firstMissing }),
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

const MAX_EXAMPLES = 3;

const given = (value: string): string => (value.trim() === '' ? 'empty' : `"${shorten(value)}"`);

/**
 * "1 invalid ("12"), 2 duplicate", with what is no number and the first value that is missing; empty
 * where nobody is kept out.
 */
export function keptOutInWords({ reasons, notNumbers, firstMissing }: KeptOut): string {
	if (reasons.length === 0) return '';
	const examples = new Map<string, string>();
	if (firstMissing !== undefined) examples.set(wordsOf('missingValue'), firstMissing);
	if (notNumbers.length > 0) {
		const invalid = listInWords([...new Set(notNumbers)].map(given), MAX_EXAMPLES);
		examples.set(wordsOf('invalidRecipient'), invalid);
	}
	return countsInWords(
		reasons.map((reason) => ({ reason })),
		examples,
	);
}

const counted = (count: number): string => (count === 1 ? '1 recipient' : `${count} recipients`);

/** Why nothing at all would be sent, as a sentence, and what to do where a person can do it here. */
export type Nothing = Readonly<{ why: string; advice?: string }>;

const FIX_OR_CONTINUE =
	"Fix or remove those that fail, or set 'Settings > On Error' to 'Continue' to send to the others.";

/**
 * Undefined where something would be sent.
 *
 * @param refusal what keeps all of it from being sent, such as a limit
 * @param stops whether On Error is set to Stop
 */
export function whyNothing(
	run: RunPreview,
	refusal: string | undefined,
	stops: boolean,
): Nothing | undefined {
	if (refusal !== undefined) return { why: refusal };
	const { total, recipients, failures } = run;
	const words = keptOutInWords(run.keptOut);
	const why = total === 1 ? `${words}.` : `of ${counted(total)}, ${words}.`;
	if (recipients === 0) return { why };
	return stops && failures > 0 ? { why, advice: FIX_OR_CONTINUE } : undefined;
}

const outOf = ({ keptOut }: Pick<RunPreview, 'keptOut'>): string => {
	const words = keptOutInWords(keptOut);
	return words === '' ? '' : ` Kept out: ${words}.`;
};

const aboutSeveralTexts = ({ withOtherTexts: { length } }: RunPreview): string => {
	if (length === 0) return '';
	return ` ${length === 1 ? '1 number gets' : `${length} numbers get`} several different messages.`;
};

/** What would become of a text, in a sentence or two. */
export function verdictOn(text: TextPreview, nothing: string | undefined): string {
	if (nothing !== undefined) return `Would send nothing: ${nothing}`;
	const { recipients, estimatedSms, message } = text;
	if (recipients === 0) return `Would send this message to no one.${outOf(text)}`;
	const each = estimateSms(message);
	const sms = recipients === 1 ? `${each} SMS` : `${each} SMS each, ${estimatedSms} SMS in total`;
	return `Would send to ${counted(recipients)}: ${sms}.${outOf(text)}`;
}

/** What the cost counts: the balance counts SMS, unless an SMS has a price. */
export const unitOfCost = (unitsPerSms: number): string =>
	unitsPerSms === 1 ? 'SMS' : 'balance units';

/** Whom a text is for. */
export function addressees({ recipient, isForOne, total }: TextPreview): string {
	const first = recipient === '' && !isForOne ? 'empty' : recipient;
	return isForOne ? first : `${first} and ${total - 1} more`;
}

/** The whole run in a line. */
export function verdictOnRun(
	run: RunPreview,
	unitsPerSms: number,
	texts: number,
	nothing: Nothing | undefined,
): string {
	const { estimatedSms, recipients } = run;
	const cost = `cost ${amountInWords(costOf(estimatedSms, unitsPerSms))} ${unitOfCost(unitsPerSms)}`;
	const messages = texts === 1 ? '' : `, ${texts} different messages`;
	const all = `${estimatedSms} SMS to ${counted(recipients)}${messages}, ${cost}`;
	if (nothing === undefined) {
		return `Preview: would send ${all}.${outOf(run)}${aboutSeveralTexts(run)}`;
	}
	const otherwise = recipients > 0 ? `Without that: ${all}.` : undefined;
	return ['Preview: would send nothing:', nothing.why, nothing.advice, otherwise]
		.filter(Boolean)
		.join(' ');
}

/** What one SMS of a text costs, and what makes it so. */
export type TextCost = Readonly<{
	/** By the service's rule: 160 characters per SMS. */
	smsPerRecipient: number;
	/** By the standard that networks bill by. */
	standardSmsPerRecipient: number;
	encoding: string;
	/** Characters that lower what fits into an SMS, with what to write instead. */
	specialCharacters: string;
	/** The text without them; empty where it has none or one cannot be replaced. */
	plainMessage: string;
}>;

function adviceInWords({ character, replacement }: Advice): string {
	if (replacement === undefined) return nameOf(character);
	if (replacement === '') return `${nameOf(character)} (remove it)`;
	return `${nameOf(character)} (write ${replacement.trim() === '' ? 'a space' : replacement})`;
}

export function textCostOf(message: string): TextCost {
	const { characters, plainMessage = '' } = adviceOn(message);
	const { encoding, segments } = segmentsOf(message);
	return {
		smsPerRecipient: smsCountOf(message),
		standardSmsPerRecipient: segments,
		encoding:
			encoding === 'GSM-7' ? 'plain: 160 characters per SMS' : 'Unicode: 70 characters per SMS',
		specialCharacters: characters.map(adviceInWords).join(', '),
		plainMessage,
	};
}

function aboutCharacters(recipients: number, cost: TextCost): string | undefined {
	const { plainMessage, smsPerRecipient, specialCharacters, standardSmsPerRecipient } = cost;
	if (specialCharacters === '' || standardSmsPerRecipient <= smsPerRecipient) return undefined;
	const effect = `Special characters may make it ${standardSmsPerRecipient} SMS instead of ${smsPerRecipient}: ${specialCharacters}.`;
	if (plainMessage === '') return effect;
	const saved = recipients * (standardSmsPerRecipient - estimateSms(plainMessage));
	return saved > 0 ? `${effect} 'Replace Special Characters' would save ${saved} SMS.` : effect;
}

/** Longer names are cut or refused; numbers may have as many digits as any phone number. */
const MAX_LETTERS = 11;

/**
 * What many networks refuse in a sender ID, as a sentence; undefined where there is nothing to
 * say. Rules differ by country, so none of this is refused here.
 */
export function aboutSenderId(senderId: string): string | undefined {
	if (/^\+?\d{3,15}$/.test(senderId)) return undefined;
	const { length } = [...senderId];
	if (length > MAX_LETTERS) {
		return `Sender ID "${senderId}" has ${length} characters; many networks allow ${MAX_LETTERS}.`;
	}
	const others = [...new Set(senderId.replace(/[A-Za-z0-9 ]/g, ''))].join(' ');
	return others === ''
		? undefined
		: `Sender ID "${senderId}" contains ${others}; many networks allow only letters A to Z, digits and spaces.`;
}

/** What to know and check before sending; empty where there is nothing. */
export function notesOn(text: TextPreview, cost: TextCost): string {
	const { unusual } = text;
	const others = text.withOtherTexts.length;
	return [
		unusual > 0
			? `${unusual === 1 ? '1 number looks' : `${unusual} numbers look`} unusual: check 'unusualNumbers' in 'details' for typos.`
			: undefined,
		others > 0
			? `${others === 1 ? '1 number also gets' : `${others} numbers also get`} another message.`
			: undefined,
		text.replaced && aboutReplaced(text.replaced),
		aboutCharacters(text.recipients, cost),
		aboutSenderId(text.senderId),
	]
		.filter(Boolean)
		.join(' ');
}
