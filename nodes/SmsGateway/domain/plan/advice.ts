import { segmentsOf } from '../text/segments';
import { smsCountOf } from '../text/smsCount';

/** What the advice on a group is made of. */
type Counted = Readonly<{
	valid: number;
	invalid: number;
	duplicate: number;
	excluded: number;
	smsPerRecipient: number;
	standardSmsPerRecipient: number;
	specialCharacters: string;
	plainMessage: string;
	unknownNumbers: readonly string[];
}>;

const larger = (one: number, other: number): number => Math.max(one, other);

const counted = (count: number, one: string, many: string): string =>
	count === 1 ? `1 ${one}` : `${count} ${many}`;

function aboutCharacters(preview: Counted): string | undefined {
	const { plainMessage, smsPerRecipient, specialCharacters, standardSmsPerRecipient, valid } =
		preview;
	if (specialCharacters === '') return undefined;
	const now = larger(smsPerRecipient, standardSmsPerRecipient);
	if (now <= smsPerRecipient) {
		return `Special characters make less text fit into an SMS, but cost nothing more here: ${specialCharacters}.`;
	}
	const effect = `Special characters may make it ${now} SMS instead of ${smsPerRecipient}: ${specialCharacters}.`;
	if (plainMessage === '') return effect;
	const plain = larger(smsCountOf(plainMessage), segmentsOf(plainMessage).segments);
	const saved = valid * (now - plain);
	return saved > 0 ? `${effect} The text in plainMessage would save ${saved} SMS.` : effect;
}

/** What to know and what to do, in plain words. */
export function adviceFor(preview: Counted): string {
	const { duplicate, excluded, invalid, unknownNumbers, valid } = preview;
	const parts = [
		valid === 0
			? 'Nobody would be texted.'
			: `${counted(valid, 'person', 'people')} would be texted.`,
	];
	if (invalid > 0) {
		parts.push(
			`${counted(invalid, 'recipient', 'recipients')} cannot be texted: see problems. With On Error set to Stop, Bulk Send sends nothing to anybody until they are mended or removed.`,
		);
	}
	if (duplicate > 0) {
		parts.push(`${counted(duplicate, 'repetition is', 'repetitions are')} left out.`);
	}
	if (excluded > 0) {
		parts.push(`${counted(excluded, 'recipient is', 'recipients are')} excluded.`);
	}
	if (unknownNumbers.length > 0) {
		parts.push(
			'Some numbers look unusual: check unknownNumbers for typing errors. They would be texted all the same.',
		);
	}
	const characters = aboutCharacters(preview);
	if (characters !== undefined) parts.push(characters);
	return parts.join(' ');
}
