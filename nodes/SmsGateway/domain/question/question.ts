import { readDateTime } from '../safeguards/dateTime';

/** What a recipient is asked on the page behind the link, in the words of the workflow. */
export type Question = Readonly<{
	senderId: string;
	/** Headline of the page; the sender ID where there is no other. */
	title: string;
	text: string;
	/** One or two buttons, or a field for free text with one. */
	answers: Answers;
	/** Above the recorded answer. */
	confirmation: string;
	/** Instead of the question, once the time is over. */
	expired: string;
	/** BCP 47, such as `fr`: for screen readers and for how the page writes dates. */
	language: string;
	/** IANA, such as `Africa/Porto-Novo`: the clock of the page. */
	timeZone: string;
	/** Milliseconds since 1970; undefined for no limit. */
	deadline?: number;
}>;

type Approval = Readonly<{ kind: 'approval'; approve: string; decline?: string }>;

export type Answers = Approval | Readonly<{ kind: 'freeText'; label: string; submit: string }>;

/** What n8n's own nodes call the response, without its time. */
export type Answer = Readonly<{ approved: boolean } | { text: string }>;

/** Characters that an answer in free text may have. */
export const MAX_ANSWER = 4000;

const formField = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;

/** The answer that a posted form holds; undefined where it holds none that the page offers. */
export function answerIn({ answers }: Question, body: unknown): Answer | undefined {
	if (answers.kind === 'approval') {
		const choice = formField(body, 'answer');
		if (choice === 'approve') return { approved: true };
		return choice === 'decline' && answers.decline !== undefined ? { approved: false } : undefined;
	}
	const text = formField(body, 'text');
	if (typeof text !== 'string') return undefined;
	// Browsers send every line break of a form as two characters.
	const trimmed = text.replaceAll('\r\n', '\n').trim();
	return trimmed === '' || trimmed.length > MAX_ANSWER ? undefined : { text: trimmed };
}

/** The answer as the recipient gave it: the label of the button, or the text. */
export function answerInWords({ answers }: Question, answer: Answer): string {
	if ('text' in answer) return answer.text;
	// Only a button that the question has gives such an answer.
	const { approve, decline } = answers as Approval;
	return answer.approved ? approve : decline!;
}

export const isExpired = ({ deadline = Infinity }: Question, now: number): boolean =>
	now >= deadline;

/** Limit Wait Time as the editor saves it. */
export type WaitLimit = Readonly<{
	limitType?: unknown;
	resumeAmount?: unknown;
	resumeUnit?: unknown;
	maxDateAndTime?: unknown;
}>;

const UNITS: Readonly<Record<string, number>> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/**
 * When the wait ends, in milliseconds since 1970; undefined where no limit was set.
 *
 * @param zone whose clock is meant where the date names no offset
 * @throws Error with a sentence for the user: a question must not be sent with a limit that nobody meant
 */
export function deadlineOf(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: WaitLimit,
	now: number,
	zone: string,
): number | undefined {
	if (limitType === undefined) return undefined;
	if (limitType === 'atSpecifiedTime') {
		const deadline = readDateTime(maxDateAndTime, zone);
		if (deadline === undefined) {
			throw new Error(
				"'Limit Wait Time': 'Max Date and Time' must be a date such as 2026-11-21T18:00.",
			);
		}
		if (deadline <= now) {
			throw new Error("'Limit Wait Time': 'Max Date and Time' has already passed.");
		}
		return deadline;
	}
	const amount = Number(resumeAmount);
	const unit = UNITS[String(resumeUnit)];
	// NaN where the amount is no number, or beyond what a date can hold.
	const deadline = new Date(now + amount * (unit ?? NaN)).getTime();
	if (!(deadline > now)) {
		throw new Error("'Limit Wait Time': 'Amount' must be a number above 0.");
	}
	return deadline;
}
