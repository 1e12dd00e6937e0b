import type { Outcome } from '../domain/outcome';
import { SETTINGS } from '../domain/settings';
import { counted, ordinal, sentences } from '../domain/text/sentences';
import { inCommon } from './causes';
import plain from './plain.json';
import { RUN_SENT_NOTHING } from './errors';
import { countsInWords } from './summary';

export function countsHint(outcomes: readonly Outcome[], hasSent: boolean, sms: number): string {
	const counts = countsInWords(outcomes);
	if (outcomes.every(({ status, replayed }) => status === 'accepted' && !replayed)) {
		return `${counts}, ${sms} SMS.`;
	}
	const who = hasSent ? `Of ${counted(outcomes.length, 'recipient')}` : RUN_SENT_NOTHING;
	return sentences(`${who}: ${counts}.`, inCommon(outcomes, false));
}

/** Those that say the same whatever happened. */
export const HINTS = plain.hint;

export const withoutKey = (count: number): string =>
	`${counted(count, 'recipient')} without a '${SETTINGS.deduplicationKey}': another execution sends to them again.`;

export const severalTexts = (numbers: number): string =>
	`${counted(numbers, 'number')} ${numbers === 1 ? 'gets' : 'get'} several messages: check 'Recipients'. For one a day, set 'Skip Repeats' to 'Any SMS, Same Day'.`;

/** @param to no number in a message, which n8n logs */
export const aboutSample = (why: string, to = 'a test number'): string =>
	`The sample to ${to} failed: ${why}`;

export function testHint(samples: ReadonlyArray<{ item: number; recipient: string }>): string {
	const names = samples.map(({ recipient }) => recipient).join(', ');
	const [first] = samples;
	return sentences(
		`Started by hand: only '${SETTINGS.testRecipients}' get an SMS.`,
		first && `As a sample, ${names} got the SMS of the ${ordinal(first.item)} item.`,
		'The published workflow sends to everyone.',
	);
}
