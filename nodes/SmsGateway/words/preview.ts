import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import { remembered } from '../domain/remembered';
import { amountInWords, costOf } from '../domain/service/balance';
import { SETTINGS } from '../domain/settings';
import { adviceOn, replaceToSave } from '../domain/text/replacements';
import { nameOf, segmentsOf, smsCountOf } from '../domain/text/segments';
import { leftoversIn } from '../domain/text/leftovers';
import { capitalized, counted, listInWords, sentences, shorten } from '../domain/text/sentences';
import { tally } from '../domain/text/tally';
import { explainTo, inCommon } from './causes';
import { OTHERS } from './errors';
import { whyUnusual } from './numbers';
import { countsInWords } from './summary';

/**
 * @param outcomes per recipient, why it gets no SMS; undefined where it does
 * @param refusal what keeps all of them from it
 * @param would what would be sent; where something keeps all of it from that, without it
 */
export function verdictInWords(
	outcomes: ReadonlyArray<Outcome | undefined>,
	refusal: Outcome | undefined,
	would: Readonly<{ sms: number; recipients: number; unitsPerSms: number; hasKeys: boolean }>,
	toModel: boolean,
): string {
	const { sms, recipients, unitsPerSms, hasKeys } = would;
	const cost = ` for ${amountInWords(costOf(sms, unitsPerSms))} balance units`;
	const send = `would send ${sms} SMS to ${counted(recipients, 'recipient')}${unitsPerSms === 1 ? '' : cost}.`;
	const kept = outcomes.filter((outcome) => outcome !== undefined);
	if (kept.length < outcomes.length) {
		return sentences(
			capitalized(send),
			kept.length > 0 && `Kept out: ${countsInWords(kept, toModel)}.`,
			inCommon(kept, toModel),
			// Asking would record an answer, and what only shows what would be sent records nothing.
			hasKeys && 'Those who got it before would be skipped.',
		);
	}
	const isOfAll = refusal && refusal.reason !== 'stopped';
	const without = refusal && recipients > 0 && `${isOfAll ? 'Without this,' : 'Then'} it ${send}`;
	if (isOfAll) return sentences(`Would send nothing: ${explainTo(refusal, toModel)}`, without);
	const own = kept.filter((outcome) => outcome !== refusal);
	return sentences(
		`Would send nothing: of ${counted(outcomes.length, 'recipient')}, ${countsInWords(own, toModel)}.`,
		inCommon(own, toModel),
		toModel ? 'Ask the user what to do.' : without && `${OTHERS}.`,
		!toModel && without,
	);
}

type Holding = Readonly<{ maxSmsPerDay?: number; testRecipients?: unknown }>;

/** What keeps SMS from being sent although they are counted: the limit of the day, or a trial. */
export function heldBackInWords({ maxSmsPerDay: most, testRecipients }: Holding): string {
	return sentences(
		most !== undefined && `'${SETTINGS.maxSmsPerDay}' is ${most}: what was sent today counts too.`,
		testRecipients !== undefined &&
			`Started by hand, only '${SETTINGS.testRecipients}' get an SMS. The counts are those of the published workflow.`,
	);
}

/** What deserves a second look before it is sent; empty where nothing does. */
export const whatIsUnusual = (entry: Entry): string =>
	sentences(whyUnusual(entry), entry.replaced && aboutReplaced(entry.replaced));

/** @param replaced such as "’ → '" */
export const aboutReplaced = (replaced: string): string => `Replaced to save SMS (${replaced}).`;

function adviceInWords([character, replacement]: [string, string?]): string {
	const name = nameOf(character);
	if (replacement === undefined) return name;
	if (replacement === '') return `${name} (remove it)`;
	return `${name} (write ${replacement.trim() || 'a space'})`;
}

const MAX_CHARACTERS = 5;

/** Why a text costs more SMS than its length suggests; undefined where it does not. */
export function aboutCost(message: string, toModel: boolean): string | undefined {
	const segments = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = listInWords(adviceOn(message).map(adviceInWords), MAX_CHARACTERS);
	const why = characters && ` because of ${characters}`;
	return sentences(
		`The message may be billed as ${segments} SMS instead of ${seeming}${why}.`,
		!toModel &&
			replaceToSave(message, 'all') &&
			`'${SETTINGS.replaceSpecialCharacters}' at 'All' replaces what can be.`,
	);
}

export const whatIsOdd = (message: string, toModel: boolean): string =>
	sentences(
		...leftoversIn(message).map((found) => `The message has ${found}.`),
		aboutCost(message, toModel),
	);

/** Finished texts that look wrong, said once for all of them. */
export function aboutLeftovers(messages: readonly string[], toModel: boolean): string | undefined {
	const found = tally(messages.flatMap(remembered(leftoversIn)));
	const names = found.map(([what, count]) => `${what} (${count})`);
	return names.length > 0
		? `The text of some SMS has ${listInWords(names, MAX_CHARACTERS)}. ${toModel ? 'Ask the user' : 'Check it'}.`
		: undefined;
}

/** As all networks take it: a number, or a name. Rules differ by country, so none is refused here. */
const USUAL_SENDER = /^(?:\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/;

export function aboutSenderIds(entries: readonly Entry[]): string | undefined {
	const senders = [...new Set(entries.map(({ senderId }) => senderId))];
	const sender = senders.find((one) => !USUAL_SENDER.test(one));
	if (sender === undefined) return undefined;
	const odd = [...new Set(sender.replace(/[A-Za-z0-9 ]/g, ''))];
	const { length } = [...sender];
	const has = [length > 11 && `${length} characters`, listInWords(odd, MAX_CHARACTERS)];
	const what = has.filter(Boolean).join(' and ');
	return `Sender ID "${shorten(sender)}" has ${what}. Many networks allow up to 11 letters A to Z, digits and spaces.`;
}
