import { adviceOn, type Advice } from '../text/replacements';
import { nameOf, segmentsOf, smsCountOf } from '../text/segments';

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

function wordsFor({ character, replacement }: Advice): string {
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
		specialCharacters: characters.map(wordsFor).join(', '),
		plainMessage,
	};
}
