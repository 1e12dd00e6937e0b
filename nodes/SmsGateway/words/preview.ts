import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import { amountInWords, costOf } from '../domain/service/balance';
import { SETTINGS } from '../domain/settings';
import { adviceOn } from '../domain/text/replacements';
import { nameOf, segmentsOf, smsCountOf } from '../domain/text/segments';
import { capitalized, sentences } from '../domain/text/sentences';
import { explain } from './causes';
import { OTHERS } from './errors';
import { counted, listInWords, severalInWords } from './list';
import { whyUnusual } from './numbers';
import { countsInWords } from './summary';

type PreviewFacts = Readonly<{
	/** Per recipient, why it gets no SMS; undefined where it does. */
	outcomes: ReadonlyArray<Outcome | undefined>;
	/** What keeps all of them from it. */
	refusal?: Outcome;
	/** Numbers that get several messages. */
	several: number;
	/** Whether some have a deduplication key. */
	hasKeys: boolean;
	/** What would be sent to, to be looked at. */
	odd?: string;
	/** What would be sent; where something keeps all of it from that, without it. */
	sms: number;
	recipients: number;
	unitsPerSms: number;
}>;

/** The whole run in a few sentences. */
export function verdictInWords(facts: PreviewFacts): string {
	const { outcomes, refusal, several, hasKeys, odd, sms, recipients, unitsPerSms } = facts;
	const cost = amountInWords(costOf(sms, unitsPerSms));
	const unit = unitsPerSms === 1 ? 'SMS' : 'balance units';
	const would = `would send ${sms} SMS to ${counted(recipients, 'recipient')}, cost ${cost} ${unit}.`;
	const kept = outcomes.filter((outcome) => outcome !== undefined);
	if (kept.length < outcomes.length) {
		return sentences(
			capitalized(would),
			kept.length > 0 && `Kept out: ${countsInWords(kept)}.`,
			odd,
			severalInWords(several),
			// Asking would record an answer, and what only shows what would be sent records nothing.
			hasKeys && 'Those who got it before would be skipped.',
		);
	}
	const without = recipients > 0 && `Then it ${would}`;
	if (refusal && refusal.reason !== 'stopped') {
		return sentences(`Would send nothing: ${explain(refusal.causes)}`, without);
	}
	const own = kept.filter((outcome) => outcome !== refusal);
	return sentences(
		`Would send nothing: of ${counted(outcomes.length, 'recipient')}, ${countsInWords(own)}.`,
		without && `Fix or remove those that fail. ${OTHERS}.`,
		without,
	);
}

/** What keeps SMS from being sent although they are counted: the limit of the day, or a trial. */
export function heldBackInWords(settings: {
	maxSmsPerDay?: number;
	testRecipients?: unknown;
}): string {
	const { maxSmsPerDay: most, testRecipients } = settings;
	return sentences(
		most !== undefined && `'${SETTINGS.maxSmsPerDay}' is ${most}: what was sent today counts too.`,
		testRecipients !== undefined &&
			`Started by hand, only '${SETTINGS.testRecipients}' get an SMS. The counts are those of the published workflow.`,
	);
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

function adviceInWords([character, replacement]: [string, string?]): string {
	const name = nameOf(character);
	if (replacement === undefined) return name;
	if (replacement === '') return `${name} (remove it)`;
	return `${name} (write ${replacement.trim() || 'a space'})`;
}

const MAX_CHARACTERS = 5;

/** Why a text costs more SMS than its length suggests; undefined where it does not. */
export function aboutCost(message: string): string | undefined {
	const segments = segmentsOf(message);
	const seeming = smsCountOf(message);
	if (segments <= seeming) return undefined;
	const characters = listInWords(adviceOn(message).map(adviceInWords), MAX_CHARACTERS);
	const why = characters && ` because of ${characters}`;
	return `The message may be billed as ${segments} SMS instead of ${seeming}${why}.`;
}

/**
 * A number, or a name as all networks take it; others cut or refuse it. Rules differ by country, so
 * none is refused here.
 */
const USUAL_SENDER = /^(?:\+?\d{3,15}|[A-Za-z0-9 ]{1,11})$/;

const aboutSenderId = (senderId: string): string | undefined =>
	USUAL_SENDER.test(senderId)
		? undefined
		: `Many networks allow a sender ID of at most 11 characters: letters A to Z, digits and spaces.`;
