import { wordsOf } from '../domain/outcome';
import type { KeptOut, RefusedEntry, RunPreview, TextPreview } from '../domain/plan/preview';
import { amountInWords, costOf } from '../domain/service/balance';
import { SETTINGS } from '../domain/settings';
import { aboutReplaced, adviceOn, type Advice } from '../domain/text/replacements';
import { estimateSms, nameOf, segmentsOf, smsCountOf } from '../domain/text/segments';
import { ordinal, sentences, shorten } from '../domain/text/sentences';
import { inList, whatIsMissing } from './causes';
import { whyUnusual } from './numbers';
import { countsInWords, listInWords } from './summary';

/** More would make a row of n8n's table higher than the screen. */
const MAX_LISTED = 10;

/** A line each, up to the maximum, and the others counted in a last one. */
function linesOf<T>(all: readonly T[], line: (one: T) => string): string[] {
	const lines = all.slice(0, MAX_LISTED).map(line);
	return all.length > lines.length ? [...lines, `and ${all.length - lines.length} more`] : lines;
}

const problemInWords = ({ item, outcome }: RefusedEntry): string =>
	`${ordinal(item)} item: ${inList(outcome.explanation)}`;

export const problemsInWords = ({ refused }: TextPreview): string[] =>
	linesOf(refused, problemInWords);

/** Why the first is kept out, unless the verdict says it: its column is out of sight. */
export const firstProblemIn = (texts: readonly TextPreview[]): string[] =>
	texts
		.flatMap(({ refused }) => refused.filter(({ outcome }) => outcome.reason !== 'missingValue'))
		.slice(0, 1)
		.map(problemInWords);

export const unusualInWords = ({ unusual }: TextPreview): string[] =>
	linesOf(unusual, (entry) => `${entry.recipient}: ${whyUnusual(entry)}`);

const MAX_EXAMPLES = 3;

const given = (value: string): string => (value.trim() === '' ? 'empty' : `"${shorten(value)}"`);

/**
 * "1 invalid ("12"), 2 duplicate", with what is no number and the first value that is missing; empty
 * where nobody is kept out.
 */
export function keptOutInWords({ reasons, notNumbers, firstMissing }: KeptOut): string {
	if (reasons.length === 0) return '';
	const examples = new Map<string, string>();
	const missing = firstMissing && whatIsMissing(firstMissing.outcome, firstMissing.item);
	if (missing !== undefined) examples.set(wordsOf('missingValue'), missing);
	if (notNumbers.length > 0) {
		const invalid = listInWords([...new Set(notNumbers)].map(given), MAX_EXAMPLES);
		examples.set(wordsOf('invalidRecipient'), invalid);
	}
	return countsInWords(
		reasons.map((reason) => ({ reason })),
		examples,
	);
}

/** "1 number", "2 numbers" */
export const counted = (count: number, one: string): string =>
	`${count} ${count === 1 ? one : `${one}s`}`;

/** "1 number gets several", "2 numbers get several" */
export const countedWith = (count: number, one: string, verb: string): string =>
	`${counted(count, one)} ${count === 1 ? `${verb}s` : verb}`;

export const WOULD_SEND_NOTHING = 'Would send nothing';

/** Why nothing at all would be sent, as a sentence, and what to do where a person can do it here. */
export type Nothing = Readonly<{ why: string; advice?: string }>;

/**
 * Undefined where something would be sent.
 *
 * @param refusal what keeps all of it from being sent, such as a limit, as a sentence
 * @param stops whether On Error is set to Stop
 */
export function whyNothing(
	{ total, recipients, failures, keptOut }: RunPreview,
	refusal: string | undefined,
	stops: boolean,
): Nothing | undefined {
	if (refusal !== undefined) return { why: refusal };
	const words = keptOutInWords(keptOut);
	const why = `${WOULD_SEND_NOTHING}: ${total === 1 ? '' : `of ${total} recipients, `}${words}.`;
	if (recipients === 0) return { why };
	const advice =
		"Fix or remove those that fail, or set 'Settings > On Error' to 'Continue' to send to the others.";
	return stops && failures > 0 ? { why, advice } : undefined;
}

function outOf({ keptOut }: Pick<RunPreview, 'keptOut'>): string | undefined {
	const words = keptOutInWords(keptOut);
	return words === '' ? undefined : `Kept out: ${words}.`;
}

/** What would become of a text, in a sentence or two. */
export function verdictOn(text: TextPreview): string {
	const { recipients, estimatedSms, message } = text;
	if (recipients === 0) return sentences('Would send this message to no one.', outOf(text));
	const each = estimateSms(message);
	const sms = recipients === 1 ? `${each} SMS` : `${each} SMS each, ${estimatedSms} SMS in total`;
	return sentences(`Would send to ${counted(recipients, 'recipient')}: ${sms}.`, outOf(text));
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
	const { estimatedSms, recipients, withOtherTexts } = run;
	const cost = `cost ${amountInWords(costOf(estimatedSms, unitsPerSms))} ${unitOfCost(unitsPerSms)}`;
	const messages = texts === 1 ? '' : `, ${texts} different messages`;
	const all = `${estimatedSms} SMS to ${counted(recipients, 'recipient')}${messages}, ${cost}.`;
	if (nothing) {
		const otherwise = recipients > 0 ? `Without that: ${all}` : undefined;
		return sentences(nothing.why, nothing.advice, otherwise);
	}
	const others = withOtherTexts.length;
	return sentences(
		`Would send ${all}`,
		outOf(run),
		others > 0 ? `${countedWith(others, 'number', 'get')} several different messages.` : undefined,
	);
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
	return saved > 0
		? `${effect} '${SETTINGS.replaceSpecialCharacters}' would save ${saved} SMS.`
		: effect;
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
	const unusual = text.unusual.length;
	const others = text.withOtherTexts.length;
	return sentences(
		unusual > 0
			? `${countedWith(unusual, 'number', 'look')} unusual: check 'unusualNumbers' in 'details' for typos.`
			: undefined,
		others > 0
			? `${counted(others, 'number')} also ${others === 1 ? 'gets' : 'get'} another message.`
			: undefined,
		text.replaced && aboutReplaced(text.replaced),
		aboutCharacters(text.recipients, cost),
		aboutSenderId(text.senderId),
	);
}
