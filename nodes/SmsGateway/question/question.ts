import { DAY, HOUR, MINUTE } from '../clock';
import { refuse } from '../domain/refusal';
import { readDateTime } from '../domain/dateTime';
import { isLoopback } from '../domain/service/credential';

/** What a recipient is asked on the page behind the link, in the words of the workflow. */
export type Question = Readonly<{
	senderId: string;
	/** The sender ID where there is no other. */
	title: string;
	text: string;
	answers: Answers;
	/** Above the recorded answer. */
	confirmation: string;
	/** Instead of the question, once the time is over. */
	expired: string;
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

/** The answer that a posted form holds; undefined where it holds none that the page offers. */
export function answerIn({ answers }: Question, body: unknown): Answer | undefined {
	const { answer, text } = Object(body) as Record<string, unknown>;
	if (answers.kind === 'approval') {
		if (answer === 'approve') return { approved: true };
		return answer === 'decline' && answers.decline !== undefined ? { approved: false } : undefined;
	}
	// Browsers send every line break of a form as two characters.
	const written = typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '';
	return written === '' || written.length > MAX_ANSWER ? undefined : { text: written };
}

export function answerInWords({ answers }: Question, answer: Answer): string {
	if ('text' in answer) return answer.text;
	// Only a button that the question has gives such an answer.
	const { approve, decline } = answers as Approval;
	return answer.approved ? approve : decline!;
}

/** As the editor saves it. */
export type WaitLimit = Readonly<Record<string, unknown>>;

const UNITS: Readonly<Record<string, number>> = { minutes: MINUTE, hours: HOUR, days: DAY };

/**
 * Milliseconds since 1970; undefined where no limit was set. The zone is for a date without an offset.
 *
 * @throws RefusedError: a question must not be sent with a limit that is not meant
 */
export function deadlineOf(limit: WaitLimit, now: number, zone: string): number | undefined {
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = limit;
	if (limitType === undefined) return undefined;
	const isDate = limitType === 'atSpecifiedTime';
	const deadline = isDate
		? readDateTime(maxDateAndTime, zone)
		: now + Number(resumeAmount) * (UNITS[String(resumeUnit)] ?? NaN);
	// NaN where it is none, or beyond what a date can hold.
	const time = new Date(deadline ?? NaN).getTime();
	if (time > now) return time;
	return refuse({
		name: 'wrongSetting',
		field: `Options > Limit Wait Time > ${isDate ? 'Max Date and Time' : 'Amount'}`,
		mustBe: isDate ? 'a date to come, such as 2026-11-21T18:00' : 'a number above 0',
	});
}

const PRIVATE_IPV4 =
	/^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, unspecified, unique local, link local, and IPv4 written as IPv6. */
const PRIVATE_IPV6 = /^\[(::|f[cd]|fe[89ab])/;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|home\.arpa|intranet|corp|test)$/;

function isPrivateHost(host: string): boolean {
	if (/^\d+(\.\d+){3}$/.test(host)) return PRIVATE_IPV4.test(host);
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
	const name = host.replace(/\.$/, '');
	return !name.includes('.') || PRIVATE_NAME.test(name);
}

/** @throws RefusedError where a phone cannot or must not open the link */
export function refuseUnsafeLink(link: string, service: string): void {
	const { protocol, host, hostname } = new URL(link);
	// Where the service is on this machine, as the sandbox is, so is the phone.
	if (URL.canParse(service) && isLoopback(new URL(service).hostname)) return;
	if (isPrivateHost(hostname) || protocol !== 'https:') refuse({ name: 'unsafeLink', host });
}

/** The text first, as a notification shows only the beginning; then the link, alone on its line. */
export const withLink = (text: string, link: string): string => `${text.trimEnd()}\n${link}`;

export const withoutLink = (text: string): string => text.slice(0, text.lastIndexOf('\n'));
