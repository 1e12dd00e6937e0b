import { REASONS } from '../outcome';
import { amountInWords } from '../money';
import { aboutSenderId } from '../text/senderId';
import { adviceOn, type Advice } from '../text/replacements';
import { estimateSms, nameOf, segmentsOf, smsCountOf } from '../text/segments';
import { KEPT_OUT, type KeptOut, type TextPreview } from './preview';

/** "1 invalid, 2 duplicate": the counts that are not 0, and the first value that is missing. */
export const keptOutInWords = ({
	keptOut,
	firstMissing,
}: Pick<TextPreview, 'keptOut' | 'firstMissing'>): string =>
	KEPT_OUT.filter((reason) => keptOut[reason] > 0)
		.map((reason) => {
			const words = reason === 'invalid' ? reason : REASONS[reason].words;
			const first = reason === 'missingValue' && firstMissing?.replace(/(?<= item)\..*$/s, '');
			return `${keptOut[reason]} ${words}${first ? ` (${first})` : ''}`;
		})
		.join(', ');

const counted = (count: number): string => (count === 1 ? '1 recipient' : `${count} recipients`);

/** All texts together. */
export type RunPreview = Pick<
	TextPreview,
	| 'total'
	| 'recipients'
	| 'keptOut'
	| 'firstMissing'
	| 'failures'
	| 'estimatedSms'
	| 'withOtherTexts'
>;

export function totalOf(texts: readonly TextPreview[]): RunPreview {
	const sum = (of: (text: TextPreview) => number): number =>
		texts.reduce((total, text) => total + of(text), 0);
	const firstMissing = texts.find((text) => text.firstMissing)?.firstMissing;
	return {
		...(firstMissing !== undefined && { firstMissing }),
		total: sum(({ total }) => total),
		recipients: sum(({ recipients }) => recipients),
		failures: sum(({ failures }) => failures),
		estimatedSms: sum(({ estimatedSms }) => estimatedSms),
		withOtherTexts: [...new Set(texts.flatMap(({ withOtherTexts }) => withOtherTexts))],
		keptOut: Object.fromEntries(
			KEPT_OUT.map((reason) => [reason, sum(({ keptOut }) => keptOut[reason])]),
		) as KeptOut,
	};
}

/**
 * Why nothing at all would be sent, as a sentence; undefined where something would.
 *
 * @param refusal what keeps all of it from being sent, such as a limit
 * @param stops whether On Error is set to Stop
 */
export function whyNothing(
	run: RunPreview,
	refusal: string | undefined,
	stops: boolean,
): string | undefined {
	if (refusal !== undefined) return refusal;
	const { total, recipients, failures } = run;
	const words = keptOutInWords(run);
	const who =
		total === 1
			? `${words.replace(/^1 /, '1 recipient is ').replace(' is with ', ' has ')}.`
			: `of ${counted(total)}, ${words}.`;
	if (recipients === 0) return who;
	if (!stops || failures === 0) return undefined;
	return `${who} Fix or remove those that fail (see 'details'), or set 'Settings > On Error' to 'Continue' to send to the others.`;
}

const outOf = (preview: Pick<RunPreview, 'keptOut' | 'firstMissing'>): string => {
	const words = keptOutInWords(preview);
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

/** The whole run in a line. */
export function verdictOnRun(
	run: RunPreview,
	cost: number,
	texts: number,
	nothing: string | undefined,
): string {
	if (nothing !== undefined) return `Preview: would send nothing: ${nothing}`;
	const messages = texts === 1 ? '' : `, ${texts} different messages`;
	return `Preview: would send ${run.estimatedSms} SMS to ${counted(run.recipients)}${messages}, cost ${amountInWords(cost)}.${outOf(run)}${aboutSeveralTexts(run)}`;
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

/** What to know and check before sending; empty where there is nothing. */
export function notesOn(text: TextPreview, cost: TextCost): string {
	const unusual = text.unusualNumbers.length;
	const others = text.withOtherTexts.length;
	return [
		unusual > 0
			? `${unusual === 1 ? '1 number looks' : `${unusual} numbers look`} unusual: check 'unusualNumbers' in 'details' for typos.`
			: undefined,
		others > 0
			? `${others === 1 ? '1 number also gets' : `${others} numbers also get`} another message.`
			: undefined,
		text.replaced && `Replaced to save SMS (${text.replaced}).`,
		aboutCharacters(text.recipients, cost),
		aboutSenderId(text.senderId),
	]
		.filter(Boolean)
		.join(' ');
}
