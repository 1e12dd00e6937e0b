import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import { amountInWords, costOf } from '../domain/service/balance';
import { SETTINGS } from '../domain/settings';
import { adviceOn, type Advice } from '../domain/text/replacements';
import { nameOf, segmentsOf, smsCountOf } from '../domain/text/segments';
import { capitalized, sentences } from '../domain/text/sentences';
import { explain } from './causes';
import { counted, listInWords, severalInWords } from './list';
import { whyUnusual } from './numbers';
import { countsInWords } from './summary';

export type PreviewFacts = Readonly<{
	/** Per recipient, why it gets no SMS; undefined where it does. */
	outcomes: ReadonlyArray<Outcome | undefined>;
	/** What keeps all of them from it. */
	refusal?: Outcome;
	/** Different ones that would be sent. */
	messages: number;
	/** Numbers that get several of them. */
	several: number;
	/** Whether some have a deduplication key. */
	hasKeys: boolean;
	smsCount: number;
	unitsPerSms: number;
	/** What would be sent if nothing refused all of it. */
	otherwise: Readonly<{ sms: number; recipients: number }>;
}>;

/** The whole run in a few sentences. */
export function verdictInWords(facts: PreviewFacts): string {
	const { outcomes, refusal, messages, several, hasKeys, smsCount, unitsPerSms, otherwise } = facts;
	const amount = (sms: number, recipients: number): string => {
		const different = messages > 1 ? `, ${messages} different messages` : '';
		const cost = amountInWords(costOf(sms, unitsPerSms));
		const unit = unitsPerSms === 1 ? 'SMS' : 'balance units';
		return `${sms} SMS to ${counted(recipients, 'recipient')}${different}, cost ${cost} ${unit}.`;
	};
	const kept = outcomes.filter((outcome) => outcome !== undefined);
	if (kept.length < outcomes.length) {
		return sentences(
			`Would send ${amount(smsCount, outcomes.length - kept.length)}`,
			kept.length > 0 && `Kept out: ${countsInWords(kept)}.`,
			several > 0 && severalInWords(several),
			// Asking would record an answer, and what only shows what would be sent records nothing.
			hasKeys && 'Those who got it before would be skipped.',
		);
	}
	const { sms, recipients } = otherwise;
	const without = recipients > 0 && `Otherwise it would send ${amount(sms, recipients)}`;
	if (refusal && refusal.reason !== 'stopped') {
		return sentences(`Would send nothing: ${explain(refusal.explanation)}`, without);
	}
	const own = kept.filter((outcome) => outcome !== refusal);
	const of = outcomes.length === 1 ? '' : `of ${outcomes.length} recipients, `;
	return sentences(
		`Would send nothing: ${of}${countsInWords(own)}.`,
		without && "Fix or remove those that fail. For the others, set 'On Error' to 'Continue'.",
		without,
	);
}

/** What keeps SMS from being sent although they are counted: a trial, or the limit of the day. */
export function heldBackInWords(
	{ maxSmsPerDay, testRecipients }: { maxSmsPerDay?: number; testRecipients?: unknown },
	sms: number,
): string[] {
	const limit = `'${SETTINGS.maxSmsPerDay}' is ${maxSmsPerDay}`;
	const held: string[] = [];
	if (maxSmsPerDay !== undefined && sms > 0) {
		held.push(
			sms > maxSmsPerDay
				? `${limit}: at least ${sms - maxSmsPerDay} of these ${sms} SMS are not sent today.`
				: `${limit}. Preview doesn't know how many were sent today.`,
		);
	}
	if (testRecipients !== undefined) {
		held.push(
			`Started by hand, only '${SETTINGS.testRecipients}' get an SMS. The counts are those of the published workflow.`,
		);
	}
	return held;
}

/** What deserves a second look before an SMS is sent; empty where nothing does. */
export function whatIsUnusual(entry: Entry): string {
	const unusual = whyUnusual(entry);
	return sentences(
		unusual && `${capitalized(unusual)}.`,
		entry.replaced && aboutReplaced(entry.replaced),
		aboutSenderId(entry.senderId),
	);
}

/** @param replaced such as "’ → '" */
export const aboutReplaced = (replaced: string): string => `Replaced to save SMS (${replaced}).`;

function adviceInWords({ character, replacement }: Advice): string {
	const name = nameOf(character);
	if (replacement === undefined) return name;
	if (replacement === '') return `${name} (remove it)`;
	return `${name} (write ${replacement.trim() || 'a space'})`;
}

/** Why a text costs more SMS than its length suggests; undefined where it does not. */
export function aboutCost(message: string, what = 'It', most = Infinity): string | undefined {
	const segments = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = listInWords(adviceOn(message).map(adviceInWords), most);
	const why = characters && ` because of ${characters}`;
	return `${what} may be billed as ${segments} SMS instead of ${seeming}${why}.`;
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
